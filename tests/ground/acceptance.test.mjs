// The acceptance behaviours of grounding, with real processes and a real search endpoint.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tree } from "../../npm/test/helpers/folder.mjs";
import { FILES, makeProject, repolore } from "./project.mjs";
import { results, startSearch } from "./server.mjs";

async function inProject(body, options) {
  const project = makeProject(options);
  try {
    await body(project);
  } finally {
    project.remove();
  }
}

const stored = (project, track, name) =>
  JSON.parse(readFileSync(join(project.root, "conductor/tracks", track, "grounding", `${name}.json`), "utf8"));

test("every transition of a full session runs its own grounding", () =>
  inProject(async (project) => {
    const expected = {
      "discover-define": ["mini", "advisory"],
      "define-develop": ["mini", "advisory"],
      "develop-deliver": ["standard", "gatekeeper"],
      "deliver-complete": ["full", "mandatory"],
    };
    for (const [transition, [tier, level]] of Object.entries(expected)) {
      const args = [
        "gate",
        "--track",
        "login",
        "--transition",
        transition,
        "--question",
        "Where is `sendChunk` defined?",
      ];
      const { code, stderr } = await repolore(project, args);
      assert.equal(code, 0, stderr);
      const result = stored(project, "login", transition);
      assert.equal(result.grounding_type, tier);
      assert.equal(result.enforcement_level, level);
      assert.equal(result.phase_transition, transition);
    }
    assert.ok(existsSync(join(project.root, "conductor/tracks/login/grounding/impact-scan.md")));
    const speed = await repolore(project, ["ground", "--mode", "speed", "--json", "Where is `sendChunk` defined?"]);
    assert.equal(speed.json().result.grounding_type, "light");
    assert.deepEqual(speed.json().result.routing.sources_tried, ["repo"]);
  }));

test("DELIVER is blocked without grounding", () =>
  inProject(async (project) => {
    const blocked = await repolore(project, ["gate", "--track", "t", "--transition", "develop-deliver", "--json"]);
    assert.equal(blocked.code, 3);
    assert.equal(blocked.json().decision.action, "RUN_GROUNDING");
    assert.equal(blocked.json().decision.allowed, false);
    const complete = await repolore(project, ["gate", "--track", "t", "--transition", "deliver-complete", "--json"]);
    assert.deepEqual([complete.code, complete.json().decision.action], [3, "RUN_GROUNDING"]);
    const early = await repolore(project, ["gate", "--track", "t", "--transition", "discover-define"]);
    assert.equal(early.code, 0);
    assert.match(early.stdout, /⚠️ Grounding skipped\./);
  }));

test("the router sends nine of ten acceptance questions to the right source", () =>
  inProject(async (project) => {
    const lines = readFileSync(new URL("./questions.jsonl", import.meta.url), "utf8")
      .trim()
      .split("\n");
    const acceptance = lines.map((line) => JSON.parse(line)).filter((question) => question.acceptance);
    assert.equal(acceptance.length, 20);
    const { routeQuestion } = await import("../../npm/dist/index.js");
    const right = acceptance.filter(({ question, source }) => routeQuestion(question).primary === source);
    assert.ok(right.length >= 18, `${right.length} of 20`);
    const { code, stdout } = await repolore(project, ["route", "--json", acceptance[0].question]);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).primary, acceptance[0].source);
  }));

