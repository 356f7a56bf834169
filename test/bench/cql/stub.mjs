/**
 * Answers each EXECUTE at once with what the server behind it answered to the first one of the statement, and passes on all else:
 * so many calls a client can make when its server costs next to nothing. Speaks v4 without compression, as the Node driver does.
 *
 *     node test/bench/cql/stub.mjs PORT-OF-THE-SERVER     # prints its own port
 */
import { connect, createServer } from "node:net";

const headerLength = 9;
const execute = 0x0a;
/** The ID of a statement, as text → the answer to its first EXECUTE. */
const answers = new Map();

const server = createServer({ noDelay: true }, (client) => {
  const behind = connect(Number(process.argv[2]), "127.0.0.1");
  /** The stream of an EXECUTE that was passed on → the ID of its statement. */
  const passedOn = new Map();
  onFrames(client, (frames) => {
    const ready = [];
    for (const frame of frames) {
      const id = frame[4] === execute ? idOf(frame) : undefined;
      const answer = answers.get(id);
      if (answer) {
        const own = Buffer.from(answer);
        frame.copy(own, 2, 2, 4);
        ready.push(own);
      } else {
        if (id) passedOn.set(frame.readInt16BE(2), id);
        behind.write(frame);
      }
    }
    if (ready.length > 0) client.write(Buffer.concat(ready));
  });
  onFrames(behind, (frames) => {
    for (const frame of frames) {
      const stream = frame.readInt16BE(2);
      if (passedOn.has(stream)) answers.set(passedOn.get(stream), Buffer.from(frame));
      passedOn.delete(stream);
      client.write(frame);
    }
  });
  client.on("close", () => behind.destroy()).on("error", () => undefined);
  behind.on("close", () => client.destroy()).on("error", () => undefined);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

function idOf(frame) {
  const length = frame.readUInt16BE(headerLength);
  return frame.toString("latin1", headerLength + 2, headerLength + 2 + length);
}

/** Calls back with the whole frames of each chunk. */
function onFrames(socket, take) {
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const frames = [];
    while (bytes.length >= headerLength) {
      const end = headerLength + bytes.readUInt32BE(5);
      if (bytes.length < end) break;
      frames.push(bytes.subarray(0, end));
      bytes = bytes.subarray(end);
    }
    take(frames);
  });
}
