#!/usr/bin/env node
import { isatty } from "node:tty";
import "./load/node.js";
import { main } from "./cli.js";
import { expectOneCommand } from "./load/short-run.js";

expectOneCommand();

/** Writes to a stream that is set up when it is first needed. */
function writerTo(name: "stdout" | "stderr"): (text: string) => void {
  let stream: NodeJS.WriteStream | undefined;
  return (text) => {
    stream ??= process[name].on("error", (error: NodeJS.ErrnoException) => {
      // A reader that has seen enough (`| head`) closes the pipe; that is not an error, and changes no exit code.
      if (error.code !== "EPIPE") throw error;
    });
    stream.write(text);
  };
}

const run = main(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  now: () => new Date(),
  stdout: writerTo("stdout"),
  stderr: writerTo("stderr"),
  stdin: async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  },
  // Asking the streams themselves would set up all three of them.
  isTTY: isatty(1),
  stderrIsTTY: isatty(2),
  isInteractive: isatty(0) && isatty(1),
  ask: async (question) => {
    const { createInterface } = await import("node:readline/promises");
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await terminal.question(question);
    } finally {
      terminal.close();
    }
  },
});

void run.then((code) => {
  process.exitCode = code;
});
