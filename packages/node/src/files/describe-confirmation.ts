import { type AtipEffects, SAFETY_FLAGS } from '@atip/core';
import type { LineCheck, PartCheck } from '@atip/shell';
import { escapeUnseen, safetyFlags } from '@atip/core/internal';

/** The call that a person is asked to approve: nothing is redacted, shortened or escaped. */
export interface CallQuestion {
  readonly command: string;
  /** The file that is executed, absolute. */
  readonly program: string;
  /** The argv that the program gets. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  readonly effects: AtipEffects;
  readonly reasons: readonly string[];
  /** Text for the program's standard input. Absent: nothing. */
  readonly stdin?: string;
  /** For a shell line: its check. */
  readonly line?: LineCheck;
  /** The whole question in lines, if it covers several calls: the title first, already escaped. */
  readonly described?: readonly string[];
}

/**
 * Describes a call for approval, in lines: its command, then every element of the argv, not redacted or cut; invisible
 * characters are escaped. Shape: `["git clean is to be run.  [⚠️ DESTRUCTIVE]", "  program   \"/usr/bin/git\"", "
 * argv[0]   \"git\"", …]`
 */
export function describeConfirmation(question: CallQuestion): string[] {
  if (question.described) return [...question.described];
  const { command, program, argv, cwd, effects, reasons, line, stdin } = question;
  const flags = safetyFlags(effects).map((flag) => `  [${flag}]`);
  return [
    `${escapeUnseen(command)} is to be run.${flags.join('')}`,
    `  program   ${quoteElement(program)}`,
    ...argv.map((element, at) => `  argv[${at}]${at < 10 ? ' ' : ''}  ${quoteElement(element)}`),
    ...(stdin === undefined ? [] : [`  stdin     ${shownInput(stdin)}`]),
    `  in        ${quoteElement(cwd)}`,
    ...(line?.parts ?? []).map((part) => `  part      ${part.decision.padEnd(7)}  ${quoteElement(commandOf(part))}`),
    `  may       ${describeEffects([effects])}`,
    ...reasons.map((reason) => `  because   ${escapeUnseen(reason)}`),
  ];
}

/** UTF-16 units of standard input that are shown; longer text is marked as cut. */
const MAX_INPUT = 4_000;

function shownInput(text: string): string {
  const rest = text.length - MAX_INPUT;
  return quoteElement(text.slice(0, MAX_INPUT)) + (rest > 0 ? ` and ${rest} more characters, which are not shown` : '');
}

/** A part's words as written, with its wrapping commands. */
function commandOf({ through, words }: PartCheck): string {
  return [...through, ...words.map(({ text }) => text)].join(' ');
}

const HARMS: readonly (readonly [string, (effects: AtipEffects) => boolean])[] = [
  ['destroy', ({ destructive }) => destructive === true],
  ['delete files', ({ filesystem }) => filesystem?.delete === true],
  ['write files', ({ filesystem }) => filesystem?.write === true],
  ['use the network', ({ network }) => network === true],
  ['cost money', ({ cost }) => cost?.billable === true],
  ['end processes', (effects) => effects['x-ends'] === 'processes'],
  ['run what the call names', (effects) => effects['x-runs'] === 'call'],
  ['send what the call names', (effects) => effects['x-sends'] === 'given'],
  ['print credentials', (effects) => effects['x-reveals'] === 'credentials'],
  ['act as root', (effects) => effects['x-privilege'] === 'root'],
  ['not be undone', ({ reversible }) => reversible === false],
];

/** True when a harmful effect is unstated, so that the command may have it. */
function isOpen({ destructive, filesystem, network }: AtipEffects): boolean {
  return [destructive, filesystem?.write, filesystem?.delete, network].includes(undefined);
}

/**
 * Describes the effects of several commands together, gravest first.
 * Shape: `[{ network: true }, …]` → `"use the network; the rest is not stated"`; `"only read"` when each states that it
 * only reads
 */
export function describeEffects(all: readonly AtipEffects[]): string {
  if (all.length === 0) return 'nothing known';
  const stated = HARMS.filter(([, holds]) => all.some(holds)).map(([words]) => words);
  if (stated.length > 0) return stated.join(', ') + (all.some(isOpen) ? '; the rest is not stated' : '');
  if (all.every((effects) => safetyFlags(effects).includes(SAFETY_FLAGS.READ_ONLY))) return 'only read';
  return all.some(isOpen) ? 'not stated' : 'change nothing';
}

/**
 * Quotes one element of an argv as JSON, with invisible characters escaped. Shape: `"a\u200bb"` → `"\"a\\u{200b}b\""`
 */
export function quoteElement(text: string): string {
  return escapeUnseen(JSON.stringify(text));
}

/** Quotes a word for a POSIX shell: in single quotes only the closing quote has a meaning. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
