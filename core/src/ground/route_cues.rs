//! The signs the router knows. Phrases stand between spaces, in lower case.

use super::policy::GroundingSource::{self, History, Repo, Web};

/// A phrase that speaks for a source.
pub(super) struct Cue {
    pub(super) phrase: &'static str,
    pub(super) source: GroundingSource,
    /// Tenths of a point: 10 is a hint, 40 settles it.
    pub(super) weight: i32,
    pub(super) because: &'static str,
}

const fn cue(source: GroundingSource, weight: i32, because: &'static str, phrase: &'static str) -> Cue {
    Cue { phrase, source, weight, because }
}

macro_rules! cues {
    ($($source:ident $weight:literal $because:literal: [$($phrase:literal),+ $(,)?];)+) => {
        &[$($(cue($source, $weight, $because, concat!(" ", $phrase, " "))),+),+]
    };
}

/// Every phrase counts once.
pub(super) const CUES: &[Cue] = cues! {
    History 36 "asks what was decided": ["decided", "decide on", "decision", "decisions", "decision record", "adr", "adrs",
        "settled on", "settle on", "agreed", "agree on", "concluded", "conclude", "conclusion", "rationale", "reasoning", "trade-offs",
        "tradeoffs", "rejected", "reject", "ruled out", "opted", "chose", "changed our mind"];
    History 30 "asks for the reason": ["reason for", "reason we", "reason behind", "reasons for", "reason why", "reason that we", "how come", "why do we",
        "why dont we", "why did", "why was", "why were", "why are we", "why arent we", "why have we", "why does our", "why is our", "why we"];
    History 30 "asks about earlier work": ["did we", "have we", "had we", "last time", "last week", "last month", "last year", "last quarter",
        "last sprint", "last session", "previous session", "previous attempt", "previous agent", "previous discussion", "earlier session",
        "earlier discussion", "earlier conversation", "in the past", "in an earlier", "remember", "recall", "remind me", "since when", "ever considered",
        "yesterday", "the other day", "back then", "back when", "has anyone", "have there been", "has there been", "we talked", "talked about",
        "we discussed", "discussed", "discussion", "discussions", "we tried", "already tried", "lesson", "lessons", "learned", "learnt", "outage", "incident",
        "postmortem", "post-mortem", "retro", "retrospective", "went wrong", "outcome of", "who decided", "who chose", "who asked", "who requested", "who approved",
        "who changed", "who last", "who introduced", "who added", "who removed", "who wrote", "which commit", "what commit", "when did", "when was", "when were",
        "what led", "first introduced", "meeting notes", "which session", "ended up", "so far"];
    History 15 "asks about earlier work": ["tried", "attempt", "attempts", "attempted", "considered", "considering", "complaint", "complaints", "complained", "objections", "objected",
        "previously", "formerly", "originally", "earlier", "historically", "history", "promised", "promise", "reported", "switched", "switch to", "migrated", "moved away", "move away", "reverted", "rolled back",
        "removed", "dropped", "dropping", "abandoned", "introduced", "used to", "ever", "session", "sessions", "conversation", "conversations", "again", "alternatives we", "spike", "notes", "the old"];
    History 25 "asks about earlier work": ["plan for", "past decision", "past decisions", "past conversations", "past sessions", "previous sessions", "story behind", "choice of", "responsible for", "give up on", "gave up", "made us", "at some point", "long ago", "looked into", "workaround was"];

    Repo 34 "points at this repository": ["this repo", "this repository", "this codebase", "this project", "this code base", "this code", "this package", "this module", "this file",
        "this app", "this service", "this crate", "this library", "this workspace", "this monorepo", "the repo", "the repository", "the codebase", "the code base", "the monorepo", "codebase", "our code", "our codebase", "our repo",
        "this directory", "this folder", "in-house"];
    Repo 20 "points at us": ["our", "ours", "here"];
    Repo 15 "points at us": ["we", "us", "project", "project's"];
    Repo 15 "points at how it is built": ["ci", "the build", "our build", "the pipeline", "the lockfile", "root package.json"];
    Repo 14 "asks what is used here": ["do we depend", "do we use", "do we ship", "do we bundle", "are we using", "are we on", "are we pinned", "do we already"];
    Repo 18 "asks for a place in the code": ["where is", "where are", "where do", "where does", "where should", "where in", "where can", "where to", "where", "in which file", "which file", "which files", "what file", "which module", "which modules",
        "which class", "which function", "which component", "which folder", "which directory", "which package", "which packages", "which tests", "which test", "which script", "which scripts", "which environment variables", "which env", "what calls", "who calls",
        "what uses", "who uses", "callers of", "call sites", "called from", "places that", "places where", "any places", "the places", "usages of", "usage of", "references to", "reference", "references", "instantiated", "imported from", "defined", "declared", "registered",
        "implemented", "implements", "implement the", "implementation", "entry point", "entrypoint", "find where", "find the", "look up the", "show me how", "used anywhere", "configured in", "wired"];
    Repo 16 "asks for what exists": ["existing", "already have", "already a", "already an", "do we have", "is there a helper", "is there already", "currently", "current implementation", "reuse", "re-use", "similar function", "similar to", "other handlers", "the other",
        "any existing", "the tests", "the integration tests", "the unit tests", "the test suite", "the code", "the code that", "the config", "in the api folder"];
    Repo 10 "names a part of a program": ["the parser", "module", "handler", "handlers", "component", "middleware", "helper", "helpers", "model", "function", "class", "table", "fixtures", "folder", "routes", "tests", "migrations", "env var", "env vars", "screen", "page", "pages", "job", "jobs", "worker", "branch", "branches"];
    Repo 14 "asks how things are written here": ["convention", "conventions", "naming", "named", "code style", "commit message", "changelog entry", "guideline", "guidelines", "our practice", "lint rules", "linter rules", "indentation", "colocate"];

    Web 26 "asks for the newest state outside": ["latest", "newest", "newer", "most recent", "up to date", "up-to-date", "current stable", "stable version", "lts", "end of life", "eol", "nowadays", "these days"];
    Web 26 "asks for what is published": ["documentation", "docs", "doc", "official", "officially", "according to the", "changelog of", "release notes", "changelog for", "upstream", "spec", "specification", "rfc", "w3c", "whatwg", "ecma", "iso", "standard say", "mdn", "stack overflow", "stackoverflow", "manual"];
    Web 28 "asks for a security notice": ["cve", "cves", "vulnerability", "vulnerabilities", "vulnerable", "security advisory", "advisories", "exploit"];
    Web 18 "asks what something outside can do": ["support", "supports", "supported", "compatible", "compatibility", "work with", "works with", "breaking changes", "breaking change", "deprecated", "deprecation", "deprecate", "been released", "released", "still maintained", "maintained", "license", "licence", "licensed",
        "peer dependencies", "available in", "available on", "browser", "browsers", "alternatives to", "alternative to", "difference between", "differences between", "compared to", "versus", "vs", "charge for", "pricing", "cost of", "how much does", "free tier", "quota", "reach end"];
    Web 16 "asks how things are done in general": ["best practice", "best practices", "recommended way", "recommended approach", "industry", "in general", "generally", "idiomatic", "state of the art", "how do you", "how does one", "how to", "how do i", "should one", "one use", "can you", "what is a", "what is an"];
    Web 14 "compares": ["faster", "better than", "smaller than", "more popular", "performance of"];
    Web 10 "names something published": ["api", "apis", "library", "libraries", "package", "npm", "pypi", "crates.io", "crate", "release", "releases", "sdk", "rest", "endpoint", "header", "rate limit", "scopes", "protocol", "syntax", "maximum", "max", "limit of", "oauth", "webhook"];
};

