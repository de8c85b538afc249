// Files of people as text, without losing a byte on the way back.

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of a file, its byte order mark included; `null` when it is not UTF-8 and so must not be written as text. */
export function exactText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
