//! Fields of work, told from the words of a question.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::text::content_terms;

/// Each domain with the words that speak of it, as stems are compared.
const DOMAINS: &[(&str, &str)] = &[
    (
        "security",
        "auth login password token jwt oauth xss injection vulnerability cve encrypt permission secret credential csrf sanitize",
    ),
    (
        "infra",
        "deploy docker kubernetes terraform ci pipeline server cloud aws helm infrastructure hosting container rollout",
    ),
    ("performance", "slow latency cache optimize performance throughput memory profiling bottleneck speed benchmark"),
    ("api", "api endpoint rest graphql grpc request response route webhook http"),
    ("database", "database sql postgres mysql sqlite mongodb migration schema query table index redis orm"),
    ("frontend", "frontend ui css react vue component browser page button layout svelte angular"),
    ("testing", "test flaky coverage fixture mock assertion jest pytest playwright"),
    ("python", "python pip django flask pytest"),
    ("cpp", "c++ cpp cmake clang"),
    ("go", "golang goroutine"),
];

/// The domains a question speaks of, most words first.
pub fn infer_domains(text: &str) -> Vec<String> {
    let asked = content_terms(text);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, (_, words)) in DOMAINS.iter().enumerate() {
        let known = content_terms(words);
        let n = asked.iter().filter(|word| known.contains(word)).count();
        if n > 0 {
            found.push((n, at));
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    found.into_iter().map(|(_, at)| DOMAINS[at].0.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_follow_the_words() {
        assert_eq!(infer_domains("the JWT login is slow"), ["security", "performance"].map(String::from));
        assert!(infer_domains("lunch").is_empty());
    }
}
