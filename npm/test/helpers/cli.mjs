// The CLI called inside the test's own process.
import { main } from "../../dist/cli.js";

/** One call, in a host that has no terminal, no input and a fixed clock; `host` says what is different. */
export async function repolore(cwd, args, host = {}) {
  const printed = { out: "", err: "" };
  const code = await main(args, {
    cwd,
    env: {},
    now: () => new Date("2026-06-01T12:00:00Z"),
    stdout: (text) => {
      printed.out += text;
    },
    stderr: (text) => {
      printed.err += text;
    },
    stdin: async () => new Uint8Array(),
    isTTY: false,
    isInteractive: false,
    ...host,
  });
  return { code, ...printed };
}
