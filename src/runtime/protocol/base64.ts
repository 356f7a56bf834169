const alphabet = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** `String.fromCharCode` takes its arguments on the stack, so a large blob goes in parts. */
const part = 0x8000;

/** Standard base64 with padding: `[1, 2, 3]` gives `"AQID"`. */
export function base64FromBlob(blob: Uint8Array): string {
  let characters = "";
  for (let start = 0; start < blob.length; start += part) {
    characters += String.fromCharCode(...blob.subarray(start, start + part));
  }
  return btoa(characters);
}

/** The bytes of standard, padded base64, or undefined when the text is something else. */
export function blobFromBase64(text: string): Uint8Array | undefined {
  return alphabet.test(text) ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : undefined;
}
