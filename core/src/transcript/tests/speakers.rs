//! Who really speaks in a user turn.

use super::*;
use crate::transcript::FormCensus;

#[track_caller]
fn check(text: &str, speaker: Speaker, own_words: &str) {
    let outcome = read(format!("{HEADER}\n{}\n", says("1", None, text)).as_bytes());
    assert_eq!(outcome.value.turns[0].speaker, speaker, "{text}");
    assert_eq!(outcome.value.turns[0].text, own_words, "{text}");
}

#[track_caller]
fn check_machine(text: &str, speaker: Speaker) {
    check(text, speaker, text);
}

#[test]
fn wrappers_are_not_speech() {
    check_machine("<environment_context>\n<cwd>/w</cwd>\n</environment_context>", Speaker::InjectedContext);
    check_machine(
        "<system-reminder>x</system-reminder>\n<task-notification>y</task-notification>",
        Speaker::InjectedContext,
    );
    check_machine(
        "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>",
        Speaker::InjectedContext,
    );
    for name in ["user_instructions", "attached_files", "open_and_recently_viewed_files", "ide_opened_file"] {
        check_machine(&format!("<{name}>\nbe kind\n</{name}>"), Speaker::InjectedContext);
    }
    for name in ["user_info", "git_status", "cursor_rules", "ADDITIONAL_METADATA", "SYSTEM_REMINDER", "tool_result"] {
        check_machine(&format!("<{name}>\nbe kind\n</{name}>"), Speaker::InjectedContext);
    }
    check_machine("<command-message>x</command-message>\n<command-name>/x</command-name>", Speaker::Template);
    check_machine("<local-command-stdout>ok</local-command-stdout>", Speaker::Template);
    check_machine("[Request interrupted by user for tool use]", Speaker::Template);
    check_machine("[Session Summary - Earlier conversation compressed]\n\nThey chose SQLite.", Speaker::Summary);
    check_machine("## 💓 Heartbeat\n\nCheck the open issues and report.", Speaker::Template);
    check_machine("Scheduled task:\nCheck the open issues and report.", Speaker::Template);
    check_machine("[nightly cron] Summarise the status. Do not change files.", Speaker::Template);
}

#[test]
fn wrappers_come_off_what_a_person_typed() {
    check("<system-reminder>be kind</system-reminder>\n\nUse tabs.", Speaker::Human, "Use tabs.");
    check("Use tabs.\n<reminder>be kind</reminder>", Speaker::Human, "Use tabs.");
    check("<git_status>clean</git_status>\n<user_query>\nUse tabs.\n</user_query>", Speaker::Human, "Use tabs.");
    check("<user_query>Use tabs.</user_query>", Speaker::Human, "Use tabs.");
    check("<!-- bot:12 -->\nUse tabs.", Speaker::Human, "Use tabs.");
    check("*[Opened file: /mill/plan.md]*\n[Selected lines: 3-9]\nUse tabs.", Speaker::Human, "Use tabs.");
    check_machine("[Rye: only in May]\nUse tabs.", Speaker::Human);
    check("_Opened file: `c:\\mill\\plan.md`_\n\nUse tabs.", Speaker::Human, "Use tabs.");
    check_machine("_Opened file: `plan.md`_", Speaker::InjectedContext);
    check("_Open the file: now_", Speaker::Human, "_Open the file: now_");
    check_machine("[x] bake\n[Opened file: plan.md]", Speaker::Human);
    check(
        "# Context from my IDE setup:\n## Open tabs:\n- a.rs\n\n## My request for Codex:\nUse tabs.",
        Speaker::Human,
        "Use tabs.",
    );
}

#[test]
fn what_a_person_typed_into_a_command_or_the_memory_is_theirs() {
    check("<user-memory-input>Rye is ground twice.</user-memory-input>", Speaker::Human, "Rye is ground twice.");
    let command = |words: &str| {
        format!(
            "<command-message>bake</command-message>\n<command-name>/bake</command-name>\n<command-args>{words}</command-args>"
        )
    };
    check(&command("the rye before noon, always"), Speaker::Human, "the rye before noon, always");
    check_machine(&command("240 --fan"), Speaker::Template);
    check_machine(&command(""), Speaker::Template);
    check_machine(
        "<bash-stdout>x</bash-stdout><user-memory-input>Rye is out.</user-memory-input><bash-stderr></bash-stderr>",
        Speaker::Template,
    );
    check_machine("<bash-stdout>x</bash-stdout><user-memory-input>Rye is out.</user-memory-input>", Speaker::Template);
    check_machine(
        "<local-command-stdout>x</local-command-stdout><command-args>rye is out for ever</command-args>",
        Speaker::Template,
    );
    check_machine("<command-args>torn", Speaker::Human);
    let told = |words: &str| format!("# Bake\n\nNever open the oven!\n\nARGUMENTS: {words}");
    check(&told("the rye before noon, always"), Speaker::Human, "the rye before noon, always");
    check_machine(&told("240 --fan"), Speaker::Template);
    check_machine("Base directory for this skill: /ovens\n\n# Bake\n\nNever open the oven!", Speaker::Template);
    let plan = "Implement the following plan:\n\n# Steam for rye";
    let note = "If you need specific details from before exiting plan mode (like error messages), read the full transcript at: /a.jsonl";
    check(&format!("{plan}\n\n\n{note}"), Speaker::Human, plan);
    let call = "Implement the plan as specified, it is attached for your reference. Do NOT edit it.\n\nDon't stop until you have \
                completed all the to-dos.";
    check_machine(&format!("Rye Bread Plan\n\n{call}"), Speaker::Template);
    check(&format!("{call}\n\noh yes, I gotta use rye"), Speaker::Human, "oh yes, I gotta use rye");
    check_machine("First things first:\n\nImplement the plan as you like", Speaker::Human);
    check_machine("ARGUMENTS: these are mine and they stay", Speaker::Human);
    check_machine("<user-memory-input></user-memory-input>", Speaker::InjectedContext);
}

