#!/usr/bin/env node
import { isatty } from "node:tty";
import "./load/node.js";
import { main } from "./cli.js";
import { expectOneCommand } from "./load/short-run.js";

expectOneCommand();

// A reader that has seen enough (`| head`) closes the pipe; that is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const run = main(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  now: () => new Date(),
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
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