test("the impact scan of a design that names its files and symbols finds them all", () =>
  inProject(async (project) => {
    const design =
      "# Retries with a delay\n\n- Change `sendChunk` to wait between tries\n- src/upload/limits.ts: add RETRY_DELAY\n" +
      "- Create src/upload/delay.ts\n- Delete docs/upload.md\n";
    const { code, stdout } = await repolore(project, ["impact", "--design", "-", "--json"], { input: design });
    assert.equal(code, 0);
    const report = JSON.parse(stdout);
    const of = (path) => report.files.find((file) => file.path === path);
    assert.equal(of("src/upload/client.ts").likelihood, "named");
    assert.equal(of("src/upload/limits.ts").change, "modify");
    assert.equal(of("src/upload/delay.ts").change, "create");
    assert.equal(of("docs/upload.md").change, "delete");
    assert.ok(of("src/upload/client.test.ts"), "the test beside the code");
    assert.ok(of("src/upload/limits.ts").order < of("src/upload/client.ts").order, "what is imported comes first");
    assert.deepEqual(of("src/upload/client.ts").dependencies, ["src/upload/limits.ts"]);
    assert.equal(report.totals.files, report.files.length);
    assert.ok(!stdout.includes("ignored/"));
    const table = await repolore(project, ["impact", "--design", "-"], { input: design });
    assert.match(table.stdout, /\| # \| File Path \| Change \| Risk \| Dependencies \| Order \|/);
    const cut = await repolore(project, ["impact", "--design", "-", "--limit", "0", "--json"], { input: design });
    assert.match(cut.json().warnings.join("\n"), /by path only/);
  }));

test("the same question within five minutes makes one call, also across processes", () =>
  inProject(async (project) => {
    const search = await startSearch(() =>
      results("The Stripe API answers 402 when a charge is declined", "Stripe: declined charge is 402"),
    );
    try {
      const env = { REPOLORE_WEB_URL: `${search.url}?key=c0nfidential` };
      const args = (question) => ["ground", "--transition", "define-develop", "--json", question];
      const asked = "What does the Stripe API answer when a charge is declined?";
      const first = await repolore(project, args(asked), { env });
      assert.equal(first.json().result.queries[0].cached, false);
      const again = await repolore(project, args(`  ${asked.toUpperCase()}!! `), { env });
      assert.equal(again.json().result.queries[0].cached, true);
      assert.equal(search.asked.length, 1);
      const other = "What does the Stripe API answer when a refund is declined?";
      await Promise.all([repolore(project, args(other), { env }), repolore(project, args(other), { env })]);
      assert.equal(search.asked.length, 2, "two processes at the same moment make one call");
      await repolore(project, ["ground", "--no-cache", "--transition", "define-develop", other], { env });
      assert.equal(search.asked.length, 3);
      const kept = Object.values(tree(join(project.root, ".git", "test-cache"))).join();
      assert.match(kept, /Stripe/);
      assert.doesNotMatch(kept, /c0nfidential/);
    } finally {
      await search.stop();
    }
  }));

test("of many transcripts the last changed ones answer, and a change is noticed at once", () =>
  inProject(async (project) => {
    const folder = ".GITCLAW/state/sessions";
    const said = (text) => `${JSON.stringify({ role: "user", content: text, timestamp: "2026-01-01T10:00:00Z" })}\n`;
    for (let n = 10; n < 80; n++) {
      project.write(`${folder}/${n}.jsonl`, said(`Note ${n} is about the weather.`));
      utimesSync(join(project.root, folder, `${n}.jsonl`), n, n);
    }
    const ask = async () => {
      const args = ["ground", "--json", "--all-sources", "Why did we choose marmalade for the ferry timetable?"];
      const { outcomes } = (await repolore(project, args)).json();
      return outcomes.find(({ source }) => source === "history");
    };
    assert.doesNotMatch((await ask()).answer?.text ?? "", /marmalade/);
    assert.equal((await ask()).cached, true);
    project.write(`${folder}/10.jsonl`, said("We chose marmalade for the ferry timetable because it is orange."));
    assert.match((await ask()).answer.evidence[0].place, /10\.jsonl/);
  }));

test("what was said is no evidence of what the work tree holds", () =>
  inProject(async (project) => {
    const said = { role: "user", content: "Where is frobnicateQueue defined?", timestamp: "2026-01-01T10:00:00Z" };
    const page = "# Queue\n\nThe function frobnicateQueue is defined here.\n";
    const places = ["state/sessions/1.jsonl", "state/kb-items.jsonl", "knowledge/project/queue.md"];
    for (const place of places) {
      project.write(`.GITCLAW/${place}`, place.endsWith(".md") ? page : `${JSON.stringify(said)}\n`);
    }
    const asked = await repolore(project, ["ground", "--json", "--all-sources", "Where is frobnicateQueue defined?"]);
    const { outcomes } = asked.json();
    assert.equal(outcomes.find(({ source }) => source === "repo").status, "empty");
    assert.equal(outcomes.find(({ source }) => source === "history").status, "answered");
    const { stdout } = await repolore(project, ["impact", "--design", "-", "--json"], {
      input: "Change `frobnicateQueue` to wait.\n",
    });
    assert.ok(JSON.parse(stdout).files.every(({ path }) => !path.startsWith(".GITCLAW/")));
  }));

test("an answer is asked for again when its time is over", () =>
  inProject(async (project) => {
    const { ground } = await import("../../npm/dist/index.js");
    const search = await startSearch(() => results("React 19 is the latest version", "Latest React: 19"));
    try {
      const env = { REPOLORE_CACHE_DIR: join(project.root, ".git/cache") };
      const ask = (minutes) =>
        ground({
          question: "What is the latest version of React?",
          transition: "define-develop",
          root: project.root,
          web: { url: search.url },
          env,
          now: () => new Date(Date.UTC(2026, 0, 1, 0, minutes)),
        });
      await ask(0);
      await ask(4);
      assert.equal(search.asked.length, 1);
      await ask(5);
      assert.equal(search.asked.length, 2);
    } finally {
      await search.stop();
    }
  }));

test("secrets leave the question before it is sent, and that is logged", () =>
  inProject(async (project) => {
    const search = await startSearch(() => results("The Stripe API wants an API key", "Stripe API keys"));
    try {
      const question = "Does the Stripe API accept API_KEY=abc123 from /home/ada/work?";
      const run = await repolore(project, ["ground", "--transition", "define-develop", "--track", "s", question], {
        env: { REPOLORE_WEB_URL: search.url },
      });
      const sent = JSON.parse(search.asked[0].body).query;
      assert.equal(sent, "Does the Stripe API accept API_KEY=[REDACTED] from /~/work?");
      const log = JSON.parse(run.stderr.split("\n").find((line) => line.startsWith("{")));
      assert.equal(log.code, "GR-005");
      assert.deepEqual(Object.keys(log.details).sort(), [
        "original_length",
        "redaction_count",
        "sanitized_length",
        "source",
      ]);
      const result = stored(project, "s", "define-develop");
      assert.equal(result.queries[0].sanitized, true);
      assert.equal(result.queries[0].redaction_count, 2);
      assert.ok(!JSON.stringify(result).includes("abc123") && !run.stderr.includes("abc123"));
    } finally {
      await search.stop();
    }
  }));

test("sources that disagree are shown with a recommendation", () =>
  inProject(async (project) => {
    const search = await startSearch(() => results("The cache TTL is 10 minutes by default", "Cache TTL: 600 seconds"));
    try {
      const args = [
        "--transition",
        "develop-deliver",
        "--all-sources",
        "--track",
        "c",
        "What is the cache TTL in seconds?",
      ];
      const env = { REPOLORE_WEB_URL: search.url };
      const { code, stdout } = await repolore(project, ["ground", ...args], { env });
      assert.equal(code, 0);
      for (const part of [
        "⚠️ CONFLICT DETECTED",
        "Web source suggests:",
        "Using: repo (higher confidence)",
        "Review recommended before DELIVER",
      ]) {
        assert.ok(stdout.includes(part), `${part}\n${stdout}`);
      }
      const result = stored(project, "c", "develop-deliver");
      assert.equal(result.conflicts[0].source1, "repo");
      assert.equal(result.error_code, "GR-004");
      assert.equal(result.overall_confidence, "medium");
      const again = await repolore(project, ["ground", ...args], { env });
      assert.equal(again.code, 0);
      assert.equal(search.asked.length, 2, "a conflict is not served from the cache");
    } finally {
      await search.stop();
    }
  }));

test("a source that does not answer in time leaves a partial result with a warning", () =>
  inProject(async (project) => {
    const search = await startSearch(() => undefined);
    try {
      const args = ["ground", "--transition", "define-develop", "--json", "What is the RETRY_LIMIT of uploads?"];
      const run = await repolore(project, args, { env: { REPOLORE_WEB_URL: search.url } });
      assert.equal(run.code, 0);
      const { result, outcomes } = run.json();
      assert.deepEqual(
        outcomes.map(({ source, status }) => `${source} ${status}`),
        ["web timed-out", "repo answered"],
      );
      assert.equal(result.error_code, "GR-002");
      assert.match(result.notes, /GR-002: web did not end within its limit/);
      assert.match(run.stderr, /GR-002/);
      assert.deepEqual(result.routing, {
        sources_tried: ["web", "repo"],
        sources_succeeded: ["repo"],
        fallback_used: true,
      });
    } finally {
      await search.stop();
    }
  }));

test("when everything fails a mandatory transition needs a person", () =>
  inProject(
    async (project) => {
      const search = await startSearch(({ response }) => {
        response.statusCode = 500;
        return "{}";
      });
      try {
        const args = ["--track", "f", "--transition", "deliver-complete"];
        const env = { REPOLORE_WEB_URL: search.url };
        const question = "Why did zyzzyva outrank quokka?";
        const failed = await repolore(project, ["ground", ...args, "--json", question], { env });
        assert.equal(failed.code, 4);
        assert.equal(failed.json().decision.action, "MANUAL_VERIFY");
        assert.equal(failed.json().result.error_code, "GR-001");
        assert.equal(failed.json().result.all_sources_failed, true);
        assert.equal((await repolore(project, ["gate", ...args])).code, 4);
        assert.equal((await repolore(project, ["gate", ...args, "--approve"])).code, 2, "needs a reason");
        const passed = await repolore(project, ["gate", ...args, "--approve", "--reason", "checked with the vendor"]);
        assert.equal(passed.code, 0);
        assert.match(passed.stdout, /let pass by hand: checked with the vendor/);
        assert.equal(stored(project, "f", "deliver-complete").manual_override, true);
      } finally {
        await search.stop();
      }
    },
    { files: { "readme.md": "# Nothing\n", ...{ ".gitignore": FILES[".gitignore"] } } },
  ));

test("weak evidence is told as such, and a mandatory transition asks for more", () =>
  inProject(
    async (project) => {
      const args = ["--track", "w", "--transition", "deliver-complete", "--json"];
      const weak = await repolore(project, ["ground", ...args, "Which colour do walruses prefer for upload banners?"]);
      const { result, decision } = weak.json();
      assert.equal(result.error_code, "GR-003", JSON.stringify(result));
      assert.equal(result.overall_confidence, "low");
      assert.equal(decision.action, "RETRY_GROUNDING");
      assert.notEqual(weak.code, 0);
    },
    { files: { "notes.md": "# Notes\n\nThe upload is slow.\n", ".gitignore": FILES[".gitignore"] } },
  ));

test("without a network the grounding goes on with the repository and says so", () =>
  inProject(async (project) => {
    const search = await startSearch(() => ({}));
    await search.stop();
    const args = ["ground", "--transition", "define-develop", "--json", "What is the RETRY_LIMIT of uploads?"];
    const down = await repolore(project, args, { env: { REPOLORE_WEB_URL: search.url } });
    assert.equal(down.code, 0);
    assert.match(down.stderr, /repo-only mode/);
    assert.equal(down.json().result.routing.fallback_used, true);
    assert.equal(down.json().result.overall_confidence, "high");
    const off = await repolore(project, args);
    assert.match(off.stderr, /no search endpoint is configured.*repo-only mode/);
  }));

test("a hostile endpoint does no harm", () =>
  inProject(async (project) => {
    const answers = [
      "<html>not json",
      "null",
      JSON.stringify({ results: [{ snippet: 5, title: {} }, null, 7, "text"] }),
      JSON.stringify({
        results: [
          {
            title: "<script>alert(1)</script> Stripe API",
            snippet: "\u001b[2J\u0000declined charge \u202e API",
            url: "javascript:alert(1)",
          },
        ],
      }),
      `{"results":[{"snippet":"${"x".repeat(3 * 1024 * 1024)}"}]}`,
    ];
    const search = await startSearch(({ count, response }) => {
      if (count > answers.length) {
        response.writeHead(302, { location: "http://127.0.0.1:1/elsewhere" });
        response.end();
        return undefined;
      }
      return answers[count - 1];
    });
    try {
      for (let n = 0; n <= answers.length; n++) {
        const run = await repolore(
          project,
          [
            "ground",
            "--no-cache",
            "--transition",
            "define-develop",
            "--json",
            "What does the Stripe API say of a declined charge?",
          ],
          { env: { REPOLORE_WEB_URL: search.url } },
        );
        assert.equal(run.code, 0, run.stderr);
        const web = run.json().outcomes.find(({ source }) => source === "web");
        assert.ok(!JSON.stringify(web).includes("<script>") && !JSON.stringify(web).includes("javascript:"));
        assert.doesNotMatch(JSON.stringify(web), /\\u001b|\\u0000|\u202e/);
      }
    } finally {
      await search.stop();
    }
  }));

test("a skip needs a reason and is recorded", () =>
  inProject(async (project) => {
    const args = ["gate", "--track", "k", "--transition", "develop-deliver", "--skip"];
    const refused = await repolore(project, args);
    assert.deepEqual([refused.code, /needs a reason/.test(refused.stderr)], [2, true]);
    const done = await repolore(project, [...args, "--reason", "only a typo", "--verification", "human_review"]);
    assert.equal(done.code, 0);
    const { skip_override: skip, enforcement_action: action } = stored(project, "k", "develop-deliver");
    assert.deepEqual(
      [skip.skipped, skip.reason, skip.verification_method, action],
      [true, "only a typo", "human_review", "SKIPPED"],
    );
    const mandatory = [
      "gate",
      "--track",
      "k",
      "--transition",
      "deliver-complete",
      "--skip",
      "--reason",
      "reviewed by Ada",
    ];
    assert.equal((await repolore(project, [...mandatory, "--verification", "human_review"])).code, 2);
    const risk = ["--verification", "human_review", "--risk", "docs may be stale"];
    assert.equal((await repolore(project, [...mandatory, ...risk])).code, 0);
  }));

test("one track cannot read or write another's results", () =>
  inProject(async (project) => {
    for (const name of ["../x", "a/b", "..", "", ".hidden", "a\\b"]) {
      const { code } = await repolore(project, ["gate", `--track=${name}`, "--transition", "develop-deliver"]);
      assert.equal(code, 2, name);
    }
    const tracks = join(project.root, "conductor/tracks");
    mkdirSync(join(tracks, "mine/grounding"), { recursive: true });
    writeFileSync(join(tracks, "mine/grounding/develop-deliver.json"), "not json");
    const broken = await repolore(project, ["gate", "--track", "mine", "--transition", "develop-deliver"]);
    assert.deepEqual([broken.code, /not JSON; run grounding again/.test(broken.stderr)], [1, true]);
    symlinkSync(join(tracks, "mine"), join(tracks, "thief"));
    const linked = await repolore(project, ["gate", "--track", "thief", "--transition", "develop-deliver"]);
    assert.deepEqual([linked.code, /is a link/.test(linked.stderr)], [1, true]);
    assert.deepEqual(readdirSync(join(tracks, "mine/grounding")), ["develop-deliver.json"]);
  }));

test("no planted secret reaches a query, a result, the cache or a log", async () => {
  // Made up anew from a fixed seed: shaped like the real ones, and not like the examples of documentation.
  let seed = 20260115;
  const letters = (alphabet, count) =>
    Array.from({ length: count }, () => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return alphabet[(seed >>> 16) % alphabet.length];
    }).join("");
  const any = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const secrets = [
    `ghp_${letters(any, 36)}`,
    `AKIA${letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
    `xoxb-${letters("0123456789", 12)}-${letters("0123456789", 12)}-${letters(any, 24)}`,
    `sk-ant-api03-${letters(any, 93)}AA`,
    letters(any, 14),
  ];
  const planted = {
    ...FILES,
    "src/config.ts": `export const charge = { github_token: "${secrets[0]}", aws: "${secrets[1]}", slack: "${secrets[2]}" };\n`,
    "src/keys.ts": `// charge with this key\nconst ANTHROPIC_API_KEY = "${secrets[3]}";\nconst PASSWORD = "${secrets[4]}";\n`,
  };
  await inProject(
    async (project) => {
      const search = await startSearch(() =>
        results(`Charge with token ${secrets[0]}`, `PASSWORD=${secrets[4]} for charge`),
      );
      try {
        const question = `Does the Stripe charge take password=${secrets[4]} or the key ${secrets[1]} and ${secrets[3]}?`;
        const args = ["--transition", "deliver-complete", "--all-sources", "--track", "p"];
        const env = { REPOLORE_WEB_URL: search.url };
        const runs = [
          await repolore(project, ["ground", ...args, "--json", question], { env }),
          await repolore(project, ["ground", ...args, question], { env }),
          await repolore(project, ["gate", "--track", "p", "--transition", "deliver-complete", "--json"], { env }),
        ];
        const files = readdirSync(project.root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /tracks|test-cache/.test(entry.parentPath ?? entry.path))
          .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8"));
        assert.ok(files.length >= 3, "result, impact scan and cache");
        const everything = [
          ...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]),
          ...files,
          ...search.asked.map(({ body }) => body),
        ];
        for (const secret of secrets) {
          for (const text of everything)
            assert.ok(!text.includes(secret), `${secret.slice(0, 8)}… in ${text.slice(0, 300)}`);
        }
      } finally {
        await search.stop();
      }
    },
    { files: planted },
  );
});

