/** How a node of Cassandra is started: a small heap, the cheapest compiler and collector, no waiting for other nodes. */
import { basename, delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { NodePlace } from "./node-files.ts";

/** Parts of Java that Cassandra uses though they are not for everybody. @see its conf/jvm17-server.options */
const exported = [
  ...["java.base/jdk.internal.misc", "java.base/jdk.internal.ref", "java.base/java.lang.ref", "java.base/sun.nio.ch"],
  ...["java.management.rmi/com.sun.jmx.remote.internal.rmi", "java.rmi/sun.rmi.registry", "java.rmi/sun.rmi.server"],
  ...["java.sql/java.sql", "jdk.unsupported/sun.misc", "jdk.attach/sun.tools.attach"],
];
const opened = [
  ...["io", "lang", "lang.module", "lang.reflect", "math", "net", "nio", "util"].map(
    (name) => `java.base/java.${name}`,
  ),
  ...["java.base/java.util.concurrent", "java.base/java.util.concurrent.atomic", "java.base/sun.nio.ch"],
  ...["loader", "math", "misc", "module", "ref", "reflect", "util.jar"].map((name) => `java.base/jdk.internal.${name}`),
  ...["java.base/sun.nio.fs", "java.rmi/sun.rmi.transport.tcp", "jdk.compiler/com.sun.tools.javac"],
  ...["jdk.management/com.sun.management.internal", "jdk.management.jfr/jdk.management.jfr"],
];

const properties = {
  "jdk.attach.allowAttachSelf": true,
  "io.netty.tryReflectionSetAccessible": true,
  "java.net.preferIPv4Stack": true,
  "java.awt.headless": true,
  "file.encoding": "UTF-8",
  "cassandra-foreground": "yes",
  "cassandra.ring_delay_ms": 100,
  "cassandra.skip_wait_for_gossip_to_settle": 0,
  "cassandra.superuser_setup_delay_ms": 100,
  // A password is hashed at every log-in; as a test of strength it is nobody's business here.
  "cassandra.auth_bcrypt_gensalt_log2_rounds": 4,
};

export function javaArguments({ folder, nodes }: NodePlace, jars: readonly string[]): string[] {
  const agent = jars.find((jar) => basename(jar).startsWith("jamm-"));
  if (agent === undefined) throw new Error("Cassandra's jars are incomplete: there is no jamm among them");
  const urlOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  const own = {
    "java.io.tmpdir": folder,
    "logback.configurationFile": urlOf("logback.xml"),
    "cassandra.config": urlOf("cassandra.yaml"),
    "cassandra.storagedir": folder,
    "cassandra.logdir": folder,
    "cassandra.triggers_dir": folder,
    // Users can log in while any node is down.
    "cassandra.system_auth.default_rf": nodes,
    // Otherwise every change of a table is flushed to the disk, several times. A node that was killed needs that: the log is
    // replayed only into tables that are on the disk.
    "cassandra.test.flush_local_schema_changes": nodes > 1,
  };
  return [
    ...["-Xms384m", "-Xmx384m", "-Xss256k", "-XX:MaxDirectMemorySize=128m", "-XX:+UseSerialGC", "-XX:-UsePerfData"],
    ...["-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1", `-javaagent:${agent}`],
    ...exported.flatMap((name) => ["--add-exports", `${name}=ALL-UNNAMED`]),
    ...opened.flatMap((name) => ["--add-opens", `${name}=ALL-UNNAMED`]),
    ...Object.entries({ ...properties, ...own }).map(([name, value]) => `-D${name}=${value}`),
    ...["-cp", jars.join(delimiter), "org.apache.cassandra.service.CassandraDaemon"],
  ];
}
