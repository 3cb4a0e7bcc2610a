mod agent;

use clap::{value_parser, Arg, ArgAction, Command};

const READS: &str = r#"{
  "filesystem": { "read": true, "write": false, "delete": false }, "network": false, "subprocess": false,
  "destructive": false, "reversible": true, "idempotent": true
}"#;
const DELETES: &str = r#"{
  "filesystem": { "read": true, "write": true, "delete": true }, "network": false, "subprocess": false,
  "destructive": true, "reversible": false, "idempotent": false
}"#;

fn command() -> Command {
    let format = Arg::new("format")
        .short('f')
        .long("format")
        .value_parser(["table", "json"])
        .default_value("table");
    let limit = Arg::new("limit")
        .long("limit")
        .value_parser(value_parser!(u32))
        .default_value("20")
        .env("SHELF_LIMIT");
    let list = Command::new("list")
        .about("Lists what is there")
        .visible_alias("ls")
        .args([
            format.help("Form of the output"),
            limit.help("Most lines"),
            Arg::new("shelf").help("Only this shelf"),
        ]);
    let drop = Command::new("drop").about("Throws boxes away").args([
        Arg::new("name").required(true).num_args(1..).help("Boxes"),
        Arg::new("shelf")
            .long("shelf")
            .required(true)
            .help("Shelf that they are on"),
        Arg::new("label")
            .long("label")
            .action(ArgAction::Append)
            .help("Only boxes with this label"),
        Arg::new("force")
            .long("force")
            .action(ArgAction::SetTrue)
            .help("Asks nothing"),
    ]);
    Command::new("shelf")
        .about("Keeps things on shelves")
        .version("1.4.0")
        .subcommand_required(true)
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .action(ArgAction::Count)
                .global(true)
                .help("Says more"),
        )
        .subcommand(list)
        .subcommand(
            Command::new("box")
                .about("Boxes on a shelf")
                .subcommand_required(true)
                .subcommand(drop),
        )
}

fn main() {
    let command = command();
    if let Some(document) = agent::answer(&command, &[("list", READS), ("box drop", DELETES)], std::env::args()) {
        println!("{document}");
        return;
    }
    let (mut words, mut matches) = (vec![], command.get_matches());
    while let Some((word, below)) = matches.remove_subcommand() {
        (words, matches) = ([words, vec![word]].concat(), below);
    }
    let names = matches
        .try_get_many::<String>("name")
        .ok()
        .flatten()
        .unwrap_or_default();
    println!("{} {:?}", words.join(" "), names.collect::<Vec<_>>());
}
