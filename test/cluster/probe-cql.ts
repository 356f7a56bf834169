import { connect } from "node:net";
import { superuser } from "./node-files.ts";

/** Operation codes of the native protocol, version 4. */
const opcodes = { startup: 1, authenticate: 3, query: 7, result: 8, authResponse: 15, authSuccess: 16 };
const consistencyAll = 5;

/**
 * Whether a node takes log-ins and sees every other node: it listens a little before its first user is there, and all nodes
 * have the users, so that a read of them at consistency ALL succeeds when all are up.
 */
export function probeCql(host: string, port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, host, () => socket.write(startup));
    const end = (answer: boolean): void => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(3_000, () => end(false));
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
    socket.on("data", (data) => {
      if (data[4] === opcodes.authenticate) socket.write(login);
      else if (data[4] === opcodes.authSuccess) socket.write(query);
      else end(data[4] === opcodes.result);
    });
  });
}

const startup = frame(opcodes.startup, Buffer.concat([int16(1), shortText("CQL_VERSION"), shortText("3.0.0")]));
const secret = Buffer.from(`\0${superuser.username}\0${superuser.password}`);
const login = frame(opcodes.authResponse, Buffer.concat([int32(secret.length), secret]));
const users = Buffer.from("SELECT role FROM system_auth.roles LIMIT 1");
const query = frame(
  opcodes.query,
  Buffer.concat([int32(users.length), users, int16(consistencyAll), Buffer.from([0])]),
);

/** Version, flags, stream, code and length, then the body. */
function frame(opcode: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([4, 0, 0, 0, opcode]), int32(body.length), body]);
}

function shortText(text: string): Buffer {
  return Buffer.concat([int16(Buffer.byteLength(text)), Buffer.from(text)]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