test("a transition of a project's own does not block, and has its own record", () =>
  inProject(async (project) => {
    const gate = (name, ...more) => repolore(project, ["gate", "--track", "own", "--transition", name, ...more]);
    await gate("Staging to Canary", "--skip", "--reason", "rehearsed by hand");
    assert.match(stored(project, "own", "staging-to-canary").skip_override.reason, /rehearsed/);
    const { code, stdout } = await gate("canary/production", "--json");
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).result, null, "what was said about another one does not count");
  }));

test("wrong calls are refused with what would be right", () =>
  inProject(async (project) => {
    for (const [args, message] of [
      [["ground"], /say what to check/],
      [["ground", "--mode", "fast", "x"], /there are speed and full/],
      [["route"], /say the question/],
      [["impact"], /name the design/],
      [["impact", "--design", "missing.md"], /missing\.md: cannot be read/],
      [["impact", "--design", "-", "--limit", "x"], /name the design|seconds/],
      [["gate"], /name the track/],
      [["gate", "--track", "a"], /name the transition/],
      [["gate", "--track", "a", "--transition", "develop-delivr"], /did you mean "develop-deliver"\?/],
      [["gate", "--track", "a", "Develop→Delivr"], /did you mean "develop-deliver"\?/],
      [["gate", "--track", "a", "--transition", "…"], /named by letters and digits/],
      [["ground", "--transition", "deliver-complet", "x"], /did you mean "deliver-complete"\?/],
      [["route", "--transition", "discover-defin", "x"], /did you mean "discover-define"\?/],
    ]) {
      const { code, stderr } = await repolore(project, args);
      assert.equal(code, 2, `${args} ${stderr}`);
      assert.match(stderr, message);
    }
  }));
