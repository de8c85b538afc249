//! The impact scan as a table for people and for `impact-scan.md`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::impact::{ChangeType, ImpactReport, Likelihood, Risk};

/// Characters of the whole text; about 4,000 tokens.
const MAX_CHARS: usize = 16_000;

/// Writes the report as Markdown. What does not fit is counted, never silently left out.
pub fn impact_markdown(report: &ImpactReport) -> String {
    let totals = &report.totals;
    let mut text = format!(
        "# Impact scan\n\n{} files ({} create, {} modify, {} delete), {} high risk, confidence {}. {} of {} files scanned.\n\n",
        totals.files,
        totals.create,
        totals.modify,
        totals.delete,
        totals.high_risk,
        report.confidence.name(),
        totals.scanned,
        totals.listed
    );
    text.push_str("| # | File Path | Change | Risk | Dependencies | Order |\n|---|---|---|---|---|---|\n");
    let mut left_out = 0;
    for (at, file) in report.files.iter().enumerate() {
        let change = match file.change {
            ChangeType::Create => "create",
            ChangeType::Modify => "modify",
            ChangeType::Delete => "delete",
        };
        let risk = match file.risk {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        };
        let mark = if file.likelihood == Likelihood::Possible { " (possible)" } else { "" };
        let dependencies: Vec<String> = file.dependencies.iter().map(|path| cell(path)).collect();
        let dependencies = if dependencies.is_empty() { "–".to_string() } else { dependencies.join(", ") };
        let row = format!(
            "| {} | {}{mark} | {change} | {risk} | {dependencies} | {} |\n",
            at + 1,
            cell(&file.path),
            file.order
        );
        if text.len() + row.len() > MAX_CHARS {
            left_out += 1;
        } else {
            text.push_str(&row);
        }
    }
    if left_out > 0 {
        let line = format!("\n… and {left_out} more files; the JSON form lists them all\n");
        text.push_str(&line);
    }
    if !report.high_risk_files.is_empty() {
        text.push_str("\n## High risk\n\n");
        for path in &report.high_risk_files {
            text.push_str("- ");
            text.push_str(&cell(path));
            text.push('\n');
        }
    }
    push_order(report, &mut text);
    push_reasons(report, &mut text);
    if !report.warnings.is_empty() {
        text.push_str("\n## Warnings\n\n");
        for warning in &report.warnings {
            text.push_str("- ");
            text.push_str(warning);
            text.push('\n');
        }
    }
    text
}

/// The waves of what is named or likely; of everything when all is only possible.
fn push_order(report: &ImpactReport, text: &mut String) {
    let sure = report.files.iter().any(|file| file.likelihood != Likelihood::Possible);
    let chosen = |path: &String| {
        !sure || report.files.iter().any(|file| file.path == *path && file.likelihood != Likelihood::Possible)
    };
    text.push_str("\n## Implementation order\n\n");
    for (wave, files) in (1..).zip(&report.implementation_order) {
        let files: Vec<String> = files.iter().filter(|path| chosen(path)).map(|path| cell(path)).collect();
        if !files.is_empty() && text.len() < MAX_CHARS {
            let line = format!("{wave}. {}\n", files.join(", "));
            text.push_str(&line);
        }
    }
}

/// Why the best files are listed.
fn push_reasons(report: &ImpactReport, text: &mut String) {
    text.push_str("\n## Why\n\n");
    for file in report.files.iter().take(10).filter(|file| !file.reasons.is_empty()) {
        let reasons: Vec<String> = file.reasons.iter().map(|reason| cell(reason)).collect();
        let line = format!("- {}: {}\n", cell(&file.path), reasons.join("; "));
        if text.len() + line.len() < MAX_CHARS {
            text.push_str(&line);
        }
    }
}

/// A path that cannot end the cell or the line.
fn cell(path: &str) -> String {
    path.replace('|', "\\|").replace(['\n', '\r'], " ")
}
