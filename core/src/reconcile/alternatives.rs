//! What cannot be said of one thing at a time: states and forms that exclude each other, and products of one kind.
//!
//! General knowledge of English and of software, as data; stems where the comment says so.

use alloc::vec::Vec;

use crate::text::Rows;

/// Sets of which a thing can be only one at a time; stems.
static EXCLUSIVE_SETS: Rows = Rows::new(&[
    "high medium low",
    "enabl disabl",
    "public privat",
    "mandatori option",
    "required option optional",
    "single double triple",
    "singl doubl tripl",
    "always never",
    "optin optout",
    "true false",
    "synchron asynchron",
    "sync async",
    "big littl",
    "manual manuali automat",
    "hourly daily nightly weekly monthly yearly quarterly",
    "third fourth fifth sixth seventh eighth ninth tenth",
    "monday tuesday wednesday thursday friday saturday sunday",
    "tab space",
    "camel camelcas snake snakecas snake_case kebab kebabcas pascal pascalcas",
    "float double integ int bigint decim string boolean uuid",
    "utc local",
    "trace debug info warn fatal",
    "semicolon comma tab pipe",
    "header cooki queri bodi url",
    "sequenti parallel random concurr",
    "second millisecond microsecond nanosecond",
    "celsiu fahrenheit kelvin",
    "cpu gpu",
    "i2c spi uart usb bluetooth",
    "text binari json html",
    "buyer seller",
    "sender receiv",
    "client server",
    "browser server",
    "ascend descend",
    "left right",
    "top bottom",
    "eager eagerli lazi lazili",
    "strict lenient",
    "hard soft",
    "relat absolut",
    "intern extern",
    "onlin offlin",
    "inclus exclus",
    "temporari perman",
    "optimist pessimist",
    "even odd",
    "up down",
    "stabl experiment",
    "paus resum",
    "net gross",
    "monorepo polyrepo multirepo",
    "stateless stateful",
    "singular plural",
    "red green blue yellow orange purple pink black white grey gray brown",
    "light dark",
    "morning evening night",
    "spring summer autumn winter",
    "upper lower",
]);

/// What cannot be said of a thing at the same time: each word of a row excludes all of the row beside it; stems.
static OPPOSITES: Rows = Rows::new(&[
    "keep stai stay remain surviv persist",
    "delet lose lost gone discard purg vanish",
    "irrevers final perman",
    "restor revers undo undon recover",
    "immut frozen freez readonli",
    "edit modifi mutabl editabl",
    "encrypt cipher hash",
    "plain plaintext unencrypt cleartext",
    "hidden hide invis",
    "show shown visibl displai display",
    "awak",
    "sleep asleep",
    "same ident share",
    "own differ separ distinct",
    "open pend wait draft",
    "close closed merg resolv",
    "fix fixed hardcod constant static",
    "follow vari dynam adapt configur",
    "accept",
    "reject declin refus",
    "publish",
    "unpublish yank",
    "uniqu",
    "duplic",
    "determinist reproduc",
    "nondeterminist flaki",
]);

/// Whether the word is a day of the week.
pub(super) fn is_day(word: &str) -> bool {
    word.ends_with("day") && Exclusive::of(word).excludes(if word == "monday" { "sunday" } else { "monday" })
}

