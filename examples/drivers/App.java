import com.datastax.oss.driver.api.core.CqlSession;
import java.net.InetSocketAddress;

public class App {
  public static void main(String[] arguments) {
    try (CqlSession session = CqlSession.builder()
        .addContactPoint(new InetSocketAddress("127.0.0.1", 9042))
        .withLocalDatacenter("datacenter1")
        .withAuthCredentials(System.getenv("COLONNADE_USERNAME"), System.getenv("COLONNADE_PASSWORD"))
        .withKeyspace("shop")
        .build()) {
      var insert = session.prepare("INSERT INTO products (id, name) VALUES (?, ?)");
      session.execute(insert.bind(2, "Gripper"));
      var select = session.prepare("SELECT name FROM products WHERE id = ?");
      System.out.println(session.execute(select.bind(2)).one().getString("name"));
    }
  }
}