/// Words that turn a question about something made elsewhere into one about its use here.
pub(super) const MAKES_LOCAL: &[&str] = &[
    " we ",
    " our ",
    " ours ",
    " us ",
    " here ",
    " this repo ",
    " this repository ",
    " this project ",
    " this codebase ",
    " this package ",
    " this app ",
    " this service ",
    " this crate ",
    " this workspace ",
    " this monorepo ",
    " the repo ",
    " the codebase ",
    " the project ",
    " ci ",
    " the build ",
    " the pipeline ",
];

/// Phrases of questions about versions and packages.
pub(super) const DEPENDENCY: &[&str] = &[
    " version ",
    " versions ",
    " dependency ",
    " dependencies ",
    " depend ",
    " depends ",
    " dependent ",
    " package ",
    " packages ",
    " library ",
    " libraries ",
    " crate ",
    " crates ",
    " release ",
    " releases ",
    " released ",
    " upgrade ",
    " upgrading ",
    " peer ",
    " compatible ",
    " compatibility ",
    " license ",
    " licence ",
    " cve ",
    " cves ",
    " vulnerability ",
    " vulnerabilities ",
    " vulnerable ",
    " security advisory ",
    " maintained ",
    " lts ",
    " eol ",
    " end of life ",
    " changelog of ",
    " release notes ",
    " changelog ",
    " breaking changes ",
    " breaking change ",
    " latest ",
    " newest ",
    " newer ",
    " pinned ",
    " pin ",
    " lockfile ",
    " lock file ",
    " alternatives to ",
    " faster ",
    " replaced ",
    " licensed ",
    " major ",
    " work with ",
    " works with ",
    " changed between ",
    " changes between ",
    " alternative to ",
    " import the ",
    " still supported ",
    " supported ",
    " bump ",
    " outdated ",
    " installed ",
    " minimum ",
    " transitive ",
    " new in ",
    " been deprecated ",
    " npm ",
    " pypi ",
    " crates.io ",
];