#[test]
fn people_may_write_html_brackets_headings_and_lists() {
    for text in [
        "<div>why is this red?</div>",
        "<T> must be Send",
        "[x] done",
        "[docs](https://example.org) say so",
        "# Plan\n\n1. first\n2. second",
        "the heartbeat job is broken",
        "[x] the scheduled job is broken",
        "a < b and b > c",
        "<unclosed-tag and more",
        "Every page is wrapped in <page-layout>the content</page-layout>",
        "<user-card>\nWe drop this component.\n</user-card>",
        "<task_description>\nRye is baked first.\n</task_description>",
        "<NOTE>Rye is baked first.</NOTE>",
        "<business_rules>Rye is baked first.</business_rules>\nKeep to them.",
        "<order_status>is a tag of ours</order_status>",
        "<user_query>a</user_query> and <user_query>b</user_query>",
        "#file:copilot-instructions.md\n\nRye is baked first.",
        "For the cron job:\nWe use systemd timers instead of cron.",
        "**Scheduled exports**\nThe export goes to CSV.",
    ] {
        check_machine(text, Speaker::Human);
    }
}

fn session(user_texts: &[&str]) -> Transcript {
    let lines: Vec<String> = user_texts
        .iter()
        .enumerate()
        .map(|(at, text)| says(&format!("{at}"), None, text).replace("\"parentId\":null,", ""))
        .collect();
    read(format!("{HEADER}\n{}\n", lines.join("\n")).as_bytes()).value
}

const FILLED: [&str; 3] = [
    "Good morning agent, it is 2026-01-05 now.\nPlease check the queue of open issues and report what is blocked.",
    "Good morning agent, it is 2026-01-06 now.\nPlease check the queue of open issues and report what is blocked.",
    "Good morning agent, it is 2026-02-17 now.\nPlease check the queue of open issues and report what is blocked.",
];

#[test]
fn a_template_filled_again_and_again_is_found_within_one_session() {
    let transcript = session(&[
        FILLED[0],
        "Use tabs from now on, also in the makefiles and in the generated code.",
        FILLED[1],
        FILLED[2],
    ]);
    let speakers: Vec<Speaker> = transcript.turns.iter().map(|turn| turn.speaker).collect();
    assert_eq!(speakers, [Speaker::Template, Speaker::Human, Speaker::Template, Speaker::Template]);
}

#[test]
fn a_message_that_is_sent_again_until_it_is_heard_is_a_persons() {
    let first = "Use tabs from now on, also in the makefiles and in the generated code.";
    let more = format!("{first}\nRead the makefiles first.");
    let last = format!("{more}\nThe code comes later.");
    let transcript = session(&[first, &more, &last]);
    assert!(transcript.turns.iter().all(|turn| turn.speaker == Speaker::Human));
}

#[test]
fn a_template_is_found_across_sessions() {
    let mut sessions = FILLED.map(|text| session(&[text, "who are you?"]));
    assert!(sessions.iter().all(|transcript| transcript.turns[0].speaker == Speaker::Human));
    let mut census = FormCensus::new();
    for transcript in &sessions {
        census.add(transcript);
    }
    for transcript in &mut sessions {
        assert_eq!(census.mark(transcript), 1);
        assert_eq!(transcript.turns[0].speaker, Speaker::Template);
        assert_eq!(transcript.turns[1].speaker, Speaker::Human, "people do repeat short questions");
    }
}

#[test]
fn an_agent_that_posts_through_a_person_is_still_the_agent() {
    let words = "I moved the deploy job to the nightly workflow because the runner has more memory there and the cache stays warm between the two runs of the matrix.";
    let reply = format!(
        r#"{{"type":"message","id":"r","parentId":"0","message":{{"role":"assistant","content":[{{"type":"text","text":"{words}"}}]}}}}"#
    );
    let lines = [
        says("0", None, "Why did the deploy job move somewhere else last night, and who did it?"),
        reply,
        says("2", Some("r"), words),
    ];
    let outcome = read(format!("{HEADER}\n{}\n", lines.join("\n")).as_bytes());
    assert_eq!(speakers(&outcome), [Speaker::Human, Speaker::Agent, Speaker::Agent]);
}

