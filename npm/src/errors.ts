/** The only error class of the package: a stable `code`, a readable message, the `cause` kept. */
export class RepoloreError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RepoloreError";
    this.code = code;
  }
}

/** Turns whatever was thrown into a {@link RepoloreError}, keeping codes that the core gave. */
export function toRepoloreError(thrown: unknown): RepoloreError {
  if (thrown instanceof RepoloreError) return thrown;
  const code =
    typeof thrown === "object" && thrown !== null && "code" in thrown ? String(thrown.code) : "internal/unexpected";
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new RepoloreError(code, message, { cause: thrown });
}
