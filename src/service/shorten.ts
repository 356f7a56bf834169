/** A message may quote what the client sent, and that can be as long as a body. */
const longest = 1000;
const lengthOfEnd = 200;

/** The beginning and the end of a message that is too long to be sent back. */
export function shorten(message: string): string {
  if (message.length <= longest) return message;
  return `${message.slice(0, longest - lengthOfEnd)} … ${message.slice(-lengthOfEnd)}`;
}