#[test]
fn whom_the_host_names_as_the_one_who_refused_is_heard() {
    let call = r#"{"type":"assistant","uuid":"a","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"bake"}}]}}"#;
    let refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\\nRye goes in first.";
    let result = |denial: &str| {
        format!(
            r#"{{"type":"user","uuid":"u","sessionId":"s"{denial},"message":{{"role":"user","content":[{{"type":"tool_result","tool_use_id":"t","content":"{refused}","is_error":true}}]}}}}"#
        )
    };
    let last = |denial: &str| read(format!("{call}\n{}\n", result(denial)).as_bytes()).value.turns.remove(1);
    let heard = last(r#","toolDenialKind":"user-rejected""#);
    assert_eq!((heard.speaker, heard.text.as_str()), (Speaker::Human, "Rye goes in first."));
    assert_eq!(heard.tool_result.map(|result| result.text).as_deref(), Some(""), "said once");
    for forged in ["", r#","toolDenialKind":"hook""#] {
        assert_eq!(last(forged).speaker, Speaker::Tool, "{forged}");
    }
}

#[test]
fn what_an_agent_writes_to_its_subagent_is_no_person_s() {
    let prompt = r#"{"type":"event_msg","payload":{"type":"user_message","message":"Look for rye."}}"#;
    let read_from = |headers: &[&str]| {
        let header =
            |source: &&str| format!(r#"{{"type":"session_meta","payload":{{"id":"c","cwd":"/w","source":{source}}}}}"#);
        let lines: Vec<String> = headers.iter().map(header).collect();
        speakers(&read(format!("{}\n{prompt}\n", lines.join("\n")).as_bytes()))
    };
    let spawned = r#"{"subagent":{"thread_spawn":{"parent_thread_id":"p","depth":1}}}"#;
    assert_eq!(read_from(&[spawned]), [Speaker::Template]);
    assert_eq!(read_from(&[r#"{"subagent":"review"}"#]), [Speaker::Template]);
    assert_eq!(read_from(&[spawned, r#""cli""#]), [Speaker::Template], "the first header is the thread's own");
    for person in [r#""cli""#, r#""vscode""#, r#"{"custom":"desk"}"#, "null"] {
        assert_eq!(read_from(&[person]), [Speaker::Human], "{person}");
    }
    assert_eq!(read_from(&[r#""cli""#, spawned]), [Speaker::Human]);
}

#[test]
fn what_a_host_puts_in_and_an_agent_thinks_is_not_said() {
    let said = |role: &str, flags: &str| {
        let parts = format!(r#"{{"type":"text","text":"Rye first."}},{{"type":"text","text":"The file."{flags}}}"#);
        let line = format!(r#"{{"info":{{"role":"{role}","id":"m"}},"parts":[{parts}]}}"#);
        read(line.as_bytes()).value.turns.remove(0).text
    };
    for flag in [r#","synthetic":true"#, r#","ignored":true"#, r#","thought":true"#] {
        assert_eq!(said("user", flag), "Rye first.", "{flag}");
        assert_eq!(said("assistant", flag), "Rye first.", "{flag}");
    }
    for flag in ["", r#","synthetic":false"#, r#","thought":"x""#] {
        assert_eq!(said("user", flag), "Rye first.\nThe file.", "{flag}");
    }
}

#[test]
fn a_prompt_with_a_picture_is_said_once() {
    let read_prompt = |pieces: &[&str], event: &str| {
        let block = |text: &&str| match *text {
            "picture" => r#"{"type":"input_image","image_url":"data:image/png;base64,AA=="}"#.to_string(),
            text => format!(r#"{{"type":"input_text","text":"{text}"}}"#),
        };
        let blocks: Vec<String> = pieces.iter().map(block).collect();
        let item = format!(
            r#"{{"type":"response_item","payload":{{"type":"message","role":"user","content":[{}]}}}}"#,
            blocks.join(",")
        );
        let event = format!(r#"{{"type":"event_msg","payload":{{"type":"user_message","message":"{event}"}}}}"#);
        let outcome = read(format!("{item}\n{event}\n").as_bytes());
        texts(&outcome).into_iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for frame in ["<image name=[Image #1]>", "<image>", r#"<image name=[Image #1] path=\"/w/a.png\">"#] {
        let pieces = [frame, "picture", "</image>", "Rye looks like this."];
        assert_eq!(read_prompt(&pieces, "Rye looks like this."), ["Rye looks like this."], "{frame}");
        assert_eq!(read_prompt(&pieces[..3], ""), [""], "{frame}");
    }
    for typed in ["<image> is the tag for rye", "<image>rye</image>", "<images>", "why </image>"] {
        assert_eq!(read_prompt(&[typed], typed), [typed]);
    }
}
