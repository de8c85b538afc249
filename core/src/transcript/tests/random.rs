//! Whatever the bytes and wherever the chunks are cut: no panic, and always the same result.

use super::*;
use crate::transcript::{ReaderOptions, TranscriptReader};

/// A small generator, so that a failure can be repeated from its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    #[allow(clippy::cast_possible_truncation)]
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// One record of every dialect, for mutations to start from.
const SEEDS: [&str; 8] = [
    HEADER,
    r#"{"type":"message","id":"1","parentId":"0","timestamp":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":[{"type":"text","text":"a\n\u00e4\ud83d\ude00"},{"type":"toolCall","id":"c","name":"bash","arguments":{"a":[1,2.5e3,true,null]}}],"stopReason":"stop"}}"#,
    r#"{"type":"user","uuid":"u","sessionId":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"r"}],"is_error":true}]}}"#,
    r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":1}}"}}"#,
    r#"{"type":"tool.execution_complete","data":{"toolCallId":"t","success":false,"error":{"message":"no"}},"id":"e"}"#,
    r#"{"id":"g","type":"gemini","content":"x","toolCalls":[{"id":"r","name":"f","args":{},"result":[{"functionResponse":{"response":{"output":"o"}}}]}]}"#,
    r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c","function":{"name":"f","arguments":"{}"}}]}"#,
    "[2026-01-01 10:00] A fact. <x-y>z</x-y>",
];

fn hostile_file(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..random.below(12) {
        bytes.extend_from_slice(SEEDS[random.below(SEEDS.len())].as_bytes());
        bytes.extend_from_slice(["\n", "\r\n", "", "\n\n"][random.below(4)].as_bytes());
    }
    for _ in 0..random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random.next().to_le_bytes()[0],
            2 => bytes.insert(at, b"\"\\{}[]:,\0\xff\xc3\n"[random.below(12)]),
            _ => drop(bytes.splice(at..at, b"{\"type\":\"session\",".iter().copied())),
        }
    }
    bytes
}

fn read_in_chunks(bytes: &[u8], random: &mut Random) -> Outcome<Transcript> {
    let mut reader = TranscriptReader::new(ReaderOptions::default());
    let mut rest = bytes;
    while !rest.is_empty() {
        let (chunk, tail) = rest.split_at(1 + random.below(rest.len().min(200)));
        reader.push(chunk);
        rest = tail;
    }
    reader.finish()
}

#[test]
fn mutated_sessions_never_panic_and_never_depend_on_the_chunks() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..6000 {
        let bytes = hostile_file(&mut random);
        assert_eq!(
            read_in_chunks(&bytes, &mut random),
            read(&bytes),
            "round {round}: {:?}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

#[test]
fn random_bytes_never_panic_and_never_depend_on_the_chunks() {
    let mut random = Random(42);
    for round in 0..1500 {
        let bytes: Vec<u8> = (0..random.below(3000)).map(|_| random.next().to_le_bytes()[0]).collect();
        assert_eq!(read_in_chunks(&bytes, &mut random), read(&bytes), "round {round}");
    }
}

#[test]
fn every_cut_of_a_session_reads_without_panic() {
    let whole = SEEDS.join("\n");
    for end in 0..whole.len() {
        read(&whole.as_bytes()[..end]);
    }
}
