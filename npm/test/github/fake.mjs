// A GitHub for tests: a real HTTP server with a git database behind the routes that Repolore uses.
// It checks requests as strictly as GitHub does, and can be told to misbehave.
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { answerProblem, requestProblem } from "./validate.mjs";

const sha1 = (type, body) => createHash("sha1").update(`${type} ${body.length}\0`).update(body).digest("hex");

export class FakeGitHub {
  blobs = new Map();
  trees = new Map();
  commits = new Map();
  refs = new Map();
  issues = new Map();
  comments = new Map();
  pulls = [];
  /** What was asked, as `METHOD /path`. */
  log = [];
  /** Each may answer a request instead of the server: `(request, response) => handled`. */
  faults = [];
  /** Trees with more entries than this come truncated. */
  treeLimit = 100_000;
  protectedBranches = new Set();
  #server = createServer((request, response) => this.#serve(request, response));

  async start() {
    await new Promise((done) => this.#server.listen(0, "127.0.0.1", done));
    return this;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** Makes a commit of these files on a branch and returns its id. */
  commit(files, branch = "main", message = "files") {
    const parent = this.refs.get(branch);
    const tree = this.#writeTree(
      Object.entries(files).map(([path, content]) => {
        const { mode = "100644", body = content } =
          typeof content === "object" && !ArrayBuffer.isView(content) ? content : {};
        return [path, { mode, type: "blob", sha: this.#writeBlob(Buffer.from(body)) }];
      }),
    );
    const sha = this.#writeCommit({ message, tree, parents: parent ? [parent] : [] });
    this.refs.set(branch, sha);
    return sha;
  }

  /** Every file of a branch with its content. */
  files(branch = "main") {
    const all = {};
    for (const [path, { type, sha }] of this.#flat(this.commits.get(this.refs.get(branch)).tree)) {
      if (type === "blob") all[path] = this.blobs.get(sha).toString();
    }
    return all;
  }

  history(branch = "main") {
    const list = [];
    for (let sha = this.refs.get(branch); sha; sha = this.commits.get(sha).parents[0]) list.push(this.commits.get(sha));
    return list;
  }

  #writeBlob(body) {
    const sha = sha1("blob", body);
    this.blobs.set(sha, body);
    return sha;
  }

  /** Writes nested trees from flat paths. */
  #writeTree(flat) {
    const entries = new Map();
    const folders = new Map();
    for (const [path, entry] of flat) {
      const slash = path.indexOf("/");
      if (slash < 0) entries.set(path, entry);
      else {
        const name = path.slice(0, slash);
        folders.set(name, [...(folders.get(name) ?? []), [path.slice(slash + 1), entry]]);
      }
    }
    for (const [name, inner] of folders) {
      entries.set(name, { mode: "040000", type: "tree", sha: this.#writeTree(inner) });
    }
    const sha = sha1("tree", Buffer.from(JSON.stringify([...entries].sort())));
    this.trees.set(sha, entries);
    return sha;
  }

  #writeCommit(commit) {
    const sha = sha1("commit", Buffer.from(JSON.stringify([commit, this.commits.size])));
    this.commits.set(sha, { ...commit, sha });
    return sha;
  }

  #flat(tree, prefix = "") {
    const all = [];
    for (const [name, entry] of this.trees.get(tree)) {
      all.push([prefix + name, entry]);
      if (entry.type === "tree") all.push(...this.#flat(entry.sha, `${prefix}${name}/`));
    }
    return all;
  }

  #serve(request, response) {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      const url = new URL(request.url, this.url);
      this.log.push(`${request.method} ${url.pathname}`);
      const [fault] = this.faults;
      if (fault) {
        const handled = fault(request, response, () => this.faults.shift());
        if (handled) return;
      }
      const path = decodeURIComponent(url.pathname);
      const answer = (status, json, headers = {}) => {
        const lie = answerProblem(request.method, path, status, json);
        if (lie) throw new Error(`the fake answers ${request.method} ${path} as GitHub never would: ${lie}`);
        response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
        response.end(JSON.stringify(json));
      };
      const route = `${request.method} ${path.replace(/^\/repos\/o\/r/, "")}`;
      try {
        const sent = body ? JSON.parse(body) : {};
        const wrong = requestProblem(request.method, path, url.searchParams, sent);
        if (wrong) refuse(400, `against GitHub's description: ${wrong}`);
        this.#answer(route, url.searchParams, sent, answer);
      } catch (error) {
        answer(error.status ?? 500, { message: error.message });
      }
    });
  }

  #answer(route, query, body, answer) {
    const need = (map, key) => map.get(key) ?? refuse(404, "Not Found");
    const commitJson = ({ sha, message, tree, parents }) => ({
      sha,
      message,
      tree: { sha: tree },
      parents: parents.map((parent) => ({ sha: parent })),
    });
    const rules = [
      [/^GET $/, () => answer(200, { full_name: "o/r", default_branch: "main" })],
      [
        /^GET \/git\/ref\/heads\/(.+)$/,
        (branch) =>
          answer(200, { ref: `refs/heads/${branch}`, object: { type: "commit", sha: need(this.refs, branch) } }),
      ],
      [/^GET \/git\/commits\/(\w+)$/, (sha) => answer(200, commitJson(need(this.commits, sha)))],
      [
        /^GET \/git\/trees\/(\w+)$/,
        (sha) => {
          need(this.trees, sha);
          const all = query.has("recursive") ? this.#flat(sha) : [...this.trees.get(sha)];
          const truncated = query.has("recursive") && all.length > this.treeLimit;
          const tree = (truncated ? all.slice(0, this.treeLimit) : all).map(([path, entry]) => ({ path, ...entry }));
          answer(200, { sha, tree, truncated });
        },
      ],
      [
        /^GET \/git\/blobs\/(\w+)$/,
        (sha) => {
          const bytes = need(this.blobs, sha);
          const content = bytes.toString("base64").replace(/.{60}/g, "$&\n");
          answer(200, { sha, size: bytes.length, encoding: "base64", content });
        },
      ],
      [
        /^POST \/git\/blobs$/,
        () => {
          check(typeof body.content === "string" && ["utf-8", "base64"].includes(body.encoding ?? "utf-8"), "blob");
          answer(201, {
            sha: this.#writeBlob(Buffer.from(body.content, body.encoding === "base64" ? "base64" : "utf8")),
          });
        },
      ],
      [/^POST \/git\/trees$/, () => answer(201, { sha: this.#newTree(body), tree: [], truncated: false })],
      [
        /^POST \/git\/commits$/,
        () => {
          check(typeof body.message === "string" && this.trees.has(body.tree), "commit");
          check(Array.isArray(body.parents) && body.parents.every((sha) => this.commits.has(sha)), "parents");
          const { message, tree, parents, author } = body;
          answer(201, commitJson(this.commits.get(this.#writeCommit({ message, tree, parents, author }))));
        },
      ],
      [/^PATCH \/git\/refs\/heads\/(.+)$/, (branch) => this.#moveRef(branch, body, answer)],
      [/^GET \/issues\/(\d+)$/, (number) => answer(200, need(this.issues, Number(number)))],
      [
        /^GET \/issues\/(\d+)\/comments$/,
        (number) => answer(200, page(this.comments.get(Number(number)) ?? [], query)),
      ],
      [
        /^GET \/pulls$/,
        () => {
          const head = query.get("head")?.split(":")[1];
          const wanted = (pull) =>
            pull.state === (query.get("state") ?? "open") &&
            (!head || pull.head.ref === head) &&
            (!query.get("base") || pull.base.ref === query.get("base"));
          answer(200, page(this.pulls.filter(wanted), query));
        },
      ],
      [
        /^POST \/pulls$/,
        () => {
          for (const key of ["title", "head", "base"]) check(typeof body[key] === "string", key);
          check(this.refs.size === 0 || (this.refs.has(body.head) && this.refs.has(body.base)), "head");
          const number = this.pulls.length + 1;
          const pull = {
            ...{ number, state: "open", title: body.title, body: body.body ?? null },
            ...{ html_url: `${this.url}/o/r/pull/${number}`, head: { ref: body.head }, base: { ref: body.base } },
          };
          this.pulls.push(pull);
          answer(201, pull);
        },
      ],
      [
        /^PATCH \/pulls\/(\d+)$/,
        (number) => {
          const pull = this.pulls[Number(number) - 1] ?? refuse(404, "Not Found");
          answer(200, Object.assign(pull, body));
        },
      ],
    ];
    for (const [pattern, handle] of rules) {
      const match = pattern.exec(route);
      if (match) return handle(...match.slice(1));
    }
    refuse(404, `no route ${route}`);
  }

  #newTree({ base_tree: base, tree }) {
    check(Array.isArray(tree) && tree.length > 0, "tree");
    const flat = new Map(base ? this.#flat(base).filter(([, entry]) => entry.type !== "tree") : []);
    for (const item of tree) {
      check(typeof item.path === "string" && ["100644", "100755", "120000"].includes(item.mode), "tree.mode");
      check(item.type === "blob", "tree.type");
      check("content" in item !== "sha" in item, "tree: either content or sha");
      if (item.sha === null) {
        check(flat.delete(item.path), "GitRPC::BadObjectState");
        continue;
      }
      if ("sha" in item) check(this.blobs.has(item.sha), "tree.sha");
      const sha = item.sha ?? this.#writeBlob(Buffer.from(item.content, "utf8"));
      flat.set(item.path, { mode: item.mode, type: "blob", sha });
    }
    return this.#writeTree([...flat]);
  }

  #moveRef(branch, { sha, force }, answer) {
    check(this.refs.has(branch) && this.commits.has(sha), "Reference does not exist");
    if (this.protectedBranches.has(branch)) {
      refuse(422, "Repository rule violations found\n\nChanges must be made through a pull request.");
    }
    const isAncestor = (older, newer) =>
      older === newer || this.commits.get(newer).parents.some((parent) => isAncestor(older, parent));
    if (!force && !isAncestor(this.refs.get(branch), sha)) refuse(422, "Update is not a fast forward");
    this.refs.set(branch, sha);
    answer(200, { ref: `refs/heads/${branch}`, object: { type: "commit", sha } });
  }
}

function refuse(status, message) {
  throw Object.assign(new Error(message), { status });
}

function check(holds, what) {
  if (!holds) refuse(422, `Invalid request: ${what}`);
}

function page(list, query) {
  const size = Math.min(Number(query.get("per_page") ?? 30), 100);
  const start = (Number(query.get("page") ?? 1) - 1) * size;
  return list.slice(start, start + size);
}
