/** Looks for what should not be there: a pattern of the whole text would overflow the stack for a large blob. */
const foreign = /[^A-Za-z0-9+/]/;
const padding = /={1,2}$/;
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
  if (text.length % 4 !== 0 || foreign.test(text.replace(padding, ""))) return undefined;
  const characters = atob(text);
  const blob = new Uint8Array(characters.length);
  for (let index = 0; index < blob.length; index++) blob[index] = characters.charCodeAt(index);
  return blob;
}
