// A search endpoint for tests: right, wrong, slow, down or hostile on demand, and it remembers what it was asked.
import { createServer } from "node:http";

/** Starts the server; `behave(request)` gives the answer as an object, or handles the response itself. */
export async function startSearch(behave) {
  const asked = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString("utf8");
      asked.push({ url: request.url, body, headers: request.headers });
      const answer = await behave({ url: request.url, body, response, count: asked.length });
      if (answer === undefined) return;
      response.setHeader("content-type", "application/json");
      response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  return {
    url: `http://127.0.0.1:${port}/search`,
    asked,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

/** Results as search services give them. */
export function results(...texts) {
  return {
    results: texts.map((text, at) => ({ title: `Page ${at + 1}`, url: `https://example.org/${at}`, snippet: text })),
  };
}
