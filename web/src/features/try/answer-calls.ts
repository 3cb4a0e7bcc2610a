/** Answers for Try it: a document's commands, one command for the form, and calls stage by stage. */
import {
  type AtipEffects,
  checkCall,
  flattenCommands,
  type Parameter,
  type SandboxAccess,
  type SandboxMode,
  type ToolCall,
} from '@atip/core';
import { parametersOf, sandboxAccess } from '@atip/core/internal';
import { type AskedCall, exampleArguments } from './asked-call.ts';
import { type RiskMark, riskMarks } from '../../document/risks.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { readSubject, type Subject } from '../../worker/subject.ts';
import { type ShownCheck, type Verdict, verdictOf } from './verdict.ts';

export interface CallableCommand {
  readonly name: string;
  readonly description: string;
  /** The gravest. */
  readonly risk?: RiskMark;
}

export interface CallIndex {
  readonly tool: string;
  /** In document order; at least one. */
  readonly commands: readonly CallableCommand[];
  /** A call of the first command that would be accepted. */
  readonly example: AskedCall;
}

/** Longest description that a list of commands shows, in UTF-16 units. */
const MAX_DESCRIPTION = 160;

/** The commands of a document by name; `undefined` when it has errors or no command. */
export function answerCallIndex(subject: Subject): CallIndex | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const commands = flattenCommands(read.tool);
  const [first] = commands;
  if (first === undefined) return undefined;
  return {
    tool: read.tool.name,
    commands: commands.map(({ name, metadata, effects }) => {
      const [risk] = riskMarks(effects);
      return { name, description: metadata.description.slice(0, MAX_DESCRIPTION), ...(risk && { risk }) };
    }),
    example: { name: first.name, arguments: exampleArguments(parametersOf(first)) },
  };
}

interface CommandQuestion {
  readonly subject: Subject;
  /** Its compiled name, for example `"git_log"`. */
  readonly name: string;
}

export interface CallableDetail {
  readonly name: string;
  readonly description: string;
  readonly effects: AtipEffects;
  readonly parameters: readonly Parameter[];
}

/** One command with its parameters; `undefined` when the document has errors or no such command. */
export function answerCallCommand({ subject, name }: CommandQuestion): CallableDetail | undefined {
  const read = readSubject(subject);
  const command = read.ok ? flattenCommands(read.tool).find((candidate) => candidate.name === name) : undefined;
  if (command === undefined) return undefined;
  const { metadata, effects } = command;
  return { name, description: metadata.description, effects, parameters: parametersOf(command) };
}

interface StagesQuestion {
  readonly subject: Subject;
  /** Absent: core's defaults. */
  readonly policy?: PlainPolicy;
  readonly calls: readonly ToolCall[];
  /** The call of `calls` that is followed through every stage. */
  readonly place: number;
}

export interface CallStages {
  readonly check: ShownCheck;
  /** One for each of the calls. */
  readonly verdicts: readonly Verdict[];
  /** The command line for a POSIX shell. Absent without an argv, and for one that no shell can be given. */
  readonly shellLine?: string;
  /** Present with the mapping. By the same rules as the companion's own. */
  readonly sandbox?: { readonly mode: SandboxMode; readonly access: SandboxAccess };
}

/** Checks calls and follows one through every stage; `undefined` when the document has errors. */
export function answerCallStages({ subject, policy, calls, place }: StagesQuestion): CallStages | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const checks = calls.map((call) => checkCall(call, [read.tool], policy));
  const chosen = checks[place];
  if (chosen === undefined) return undefined;
  const { mapping: _document, ...check } = chosen;
  const { argv, effects, sandbox } = check;
  const shellLine = argv && quoteForSh(argv);
  return {
    check,
    verdicts: checks.map(verdictOf),
    ...(shellLine !== undefined && { shellLine }),
    ...(effects && sandbox && { sandbox: { mode: sandbox, access: sandboxAccess(effects) } }),
  };
}

/** Means itself in every POSIX shell. The sign `=` is not among them: before a command's name it would set a variable. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-]+$/;
/** An argument may hold `=`, but not begin with it: `=ls` is a path to zsh. */
const PLAIN_ARGUMENT = /^(?!=)[A-Za-z0-9_@%+:,./=-]+$/;
/** Words that are no command where a command begins. */
const RESERVED = /^(?:case|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)$/;

/**
 * Names that sh, bash or zsh take for something of their own, however they are quoted, and that programs of the name would
 * not do: `eval` runs what its arguments say, `%1` is a job. `env` knows programs alone.
 */
const OWN_NAME =
  /^(?:%.*|[.:]|alias|autoload|bg|bind|bindkey|break|builtin|caller|cd|command|compgen|complete|continue|coproc|declare|dirs|disown|emulate|enable|eval|exec|exit|export|fc|fg|getopts|hash|history|jobs|let|local|logout|mapfile|nocorrect|noglob|popd|pushd|r|read|readarray|readonly|return|sched|set|shift|shopt|source|suspend|times|trap|type|typeset|ulimit|umask|unalias|unset|wait|zmodload)$/;

/**
 * Writes an argv as a command line of a POSIX shell, which takes it apart to exactly these elements.
 *
 * Shape: `["git", "commit", "-m", "it's"]` → `git commit -m 'it'\''s'`. Unseen characters become their bytes in octal,
 * `"$(printf '\033')"`: an escape sequence in a pasted text can end the paste early, and the rest of it is then typed.
 * `undefined` for half of a character, which no process can be given.
 * @see POSIX.1-2017, Shell Command Language, 2.2
 */
export function quoteForSh(argv: readonly string[]): string | undefined {
  if (argv.some((element) => /\p{Cs}/u.test(element))) return undefined;
  const text = argv.map(word).join(' ');
  return OWN_NAME.test(argv[0] ?? '') ? `env ${text}` : text;
}

/** A run of characters that nobody sees, or that a terminal acts on, but for the line feed; or a run of others. */
const RUNS = /(?<unseen>(?:(?!\n)[\p{C}\p{Zl}\p{Zp}])+)|(?:\n|[^\p{C}\p{Zl}\p{Zp}])+/gu;

function word(element: string, index: number): string {
  if (index === 0 ? PLAIN.test(element) && !RESERVED.test(element) : PLAIN_ARGUMENT.test(element)) return element;
  if (element === '') return "''";
  return element.replace(RUNS, (text, unseen?: string) =>
    unseen === undefined ? `'${text.replaceAll("'", "'\\''")}'` : `"$(printf '${octal(unseen)}')"`,
  );
}

function octal(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
