//! A starting point: a backend for onnx-conformance in Rust, standard library only. Put your runtime into `run`.
//! rustc -O -o backend backend.rs && onnx-conformance run --backend stdio:./backend
use std::io::{self, BufRead, Read, Write};

/// Why a model was not run.
#[allow(dead_code)] // `Failed` until there is something to run
enum Problem {
    Unsupported(String),
    Failed(String),
}

/// Runs a serialized ModelProto on serialized TensorProtos by name; gives those of `outputs`, in that order.
fn run(model: &[u8], inputs: &[(String, Vec<u8>)], outputs: &[String]) -> Result<Vec<Vec<u8>>, Problem> {
    let text = format!("nothing is run yet: {} bytes, {} inputs, {} outputs", model.len(), inputs.len(), outputs.len());
    Err(Problem::Unsupported(text))
}

/// What follows `"key":` in `header`, and the rest behind it. Headers are JSON without blanks; use serde_json where names
/// may hold quotes or backslashes.
fn after<'a>(header: &'a str, key: &str) -> Option<(&'a str, &'a str)> {
    let key = format!("\"{key}\":");
    let value = &header[header.find(&key)? + key.len()..];
    match value.strip_prefix('"') {
        Some(text) => text.split_once('"'),
        None => value.find([',', '}', ']']).map(|end| value.split_at(end)),
    }
}

fn take(stdin: &mut impl Read, size: &str) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; size.parse().map_err(io::Error::other)?];
    stdin.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

fn main() -> io::Result<()> {
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    let mut header = String::new();
    while stdin.read_line(&mut header)? > 0 {
        let broken = || io::Error::other("no header of the protocol");
        let (id, _) = after(&header, "id").ok_or_else(broken)?;
        let (method, rest) = after(&header, "method").ok_or_else(broken)?;
        if method == "hello" {
            let answer = match after(rest, "protocol") {
                Some(("1", _)) => r#""ok","backend":{"name":"my-runtime","version":"0.0.0"}"#,
                _ => r#""failed","message":"this program speaks protocol 1""#,
            };
            writeln!(stdout, r#"{{"id":{id},"status":{answer}}}"#)?;
        } else {
            let (size, rest) = after(rest, "model").ok_or_else(broken)?;
            let model = take(&mut stdin, size)?;
            let (mut listed, names) = rest.split_once("],\"outputs\":[").ok_or_else(broken)?;
            let mut inputs = Vec::new();
            while let Some((name, rest)) = after(listed, "name") {
                let (size, rest) = after(rest, "size").ok_or_else(broken)?;
                inputs.push((name.to_string(), take(&mut stdin, size)?));
                listed = rest;
            }
            let outputs: Vec<String> = names.split('"').skip(1).step_by(2).map(String::from).collect();
            match run(&model, &inputs, &outputs) {
                Ok(results) => {
                    let entry = |(name, bytes): (&String, &Vec<u8>)| format!(r#"{{"name":{},"size":{}}}"#, quoted(name), bytes.len());
                    let list: Vec<String> = outputs.iter().zip(&results).map(entry).collect();
                    writeln!(stdout, r#"{{"id":{id},"status":"ok","outputs":[{}]}}"#, list.join(","))?;
                    stdout.write_all(&results.concat())?;
                }
                Err(problem) => {
                    let (status, message) = match problem {
                        Problem::Unsupported(message) => ("unsupported", message),
                        Problem::Failed(message) => ("failed", message),
                    };
                    writeln!(stdout, r#"{{"id":{id},"status":"{status}","message":{}}}"#, quoted(&message))?;
                }
            }
        }
        stdout.flush()?;
        header.clear();
    }
    Ok(())
}
