// JSON with the bytes of files in it, made without a look at each of them: base64 needs no escapes.

/** A piece of JSON in ASCII, or bytes to stand there as base64. */
export type Piece = string | Uint8Array | null;

/** A value as JSON in ASCII. */
export function asciiJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, escaped);
}

/** The pieces one after the other. */
export function jsonBytes(pieces: Piece[]): Uint8Array {
  const text = (piece: Piece) => {
    if (piece === null || typeof piece === "string") return piece ?? "null";
    return `"${Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString("base64")}"`;
  };
  const texts = pieces.map(text);
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end, "latin1");
  return bytes;
}
