import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.*;
import com.datastax.oss.driver.api.core.data.CqlDuration;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.shaded.guava.common.collect.ImmutableMap;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** What the Java driver does, check by check: prints `ok NAME`, or `not ok NAME: REASON`. */
public class Checks {
  interface Check {
    void run() throws Exception;
  }

  static CqlSession session;

  static CqlSession open(String keyspace, String password) {
    var builder = CqlSession.builder()
        .addContactPoint(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("CQL_PORT"))))
        .withLocalDatacenter("datacenter1")
        .withAuthCredentials(System.getenv("COLONNADE_USERNAME"), password);
    return (keyspace == null ? builder : builder.withKeyspace(keyspace)).build();
  }

  static CqlSession open(String keyspace) {
    return open(keyspace, System.getenv("COLONNADE_PASSWORD"));
  }

  static void check(String name, Check check) {
    try {
      check.run();
      System.out.println("ok " + name);
    } catch (Throwable reason) {
      System.out.println("not ok " + name + ": " + reason.toString().replaceAll("\\s+", " "));
    }
  }

  static void equal(Object found, Object expected) {
    if (!Objects.equals(found, expected)) throw new AssertionError(found + " instead of " + expected);
  }

  /** What the driver makes of the first value of each type. */
  static Map<String, Object> values() throws Exception {
    return new ImmutableMap.Builder<String, Object>()
        .put("ascii", "a")
        .put("bigint", Long.MIN_VALUE)
        .put("blob", ByteBuffer.wrap(new byte[] {0}))
        .put("boolean", false)
        .put("date", LocalDate.parse("1969-12-31"))
        .put("decimal", new BigDecimal("-1.50"))
        .put("double", -0.1)
        .put("duration", CqlDuration.newInstance(1, 2, 3))
        .put("float", -0.5f)
        .put("inet", InetAddress.getByName("127.0.0.1"))
        .put("int", Integer.MIN_VALUE)
        .put("smallint", Short.MIN_VALUE)
        .put("text", "Ann")
        .put("time", LocalTime.MIDNIGHT)
        .put("timestamp", Instant.parse("1969-12-31T23:59:59.999Z"))
        .put("timeuuid", UUID.fromString("50554d6e-29bb-11e5-b345-feff819cdc9f"))
        .put("tinyint", Byte.MIN_VALUE)
        .put("uuid", UUID.fromString("00000000-0000-4000-8000-000000000001"))
        .put("varchar", "a")
        .put("varint", new BigInteger("-123456789012345678901234567890"))
        .build();
  }

  static void checkType(JsonNode one, Map<String, Object> values) {
    session.execute(one.get("literal").asText());
    Object value = session.execute(session.prepare(one.get("read").asText()).bind()).one().getObject(0);
    if (one.get("position").asText().equals("column")) equal(value, values.get(one.get("type").asText()));
    session.execute(session.prepare(one.get("write").asText()).bind(value));
    List<String> found = new ArrayList<>();
    for (JsonNode query : one.get("verify")) found.add(session.execute(query.asText()).one().getString("j"));
    equal(found.get(1), found.get(0));
  }

  static void checkPaging() {
    PreparedStatement insert = session.prepare("INSERT INTO paged (p, c) VALUES (?, ?)");
    for (int number = 0; number < 25; number++) session.execute(insert.bind(number % 2, number));
    int count = 0;
    for (Row row : session.execute(SimpleStatement.newInstance("SELECT c FROM paged").setPageSize(4))) count++;
    equal(count, 25);
    BoundStatement query = session.prepare("SELECT c FROM paged WHERE p = ? ORDER BY c DESC").bind(1).setPageSize(5);
    ByteBuffer state = session.execute(query).getExecutionInfo().getPagingState();
    List<Integer> found = new ArrayList<>();
    ResultSet page = session.execute(query.setPagingState(state));
    while (page.getAvailableWithoutFetching() > 0) found.add(page.one().getInt("c"));
    equal(found, List.of(13, 11, 9, 7, 5));
  }

  static void checkBatches() {
    PreparedStatement insert = session.prepare("INSERT INTO items (id, name) VALUES (?, ?)");
    session.execute(BatchStatement.newInstance(
        BatchType.LOGGED,
        insert.bind(10, "ten"),
        SimpleStatement.newInstance("INSERT INTO items (id, name) VALUES (11, 'eleven')")));
    equal(session.execute("SELECT count(*) FROM items WHERE id IN (10, 11)").one().getLong(0), 2L);
    session.execute(BatchStatement.newInstance(
        BatchType.COUNTER,
        session.prepare("UPDATE counts SET n = n + ? WHERE id = ?").bind(5L, 1),
        SimpleStatement.newInstance("UPDATE counts SET n = n - 2 WHERE id = 1")));
    equal(session.execute("SELECT n FROM counts WHERE id = 1").one().getLong("n"), 3L);
  }

  static void checkConditions() {
    PreparedStatement insert = session.prepare("INSERT INTO items (id, name) VALUES (?, ?) IF NOT EXISTS");
    equal(session.execute(insert.bind(20, "first")).wasApplied(), true);
    ResultSet second = session.execute(insert.bind(20, "second"));
    equal(second.wasApplied(), false);
    equal(second.one().getString("name"), "first");
    PreparedStatement update = session.prepare("UPDATE items SET name = ? WHERE id = 20 IF name = ?");
    equal(session.execute(update.bind("third", "first")).wasApplied(), true);
    equal(session.execute("DELETE FROM items WHERE id = 21 IF EXISTS").wasApplied(), false);
  }

  static void checkMetadata() {
    var keyspace = session.getMetadata().getKeyspace("features").get();
    var table = keyspace.getTable("paged").get();
    equal(table.getPartitionKey().get(0).getName().asInternal(), "p");
    equal(table.getClusteringColumns().values().iterator().next(), ClusteringOrder.DESC);
    equal(keyspace.getUserDefinedType("address").get().getFieldNames().toString(), "[street, number]");
    session.execute(table.describe(false).replace("\"", "").replace("features.paged", "features.paged_again"));
  }

  static void checkEvents() throws Exception {
    try (CqlSession other = open("features")) {
      other.execute("CREATE TABLE made_elsewhere (id int PRIMARY KEY)");
    }
    for (int attempt = 0; attempt < 100; attempt++) {
      if (session.getMetadata().getKeyspace("features").get().getTable("made_elsewhere").isPresent()) return;
      Thread.sleep(50);
    }
    throw new AssertionError("the table of another client is not in the metadata");
  }

  static void checkAlter() {
    PreparedStatement select = session.prepare("SELECT * FROM altered WHERE id = ?");
    session.execute("INSERT INTO altered (id, a) VALUES (1, 'one')");
    equal(session.execute(select.bind(1)).one().getFormattedContents(), "[id:1, a:'one']");
    session.execute("ALTER TABLE altered ADD b int");
    session.execute("UPDATE altered SET b = 2 WHERE id = 1");
    equal(session.execute(select.bind(1)).one().getFormattedContents(), "[id:1, a:'one', b:2]");
    session.execute("DROP TABLE altered");
    session.execute("CREATE TABLE altered (id int PRIMARY KEY, a text)");
    session.execute("INSERT INTO altered (id, a) VALUES (1, 'new')");
    equal(session.execute(select.bind(1)).one().getFormattedContents(), "[id:1, a:'new']");
  }

  static void checkPassword() {
    try (CqlSession other = open("features", "wrong")) {
      throw new AssertionError("a wrong password is accepted");
    } catch (RuntimeException refusal) {
      if (!refusal.toString().contains("Authentication")) throw refusal;
    }
  }

  static void checkTimes() {
    PreparedStatement insert =
        session.prepare("INSERT INTO items (id, name) VALUES (?, ?) USING TTL ? AND TIMESTAMP ?");
    String query = "SELECT name, ttl(name) AS seconds, writetime(name) AS written FROM items WHERE id = 30";
    session.execute(insert.bind(30, "old", 1000, 5_000_000L));
    session.execute("DELETE FROM items USING TIMESTAMP 4000000 WHERE id = 30");
    Row row = session.execute(query).one();
    equal(row.getString("name"), "old");
    equal(row.getLong("written"), 5_000_000L);
    equal(row.getInt("seconds") > 990, true);
    session.execute("DELETE FROM items WHERE id = 30");
    session.execute(insert.bind(30, "older", 1000, 6_000_000L));
    equal(session.execute(query).one(), null);
  }

  static void checkErrors() {
    try {
      session.execute("SELECT nothing FROM items");
      throw new AssertionError("an unknown column is accepted");
    } catch (InvalidQueryException refusal) {
      equal(refusal.getMessage().startsWith("Undefined column name nothing"), true);
    }
    try {
      session.execute("CREATE TABLE items (id int PRIMARY KEY)");
      throw new AssertionError("an existing table is created");
    } catch (AlreadyExistsException refusal) {
      return;
    }
  }

  public static void main(String[] arguments) throws Exception {
    JsonNode plan = new ObjectMapper().readTree(new File(System.getenv("CASES")));
    try (CqlSession first = open(null)) {
      // It would read the schema again after each of them.
      first.setSchemaMetadataEnabled(false);
      for (JsonNode statement : plan.get("features")) first.execute(statement.asText());
    }
    Map<String, Object> values = values();
    session = open(plan.get("keyspace").asText());
    for (JsonNode one : plan.get("cases")) {
      String name = one.get("name").asText();
      // The driver writes blobs of a vector that it has read with the bytes before them.
      if (!name.equals("blob: vector")) check(name, () -> checkType(one, values));
    }
    session.close();
    session = open("features");
    check("paging", Checks::checkPaging);
    check("batches", Checks::checkBatches);
    check("conditions", Checks::checkConditions);
    check("schema metadata", Checks::checkMetadata);
    check("schema events", Checks::checkEvents);
    check("prepared statements after ALTER and DROP", Checks::checkAlter);
    check("a wrong password", Checks::checkPassword);
    check("TTL and timestamps", Checks::checkTimes);
    check("errors", Checks::checkErrors);
    session.close();
  }
}
