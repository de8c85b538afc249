//! How agents did: recorded after work, read in briefs.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::article::write::yaml_entry;
use crate::error::Error;
use crate::index::{AgentMetrics, read_index_yaml};

/// Where the figures stand in an `index.yaml`.
const KEY: &str = "agent_metrics";

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

/// Adds one run to the figures as they stand in the file; what other tools keep there stays.
fn record(metrics: &mut Map<String, Value>, run: &AgentRun) -> Result<(), Error> {
    for (field, value) in [("agent", &run.agent), ("domain", &run.domain)] {
        let plain = !value.is_empty() && value.len() <= 100 && !value.chars().any(char::is_control);
        if !plain {
            let message = "a name of 1 to 100 characters is needed".to_string();
            return Err(Error::InvalidInput { field: field.to_string(), message });
        }
    }
    let agent = table(metrics, &run.agent)?;
    let total = count(agent, "total_invocations")?;
    agent.insert("total_invocations".into(), Value::from(total.saturating_add(1)));
    let domain = table(table(agent, "by_domain")?, &run.domain)?;
    let before = count(domain, "count")?;
    let rate = number(domain, "success_rate", Value::as_f64)?.unwrap_or_default();
    let successes = rate * f64::from(before) + f64::from(u8::from(run.success));
    // Two decimals are what people read, and keep the file free of rounding noise.
    let rate = libm::round(successes / (f64::from(before) + 1.0) * 10_000.0) / 10_000.0;
    domain.insert("count".into(), Value::from(before.saturating_add(1)));
    domain.insert("success_rate".into(), Value::from(rate));
    Ok(())
}

/// The table under a key, made where there is none.
fn table<'a>(parent: &'a mut Map<String, Value>, key: &str) -> Result<&'a mut Map<String, Value>, Error> {
    let value = parent.entry(key).or_insert(Value::Null);
    if value.is_null() {
        *value = Value::Object(Map::new());
    }
    value.as_object_mut().ok_or_else(|| unreadable(key, "figures by name"))
}

fn count(figures: &Map<String, Value>, key: &str) -> Result<u32, Error> {
    let read = |value: &Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
    Ok(number(figures, key, read)?.unwrap_or_default())
}

/// A figure; what is there but cannot be read is somebody's, and not replaced.
fn number<T>(figures: &Map<String, Value>, key: &str, read: fn(&Value) -> Option<T>) -> Result<Option<T>, Error> {
    match figures.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => read(value).map(Some).ok_or_else(|| unreadable(key, "a number")),
    }
}

fn unreadable(key: &str, wanted: &str) -> Error {
    let message = format!("index.yaml does not have {wanted} there; correct it and record the run again");
    Error::InvalidInput { field: key.to_string(), message }
}

/// Adds one run to the figures in the text of an `index.yaml`, which may be empty; every other line stays.
pub fn record_in_index(index: &str, run: &AgentRun) -> Result<String, Error> {
    let known = read_index_yaml(index)?.carried.remove(KEY);
    let is_known = known.is_some();
    let mut root: Map<String, Value> = Map::new();
    root.insert(KEY.into(), known.unwrap_or_default());
    record(table(&mut root, KEY)?, run)?;
    let mut out = String::new();
    let mut inside = false;
    for line in index.split_inclusive('\n') {
        let top_level = !line.starts_with([' ', '#', '\n', '\r', '}']);
        if top_level {
            inside = line
                .trim_start_matches(['"', '\''])
                .strip_prefix(KEY)
                .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).starts_with(':'));
        }
        if inside && !is_known {
            return Err(unreadable(KEY, "figures by name"));
        }
        if !inside {
            out.push_str(line);
        }
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out.extend(root.iter().map(|(key, value)| yaml_entry(key, value)));
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
        let mut index = String::new();
        for (agent, success) in [("a", true), ("a", false), ("b", true)] {
            let run = AgentRun { agent: agent.into(), domain: "security".into(), success };
            index = record_in_index(&index, &run).unwrap();
        }
        let metrics = read_index_yaml(&index).unwrap().agent_metrics;
        let advice = advise(&metrics, &["security".into()]);
        assert_eq!(advice[0].agent, "b");
        assert!((advice[1].success_rate - 0.5).abs() < 1e-9);
        assert!(advise(&metrics, &["ui".into()]).is_empty());
        let once = AgentRun { agent: "a".into(), domain: "ui".into(), success: true };
        let index = record_in_index("version: \"1.0\"\n", &once).unwrap();
        let index = record_in_index(&index, &once).unwrap();
        assert!(index.starts_with("version"), "{index}");
        assert_eq!(read_index_yaml(&index).unwrap().agent_metrics["a"].by_domain["ui"].count, 2);
        assert!(record_in_index("", &AgentRun { agent: String::new(), domain: "x".into(), success: true }).is_err());
    }

    #[test]
    fn what_was_not_recorded_stays() {
        let index = "version: \"1.0\"\n# by hand\nagent_metrics:\n  other:\n    total_invocations: many\n  reviewer:\n    by_domain:\n      security: {count: 3, success_rate: 1.0, trend: up}\n      ui: {count: 1, success_rate: 0.5}\n    by_phase: {plan: 2}\n    routing_weight: 0.7\n    success_rate: 0.9\n    total_invocations: 4\nremediation_metrics: {x: 1}\n";
        let run = |agent: &str| AgentRun { agent: agent.into(), domain: "security".into(), success: false };
        let after = record_in_index(index, &run("reviewer")).unwrap();
        let mut before = read_index_yaml(index).unwrap().carried;
        let metrics = &mut before.get_mut(KEY).unwrap()["reviewer"];
        metrics["total_invocations"] = 5.into();
        metrics["by_domain"]["security"]["count"] = 4.into();
        metrics["by_domain"]["security"]["success_rate"] = 0.75.into();
        assert_eq!(read_index_yaml(&after).unwrap().carried, before, "{after}");
        assert!(after.contains("# by hand\n"), "{after}");
        let refused = record_in_index(index, &run("other")).unwrap_err().to_string();
        assert!(refused.starts_with("total_invocations: "), "{refused}");
        let new = record_in_index(index, &run("new")).unwrap();
        assert_eq!(read_index_yaml(&new).unwrap().agent_metrics["new"].by_domain["security"].count, 1);
        assert!(record_in_index("x: 1\nagent_metrics:\n  a: [\n", &run("a")).is_err());
        let braces = "agent_metrics: {\n  a: {total_invocations: 1}\n}\nx: 1\n";
        let carried = read_index_yaml(&record_in_index(braces, &run("a")).unwrap()).unwrap().carried;
        assert_eq!((&carried[KEY]["a"]["total_invocations"], &carried["x"]), (&2.into(), &1.into()));
    }
}
