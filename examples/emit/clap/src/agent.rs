//! Lets a program of clap answer --agent with ATIP: what clap knows, and the effects that you state.

use clap::builder::ValueParser;
use clap::{value_parser, Arg, ArgAction, Command};

/// Effects by the words of their command, `"box drop"`; `""` is the program itself. Each is an object of ATIP, as JSON.
pub type Effects<'a> = &'a [(&'a str, &'a str)];

/// The document of a program whose first word is `--agent`; `None` for every other call.
pub fn answer(command: &Command, effects: Effects, mut words: impl Iterator<Item = String>) -> Option<String> {
    if words.nth(1).as_deref() != Some("--agent") {
        return None;
    }
    let mut root = command.clone();
    root.build();
    Some(describe(&root, effects))
}

fn describe(root: &Command, effects: Effects) -> String {
    // Options that are not global stand before the command.
    let own: Vec<String> = options(root, |arg| !arg.is_global_set());
    let globals = if root.has_subcommands() {
        list("globalOptions", own)
    } else {
        None
    };
    object(vec![
        field("atip", r#"{ "version": "0.4" }"#.to_string()),
        field("name", text(root.get_name())),
        field("version", text(root.get_version().unwrap_or("unknown"))),
        field("description", text(&about(root))),
        field("trust", r#"{ "source": "native" }"#.to_string()),
        field("x-end-of-options", "true".to_string()),
        globals,
        field("commands", object(below(root, "", effects))),
    ])
}

/// A command's own entry, where it does something itself, and those of its commands.
fn below(command: &Command, path: &str, effects: Effects) -> Vec<Option<String>> {
    let mut found = vec![];
    if !command.has_subcommands() || !command.is_subcommand_required_set() {
        found.push(field("", leaf(command, path, effects)));
    }
    for child in command
        .get_subcommands()
        .filter(|child| !child.is_hide_set() && child.get_name() != "help")
    {
        let words = format!("{path} {}", child.get_name()).trim().to_string();
        let value = if child.has_subcommands() {
            object(vec![
                field("description", text(&about(child))),
                field("commands", object(below(child, &words, effects))),
                aliases(child),
            ])
        } else {
            leaf(child, &words, effects)
        };
        found.push(field(child.get_name(), value));
    }
    found
}

fn leaf(command: &Command, path: &str, effects: Effects) -> String {
    let stated = effects
        .iter()
        .find(|(words, _)| *words == path)
        .map(|(_, effects)| effects.to_string());
    let arguments = command.get_positionals().map(argument).collect();
    object(vec![
        field("description", text(&about(command))),
        list("arguments", arguments),
        list(
            "options",
            options(command, |arg| arg.is_global_set() || !command.has_subcommands()),
        ),
        stated.and_then(|effects| field("effects", effects)),
        aliases(command),
    ])
}

fn about(command: &Command) -> String {
    command.get_about().map(|about| about.to_string()).unwrap_or_default()
}

fn aliases(command: &Command) -> Option<String> {
    list("x-aliases", command.get_all_aliases().map(text).collect())
}

fn options(command: &Command, is_own: impl Fn(&Arg) -> bool) -> Vec<String> {
    let is_shown = |arg: &&Arg| {
        let is_about_itself = matches!(arg.get_action(), ArgAction::Help | ArgAction::Version);
        !arg.is_positional() && !is_about_itself && is_own(arg) && (!arg.is_hide_set() || arg.is_required_set())
    };
    command.get_arguments().filter(is_shown).map(option).collect()
}

fn argument(arg: &Arg) -> String {
    let is_many = arg.get_num_args().map_or(false, |range| range.max_values() > 1);
    let mut fields = vec![field("name", text(arg.get_id().as_str()))];
    fields.extend(value(arg));
    fields.push(if arg.is_required_set() {
        None
    } else {
        field("required", "false".to_string())
    });
    fields.push(if is_many {
        field("variadic", "true".to_string())
    } else {
        None
    });
    object(fields)
}

fn option(arg: &Arg) -> String {
    let shorts = arg
        .get_short_and_visible_aliases()
        .unwrap_or_default()
        .into_iter()
        .map(|short| format!("-{short}"));
    let longs = arg
        .get_long_and_visible_aliases()
        .unwrap_or_default()
        .into_iter()
        .map(|long| format!("--{long}"));
    let mut fields = vec![
        field("name", text(arg.get_long().unwrap_or(arg.get_id().as_str()))),
        list("flags", shorts.chain(longs).map(|flag| text(&flag)).collect()),
    ];
    fields.extend(value(arg));
    fields.push(if arg.is_required_set() {
        field("required", "true".to_string())
    } else {
        None
    });
    fields.push(
        arg.get_env()
            .and_then(|name| field("envVar", text(&name.to_string_lossy()))),
    );
    object(fields)
}

/// Type, choices, default and description of an argument or option.
fn value(arg: &Arg) -> Vec<Option<String>> {
    let choices: Vec<String> = arg
        .get_possible_values()
        .iter()
        .map(|one| text(one.get_name()))
        .collect();
    let mut fields = vec![field(
        "description",
        text(&arg.get_help().map(|help| help.to_string()).unwrap_or_default()),
    )];
    match arg.get_action() {
        ArgAction::SetTrue | ArgAction::SetFalse => fields.push(field("type", text("boolean"))),
        ArgAction::Count => {
            fields.push(field("type", text("integer")));
            fields.push(field("x-count", "true".to_string()));
        }
        ArgAction::Append if !arg.is_positional() => {
            fields.push(field("type", text("array")));
            fields.push(list("enum", choices));
        }
        _ => {
            let name = if choices.is_empty() {
                kind(arg.get_value_parser())
            } else {
                "enum"
            };
            fields.push(field("type", text(name)));
            fields.push(list("enum", choices));
            fields.push(default(arg, name));
        }
    }
    fields
}

fn kind(parser: &ValueParser) -> &'static str {
    let is_one_of = |kinds: &[ValueParser]| kinds.iter().any(|one| one.type_id() == parser.type_id());
    let signed = [
        value_parser!(i16).into(),
        value_parser!(i32).into(),
        value_parser!(i64).into(),
    ];
    let unsigned = [
        value_parser!(u16).into(),
        value_parser!(u32).into(),
        value_parser!(u64).into(),
    ];
    if is_one_of(&signed) || is_one_of(&unsigned) {
        "integer"
    } else if is_one_of(&[value_parser!(f32).into(), value_parser!(f64).into()]) {
        "number"
    } else if is_one_of(&[ValueParser::path_buf()]) {
        "file"
    } else {
        "string"
    }
}

/// A default that is no secret and no place in somebody's home.
fn default(arg: &Arg, kind: &str) -> Option<String> {
    let preset = match arg.get_default_values() {
        [preset] => preset.to_string_lossy(),
        _ => return None,
    };
    let name = arg.get_id().as_str().to_lowercase();
    let is_private = ["pass", "secret", "token", "key", "credential"]
        .iter()
        .any(|word| name.contains(word))
        || std::env::var("HOME").map_or(false, |home| preset.starts_with(&home));
    let is_number = matches!(kind, "integer" | "number");
    if is_private {
        return None;
    }
    field("default", if is_number { preset.to_string() } else { text(&preset) })
}

fn text(value: &str) -> String {
    let mut quoted = String::from('"');
    for one in value.chars() {
        match one {
            '"' | '\\' => quoted.extend(['\\', one]),
            one if (one as u32) < 0x20 => quoted.push_str(&format!("\\u{:04x}", one as u32)),
            one => quoted.push(one),
        }
    }
    quoted.push('"');
    quoted
}

fn field(name: &str, value: String) -> Option<String> {
    Some(format!("{}: {value}", text(name)))
}

fn list(name: &str, values: Vec<String>) -> Option<String> {
    if values.is_empty() {
        None
    } else {
        field(name, format!("[{}]", values.join(", ")))
    }
}

fn object(fields: Vec<Option<String>>) -> String {
    format!("{{{}}}", fields.into_iter().flatten().collect::<Vec<_>>().join(", "))
}
