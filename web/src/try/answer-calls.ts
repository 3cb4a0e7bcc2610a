import { wholePolicy } from '../safety/policy-edit.ts';
import { checkCall, flattenCommands, type ToolCall } from '@atip/core';
import { CONTROLS, parametersOf, sandboxAccess } from '@atip/core/internal';
import { riskMarks } from '../document/risks.ts';
import type { PlainPolicy } from '../document/working-copy.ts';
import { readSubject, type Subject } from '../worker/subject.ts';
import { exampleArguments } from './example-arguments.ts';
import { type ShownCheck, verdictOf } from './verdict.ts';

/** Longest description that a list of commands shows, in UTF-16 units. */
const MAX_DESCRIPTION = 160;

export type CallableCommand = NonNullable<ReturnType<typeof answerCallIndex>>['commands'][number];

/**
 * The commands of a document by name, in its order and each with its gravest risk, and a call of the first that would be
 * accepted; `undefined` when it has errors or no command.
 */
export function answerCallIndex(subject: Subject) {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const commands = flattenCommands(read.tool);
  const [first] = commands;
  if (first === undefined) return undefined;
  return {
    tool: read.tool.name,
    commands: commands.map(({ name, metadata, effects }) => {
      const [risk] = riskMarks(effects);
      return { name, description: metadata.description.slice(0, MAX_DESCRIPTION), risk };
    }),
    example: { name: first.name, arguments: exampleArguments(parametersOf(first)) },
  };
}

export type CallableDetail = NonNullable<ReturnType<typeof answerCallCommand>>;

/** One command, by its compiled name, with its parameters; `undefined` when the document has errors or no such command. */
export function answerCallCommand({ subject, name }: { readonly subject: Subject; readonly name: string }) {
  const read = readSubject(subject);
  const command = read.ok ? flattenCommands(read.tool).find((candidate) => candidate.name === name) : undefined;
  return command && { name, description: command.metadata.description, parameters: parametersOf(command) };
}

interface StagesQuestion {
  readonly subject: Subject;
  /** Absent: core's defaults. */
  readonly policy?: PlainPolicy | undefined;
  readonly calls: readonly ToolCall[];
  readonly place: number;
}

export type CallStages = NonNullable<ReturnType<typeof answerCallStages>>;

/** Checks calls and follows one through every stage; `undefined` when the document has errors. */
export function answerCallStages({ subject, policy, calls, place }: StagesQuestion) {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const checks = calls.map((call) => checkCall(call, [read.tool], wholePolicy(policy)));
  const chosen = checks[place];
  if (chosen === undefined) return undefined;
  const check: ShownCheck = { ...chosen, command: chosen.command?.command };
  const { argv } = check;
  const shellLine = argv && quoteForSh(argv);
  return {
    check,
    // One for each of the calls.
    verdicts: checks.map((one) => verdictOf({ ...one, command: one.command?.command })),
    // Absent without an argv, and for one that no shell can be given.
    shellLine,
    // By the same rules as the companion's own.
    sandbox: check.ok ? { mode: check.sandbox, access: sandboxAccess(check.effects) } : undefined,
  };
}

/** Means itself in every POSIX shell, but for what begins with `=`: `=ls` is a path to zsh. */
const PLAIN = /^(?!=)[A-Za-z0-9_@%+:,./=-]+$/;

/**
 * Names that sh, bash or zsh take for something of their own, unlike the program of that name: `eval` runs
 * its arguments, `%1` is a job, `if` is no command. `env` knows only programs.
 */
const OWN_NAME =
  /^(?:%.*|[.:]|alias|autoload|bg|bind|bindkey|break|builtin|caller|case|cd|command|compgen|complete|continue|coproc|declare|dirs|disown|do|done|elif|else|emulate|enable|esac|eval|exec|exit|export|fc|fg|fi|for|function|getopts|hash|history|if|in|jobs|let|local|logout|mapfile|nocorrect|noglob|popd|pushd|r|read|readarray|readonly|return|sched|select|set|shift|shopt|source|suspend|then|time|times|trap|type|typeset|ulimit|umask|unalias|unset|until|wait|while|zmodload)$/;

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

/** A run of characters that are invisible, or that a terminal acts on, except the line feed; or a run of others. */
const RUNS = new RegExp(`(?<unseen>(?:(?!\\n)[${CONTROLS}])+)|(?:\\n|[^${CONTROLS}])+`, 'gu');

function word(element: string, index: number): string {
  // Before a command's name `=` would set a variable.
  if (PLAIN.test(element) && !(index === 0 && element.includes('='))) return element;
  if (element === '') return "''";
  return element.replace(RUNS, (text, unseen?: string) =>
    unseen === undefined ? `'${text.replaceAll("'", "'\\''")}'` : `"$(printf '${octal(unseen)}')"`,
  );
}

function octal(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
