import { parse, type ParsedScript } from 'unbash';
import { recognizeShells } from './other-shells.ts';
import {
  displace,
  MAX_TEXTS,
  type Outcome,
  type Places,
  type Reading,
  report,
  type Scope,
  stays,
  UNKNOWN_PLACES,
} from './reading.ts';
import { readStatements } from './statements.ts';
import type { LinePart, LineReading } from './types.ts';

export interface ReadLineSettings {
  /** `sh`: programs are started by a POSIX shell. Absent: `bash`. */
  readonly dialect?: 'bash' | 'sh';
}

const MAX_LENGTH = 1 << 20;

/** How often a piece may stand in a text. The parser takes time with their square. */
const MAX_PIECES: readonly (readonly [RegExp, number])[] = [
  [/[\s;|&<>(){}$`!]/g, 200_000],
  [/[|&]/g, 20_000],
  [/<</g, 1000],
];

/**
 * Reads a line into the commands that a shell may start for it.
 *
 * Sound before useful: every program that bash could start is in `parts`, or there is an issue. Reads at most 1 MiB, 5,000 commands and
 * 200 levels; more is an issue. Never throws.
 *
 * @example
 * import { readLine } from '@atip/shell';
 *
 * readLine('cd src && git status').parts.map(({ program }) => program); // ['cd', 'git']
 */
export function readLine(text: string, { dialect = 'bash' }: ReadLineSettings = {}): LineReading {
  const reading = newReading();
  const whole = { start: 0, end: typeof text === 'string' ? text.length : 0 };
  if (typeof text !== 'string') {
    report(reading, 'NO_LINE', 'A shell line is a text.', whole);
    return { parts: [], issues: reading.issues };
  }
  const scope: Scope = {
    dialect,
    source: text,
    span: (start, end) => ({ start, end }),
    from: 'line',
    through: [],
    added: undefined,
    background: false,
    stdin: 'none',
    functions: new Set(),
    isFunction: false,
    depth: 0,
    texts: 0,
  };
  reading.runText(text, scope, [[]]);
  finish(reading);
  recognizeShells(text, reading);
  if (reading.parts.length === 0 && reading.issues.length === 0)
    report(reading, 'NO_LINE', 'The line has no command.', whole);
  return { parts: reading.parts.sort((one, other) => one.start - other.start), issues: reading.issues };
}

function newReading(): Reading {
  const reading: Reading = {
    parts: [],
    issues: [],
    functions: new Set(),
    insideFunctions: new Set(),
    anyText: new Set(),
    calculated: new Map(),
    hasMoved: false,
    functionsMove: false,
    hasUnset: false,
    runScript: (script, scope, places) => runScript(script, scope, places, reading),
    runText: (text, scope, places) => runText(text, scope, places, reading),
  };
  return reading;
}

function runText(text: string, scope: Scope, places: Places, reading: Reading): Outcome {
  const span = scope.span(0, text.length);
  const tooLarge =
    whyTooLarge(text) ?? (scope.texts > MAX_TEXTS ? `Code stands in code, more than ${MAX_TEXTS} deep.` : undefined);
  if (tooLarge !== undefined) {
    report(reading, 'TOO_LARGE', tooLarge, span);
    return stays(UNKNOWN_PLACES);
  }
  if (text.includes('\0')) report(reading, 'SYNTAX', 'The line contains a NUL, which no shell can read.', span);
  try {
    return runScript(parse(text), scope, places, reading);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    report(reading, 'UNREAD', `The line is not understood: ${error.message}.`, span);
    return stays(UNKNOWN_PLACES);
  }
}

function whyTooLarge(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return 'The line is longer than 1 MiB.';
  const isTooMuch = text.length > 1000 && MAX_PIECES.some(([piece, limit]) => exceeds(text, piece, limit));
  return isTooMuch ? 'The line has more pieces than are read.' : undefined;
}

function exceeds(text: string, piece: RegExp, limit: number): boolean {
  if (text.length <= limit) return false;
  let count = 0;
  for (const _ of text.matchAll(piece)) if (++count > limit) return true;
  return false;
}

function runScript(script: ParsedScript, scope: Scope, places: Places, reading: Reading): Outcome {
  for (const { message, pos } of script.errors ?? [])
    report(reading, 'SYNTAX', `The line is no bash: ${message}.`, scope.span(pos, scope.source.length));
  return readStatements(script.commands, scope, places, reading);
}

/** What only the whole line can tell. */
function finish(reading: Reading): void {
  if (reading.hasMoved || reading.functionsMove) displace(reading, 0, (index) => reading.insideFunctions.has(index));
  if (reading.hasUnset) reading.parts.forEach((part, at) => (reading.parts[at] = withoutFunction(part)));
  for (const [name, span] of reading.calculated) {
    if (!reading.anyText.has(name) && !/^[\d@*]/.test(name)) continue;
    report(
      reading,
      'UNKNOWN_CODE',
      `Bash calculates with ${name}, whose value may be a text such as a[$(cmd)] that runs a command.`,
      span,
    );
  }
}

function withoutFunction(part: LinePart): LinePart {
  return part.kind === 'function' ? { ...part, kind: 'program' } : part;
}
