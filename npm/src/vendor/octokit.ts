// Octokit with its throttling and retry plugins. The build replaces this module's output by one that carries
// the packages inside, so that the npm package has no dependencies of its own.
export { Octokit } from "@octokit/core";
export { retry } from "@octokit/plugin-retry";
export { throttling } from "@octokit/plugin-throttling";
export { default as Bottleneck } from "bottleneck/light.js";
