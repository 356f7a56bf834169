/** Thrown in place of a response: whoever carries the request closes its connection. */
export class DroppedConnection extends Error {
  override readonly name = "DroppedConnection";

  constructor() {
    super("the connection is closed without a response, as a fault demands");
  }
}