/// Phrases of questions about how things are written here.
pub(super) const CONVENTION: &[&str] = &[
    " convention ",
    " conventions ",
    " naming ",
    " named ",
    " name ",
    " style ",
    " guideline ",
    " guidelines ",
    " format ",
    " should ",
    " prefix ",
    " prefixed ",
    " suffix ",
    " tabs ",
    " spaces ",
    " standard way ",
    " practice ",
    " linter ",
    " lint ",
    " indentation ",
    " put ",
    " to place ",
    " we place ",
    " placed ",
    " belong ",
    " belongs ",
    " supposed to ",
    " is it ok ",
    " is it okay ",
    " allowed to ",
    " go into ",
    " goes into ",
    " live in ",
    " layout ",
    " commit message ",
    " worded ",
    " named exports ",
    " default or ",
    " colocate ",
    " folder structure ",
    " rule ",
    " rules ",
    " prefer ",
    " preferred ",
    " organize ",
    " organise ",
    " structure ",
    " conventional ",
];

/// Whether a lower-case name is a well-known technology that is made elsewhere.
///
/// General knowledge, so that names written without a capital are seen too; other names are recognised by shape.
pub(super) fn is_made_elsewhere(name: &str) -> bool {
    ELSEWHERE.binary_search(&name).is_ok()
}

/// Names that are words of every day too: in small letters they name no product ("what next?", "edge cases").
pub(super) const EVERYDAY: [&str; 7] = ["commander", "edge", "moment", "next", "ray", "requests", "solid"];

