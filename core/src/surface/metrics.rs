//! How agents did: recorded after work, read in briefs.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::article::write::yaml_entry;
use crate::error::Error;
use crate::index::{AgentMetrics, DomainMetrics, read_index_yaml};

/// One finished piece of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AgentRun {
    /// Who did it.
    pub agent: String,
    /// In which field of work.
    pub domain: String,
    /// Whether it went well.
    pub success: bool,
}

/// An agent that did well in a domain.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AgentAdvice {
    /// Who.
    pub agent: String,
    /// Where.
    pub domain: String,
    /// How often it worked there.
    pub count: u32,
    /// The share that went well.
    pub success_rate: f64,
}

/// Adds one run to the figures.
pub fn record(metrics: &mut BTreeMap<String, AgentMetrics>, run: &AgentRun) -> Result<(), Error> {
    for (field, value) in [("agent", &run.agent), ("domain", &run.domain)] {
        let plain = !value.is_empty() && value.len() <= 100 && !value.chars().any(char::is_control);
        if !plain {
            let message = "a name of 1 to 100 characters is needed".to_string();
            return Err(Error::InvalidInput { field: field.to_string(), message });
        }
    }
    let agent = metrics.entry(run.agent.clone()).or_default();
    agent.total_invocations = agent.total_invocations.saturating_add(1);
    let domain = agent.by_domain.entry(run.domain.clone()).or_insert(DomainMetrics { count: 0, success_rate: 0.0 });
    let before = f64::from(domain.count);
    domain.count = domain.count.saturating_add(1);
    let successes = domain.success_rate * before + f64::from(u8::from(run.success));
    // Two decimals are what people read, and keep the file free of rounding noise.
    domain.success_rate = libm::round(successes / (before + 1.0) * 10_000.0) / 10_000.0;
    Ok(())
}

/// Adds one run to the figures in the text of an `index.yaml`, which may be empty; every other line stays.
pub fn record_in_index(index: &str, run: &AgentRun) -> Result<String, Error> {
    let mut metrics = if index.trim().is_empty() { BTreeMap::new() } else { read_index_yaml(index)?.agent_metrics };
    record(&mut metrics, run)?;
    let mut out = String::new();
    let mut inside = false;
    for line in index.split_inclusive('\n') {
        let top_level = !line.starts_with([' ', '#', '\n', '\r']);
        if top_level {
            inside = line.starts_with("agent_metrics:");
        }
        if !inside {
            out.push_str(line);
        }
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    let value = serde_json::to_value(&metrics).unwrap_or_default();
    out.push_str(&yaml_entry("agent_metrics", &value));
    Ok(out)
}

/// The agents with experience in any of the domains, best first, at most three.
pub(crate) fn advise(metrics: &BTreeMap<String, AgentMetrics>, domains: &[String]) -> Vec<AgentAdvice> {
    let mut out: Vec<AgentAdvice> = Vec::new();
    for (agent, figures) in metrics {
        let best = figures
            .by_domain
            .iter()
            .filter(|(domain, _)| domains.iter().any(|wanted| wanted.eq_ignore_ascii_case(domain)))
            .max_by(|a, b| a.1.success_rate.total_cmp(&b.1.success_rate).then(a.1.count.cmp(&b.1.count)));
        if let Some((domain, figures)) = best {
            out.push(AgentAdvice {
                agent: agent.clone(),
                domain: domain.clone(),
                count: figures.count,
                success_rate: figures.success_rate,
            });
        }
    }
    out.sort_by(|a, b| {
        b.success_rate.total_cmp(&a.success_rate).then(b.count.cmp(&a.count)).then_with(|| a.agent.cmp(&b.agent))
    });
    out.truncate(3);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up_and_the_best_is_advised() {
        let mut metrics = BTreeMap::new();
        for (agent, success) in [("a", true), ("a", false), ("b", true)] {
            let run = AgentRun { agent: agent.into(), domain: "security".into(), success };
            record(&mut metrics, &run).unwrap();
        }
        let advice = advise(&metrics, &["security".into()]);
        assert_eq!(advice[0].agent, "b");
        assert!((advice[1].success_rate - 0.5).abs() < 1e-9);
        assert!(advise(&metrics, &["ui".into()]).is_empty());
        let once = AgentRun { agent: "a".into(), domain: "ui".into(), success: true };
        let index = record_in_index("version: \"1.0\"\n", &once).unwrap();
        let index = record_in_index(&index, &once).unwrap();
        assert!(index.starts_with("version"), "{index}");
        assert_eq!(read_index_yaml(&index).unwrap().agent_metrics["a"].by_domain["ui"].count, 2);
        assert!(record(&mut metrics, &AgentRun { agent: String::new(), domain: "x".into(), success: true }).is_err());
    }
}