/// Products and formats by what they are, so that alternatives are told from companions.
static CLASSES: Rows = Rows::new(&[
    // database
    "postgresql mysql mariadb sqlite mongodb dynamodb cassandra cockroachdb oracle duckdb firestore supabase \
     planetscale couchdb influxdb timescaledb clickhouse neo4j mssql",
    // cache
    "redis memcached valkey dragonfly",
    // package manager
    "npm pnpm yarn pip poetry uv cargo pipenv conda bundler gradle maven",
    // runtime
    "node deno bun nodejs",
    // programming language
    "javascript typescript python rust go golang java kotlin swift ruby php scala elixir haskell perl zig dart \
     clojure",
    // natural language
    "english german french spanish italian portuguese japanese chinese dutch korean",
    // document format
    "markdown asciidoc restructuredtext rst latex html docx pdf confluence",
    // data format
    "json yaml toml xml csv protobuf avro parquet ini msgpack cbor bson json5 ndjson",
    // hosting
    "vercel netlify heroku fly.io render railway aws gcp azure cloudflare digitalocean hetzner kubernet lambda \
     ecs fargate s3",
    // CI
    "jenkins circleci travis buildkite teamcity drone actions gitlab-ci azure-pipelines",
    // frontend framework
    "flutter ionic cordova xamarin react vue svelte angular solid preact ember next.js nuxt remix astro htmx",
    // styling
    "tailwind bootstrap sass scss less emotion styled-components bulma",
    // test runner
    "jest vitest mocha ava jasmine pytest unittest rspec junit playwright cypress selenium",
    // bundler
    "webpack vite rollup esbuild parcel turbopack rspack swc",
    // operating system
    "windows linux macos ubuntu debian alpine android ios freebsd",
    // search engine
    "elasticsearch meilisearch algolia typesense solr opensearch lucene",
    // broker
    "kafka rabbitmq sqs nats pulsar activemq celery sidekiq bullmq",
    // documentation site
    "mkdoc mkdocs docusaurus sphinx gitbook vitepress mdbook nextra starlight antora readthedocs docsify jekyll hugo",
    // API style
    "rest graphql grpc soap trpc openapi",
    // licence
    "mit apache gpl agpl lgpl bsd mpl isc unlicense",
    // chat
    "slack discord teams mattermost telegram zulip",
    // tracker
    "jira linear trello asana shortcut youtrack notion",
    // observability
    "sentry datadog grafana prometheus newrelic honeycomb rollbar splunk",
    // flags
    "launchdarkly unleash flagsmith growthbook split",
    // linter
    "eslint biome prettier ruff black flake8 pylint clippy rubocop oxlint",
    // payment
    "stripe paypal adyen braintree paddle square klarna mollie vipps",
    // mail
    "sendgrid mailgun postmark ses mailchimp resend",
    // identity
    "auth0 okta keycloak cognito clerk ory",
    // branch
    "main master develop trunk",
    // container
    "docker podman containerd nerdctl",
    // password hash
    "bcrypt scrypt argon2 argon2id pbkdf2 sha256 sha1 md5",
    // data frames
    "panda pandas polar polars dask spark pyspark",
    // charts
    "d3 plotly matplotlib vega echarts chart.js recharts highcharts bokeh seaborn",
    // machine learning
    "pytorch tensorflow jax keras xgboost lightgbm",
    // infrastructure as code
    "terraform pulumi cloudformation ansible chef puppet opentofu",
    // code host
    "github gitlab bitbucket gitea codeberg forgejo",
    // game engine
    "unity unreal godot bevy phaser",
    // web server
    "nginx caddy traefik haproxy apache2 iis envoy",
    // data access
    "prisma drizzle sequelize typeorm sqlalchemy hibernate mikroorm knex diesel",
    // embedded system
    "freertos zephyr riot threadx nuttx contiki",
    // message protocol
    "mqtt coap amqp websocket sse webrtc lorawan",
    // translation platform
    "crowdin lokalise weblate transifex phrase poeditor",
    // build tool
    "cmake meson bazel make ninja scons ant",
    // way to log in
    "passkey password magic-link saml oauth sso ldap webauthn",
    // shell
    "bash zsh fish powershell",
    // video platform
    "zoom meet webex jitsi",
    // state management
    "redux zustand mobx recoil pinia vuex",
    // vector store
    "pinecone weaviate qdrant milvus pgvector chroma faiss",
    // scheduler
    "cron airflow dagster prefect luigi argo",
    // mobile push
    "firebase apns onesignal pushover",
]);

/// Every product and format that is known.
pub(super) fn products() -> impl Iterator<Item = &'static str> {
    CLASSES.all()
}

/// A stem with the sets of which a thing can be only one at a time.
pub(super) struct Exclusive<'a> {
    stem: &'a str,
    sets: Vec<usize>,
    opposites: Vec<usize>,
}

impl<'a> Exclusive<'a> {
    pub(super) fn of(stem: &'a str) -> Self {
        let opposites = OPPOSITES.of(stem).map(|row| row ^ 1).collect();
        Self { stem, sets: EXCLUSIVE_SETS.of(stem).collect(), opposites }
    }

    /// Whether it and another stem exclude each other.
    pub(super) fn excludes(&self, other: &str) -> bool {
        let in_one_set = || !self.sets.is_empty() && EXCLUSIVE_SETS.of(other).any(|set| self.sets.contains(&set));
        let opposed = || !self.opposites.is_empty() && OPPOSITES.of(other).any(|row| self.opposites.contains(&row));
        self.stem != other
            && (in_one_set() || opposed() || is_opposite(self.stem, other) || is_opposite(other, self.stem))
    }
}

/// `insensitive` of `sensitive`, `unsigned` of `signed`.
fn is_opposite(a: &str, b: &str) -> bool {
    b.len() >= 4
        && (b.len() + 2..=b.len() + 3).contains(&a.len())
        && ["un", "in", "non", "dis", "im", "ir"].iter().any(|prefix| a.strip_prefix(prefix) == Some(b))
}

/// The class of addresses of hosts, which are not listed.
const ADDRESSES: usize = usize::MAX;
const COLOURS: usize = usize::MAX - 1;

/// `127.0.0.1`.
fn is_address(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
        && word.split('.').count() == 4
        && word.split('.').all(|part| part.parse::<u8>().is_ok())
}

/// `#2f5d3a`, and not the issue `#123456`.
fn is_colour(word: &str) -> bool {
    word.strip_prefix('#').is_some_and(|code| {
        matches!(code.len(), 6 | 8)
            && code.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !code.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The class of a product or format, when it is a known one: two of one class are alternatives.
pub(super) fn class_of(word: &str) -> Option<usize> {
    if is_address(word) {
        return Some(ADDRESSES);
    }
    if is_colour(word) {
        return Some(COLOURS);
    }
    let known = CLASSES.of(word).next();
    // `apache-2.0`, `node-22`: the product with its version.
    known.or_else(|| {
        let (product, version) = word.split_once('-')?;
        version.starts_with(|c: char| c.is_ascii_digit()).then(|| CLASSES.of(product).next())?
    })
}

/// Whether there are known alternatives to the word.
pub(super) fn has_alternatives(stem: &str) -> bool {
    class_of(stem).is_some() || EXCLUSIVE_SETS.of(stem).next().is_some()
}

/// Whether two words are alternatives.
pub(super) fn are_alternatives(a: &str, b: &str) -> bool {
    a != b && (class_of(a).is_some() && class_of(a) == class_of(b) || Exclusive::of(a).excludes(b))
}