#[rustfmt::skip]
const ELSEWHERE: &[&str] = &[
    "actix", "airflow", "ajv", "algolia", "alpine", "anaconda", "android", "angular", "ansible", "anthropic",
    "apache", "apollo", "argo", "argocd", "asp.net", "astro", "asyncio", "auth0", "aws", "axios", "axum", "azure",
    "babel", "bash", "bazel", "beautifulsoup", "bedrock", "bigquery", "biome", "bitbucket", "blazor", "bootstrap",
    "boto3", "bun", "cargo", "cassandra", "celery", "chrome", "chromium", "circleci", "clang", "clap", "claude",
    "clickhouse", "cloudflare", "cloudfront", "cloudwatch", "cmake", "cognito", "commander", "composer", "conda",
    "confluence", "consul", "copilot", "css", "cypress", "cython", "d3", "dart", "datadog", "datetime", "dayjs",
    "debian", "deno", "discord", "django", "docker", "dockerfile", "dotnet", "drizzle", "duckdb", "dynamodb", "ec2",
    "ecs", "edge", "eks", "elasticsearch", "electron", "elixir", "elm", "ember", "envoy", "erlang", "esbuild",
    "eslint", "ethereum", "expo", "express", "express.js", "fastapi", "fastify", "fedora", "ffmpeg", "figma",
    "firebase", "firefox", "firestore", "flask", "flink", "fluentd", "flutter", "gatsby", "gcc", "gcp", "gemini",
    "git", "github", "gitlab", "gke", "golang", "google", "gradle", "grafana", "graphql", "grpc", "gulp", "gunicorn",
    "hadoop", "haskell", "helm", "heroku", "hibernate", "homebrew", "hono", "html", "http", "http2", "https", "hugo",
    "hyper", "iam", "influxdb", "ios", "istio", "jackson", "java", "javascript", "jdk", "jenkins", "jest", "jira",
    "jquery", "json", "junit", "jwt", "k8s", "kafka", "keras", "keycloak", "knex", "kotlin", "kubernetes", "lambda",
    "langchain", "laravel", "lerna", "linux", "llvm", "lodash", "log4j", "loki", "lua", "macos", "mariadb",
    "markdown", "material-ui", "matplotlib", "maven", "memcached", "meteor", "mocha", "moment", "mongo", "mongodb",
    "mongoose", "mui", "mysql", "nats", "neo4j", "neon", "nest", "nestjs", "netlify", "next", "next.js", "nextjs",
    "nginx", "nixos", "node", "node.js", "nodejs", "nomad", "npm", "numpy", "nuxt", "nx", "oauth", "oauth2",
    "octokit", "okta", "openai", "openapi", "openssl", "opentelemetry", "oracle", "pagerduty", "pandas", "passport",
    "paypal", "perl", "php", "pip", "playwright", "pnpm", "podman", "poetry", "polars", "postcss", "postgres",
    "postgresql", "preact", "prettier", "prisma", "prometheus", "protobuf", "pulumi", "puppeteer", "pydantic",
    "pytest", "python", "pytorch", "quarkus", "rabbitmq", "rails", "ray", "rayon", "react", "redis", "redshift",
    "redux", "remix", "requests", "reqwest", "rollup", "route53", "ruby", "ruff", "rust", "rustls", "rxjs", "s3",
    "safari", "salesforce", "sass", "scala", "scikit-learn", "selenium", "sendgrid", "sentry", "sequelize", "serde",
    "serverless", "shopify", "sinatra", "slack", "snowflake", "socket.io", "solid", "solr", "spark", "splunk",
    "spring", "sqlalchemy", "sqlite", "sqlx", "storybook", "stripe", "supabase", "svelte", "sveltekit", "swagger",
    "swift", "symfony", "systemd", "tailwind", "tailwindcss", "tauri", "telegram", "tensorflow", "terraform",
    "thrift", "tokio", "toml", "tonic", "torch", "traefik", "travis", "trpc", "turborepo", "twilio", "typeorm",
    "typescript", "ubuntu", "unity", "uvicorn", "uvloop", "v8", "vault", "vercel", "vite", "vitest", "vscode", "vue",
    "vue.js", "vuex", "wasm-bindgen", "wasmtime", "webpack", "webrtc", "websocket", "windows", "wordpress", "xcode",
    "yaml", "yarn", "zig", "zod", "zookeeper", "zustand",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_every_one_is_found() {
        for pair in ELSEWHERE.windows(2) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
    }

    #[test]
    fn phrases_are_lower_case_and_stand_between_spaces() {
        for phrase in
            CUES.iter().map(|cue| cue.phrase).chain(DEPENDENCY.iter().copied()).chain(CONVENTION.iter().copied())
        {
            assert!(phrase.starts_with(' ') && phrase.ends_with(' ') && *phrase == phrase.to_lowercase(), "{phrase:?}");
        }
    }
}
