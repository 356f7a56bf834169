import { connect } from "node:net";
import { superuser } from "./node-files.ts";

/** Operation codes of the native protocol, version 4. */
const opcodes = { startup: 1, ready: 2, authenticate: 3, authResponse: 15, authSuccess: 16 };

/** Whether a node takes log-ins: it listens a little before its first user is there. */
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
      else end(data[4] === opcodes.authSuccess || data[4] === opcodes.ready);
    });
  });
}

const startup = frame(opcodes.startup, Buffer.concat([int16(1), shortText("CQL_VERSION"), shortText("3.0.0")]));
const secret = Buffer.from(`\0${superuser.username}\0${superuser.password}`);
const login = frame(opcodes.authResponse, Buffer.concat([int32(secret.length), secret]));

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
