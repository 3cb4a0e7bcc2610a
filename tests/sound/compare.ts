// Holds what bash started against what `readLine` said: every program with its words was predicted, or the line is asked about.
import { type LinePart, type LineReading, readLine, type Word } from '@atip/shell';
import type { Run, Started } from './recorder/sandbox.ts';

/** `unsound`: bash started a program that nobody predicted, and nobody would have been asked. */
export interface Verdict {
  readonly line: string;
  readonly verdict: 'predicted' | 'asked' | 'unsound';
  readonly started: number;
  /** Codes of issues, each once, and `CODE` for a program of awk or sed that is not harmless. */
  readonly codes: readonly string[];
  readonly surprises: readonly Started[];
}

export interface Summary {
  readonly lines: number;
  /** Lines that started nothing: bash refuses them, or they hold only builtins. */
  readonly silent: number;
  readonly started: number;
  readonly predicted: number;
  /** Programs that were not predicted, in lines that are asked about. */
  readonly askedFor: number;
  readonly asked: number;
  /** Lines by code; a line with two codes counts for both. */
  readonly byCode: Readonly<Record<string, number>>;
  readonly unsound: readonly Verdict[];
}

export function judge({ line, started }: Run, reading: LineReading = readLine(line)): Verdict {
  const surprises = started.filter((one) => !isPredicted(one, reading.parts));
  const isCode = reading.parts.some(({ code }) => code !== undefined && !code.isHarmless);
  const codes = [...new Set([...reading.issues.map(({ code }) => code), ...(isCode ? ['CODE'] : [])])];
  const verdict = codes.length > 0 ? 'asked' : surprises.length > 0 ? 'unsound' : 'predicted';
  return { line, verdict, started: started.length, codes, surprises };
}

export function summarize(verdicts: readonly Verdict[]): Summary {
  const byCode: Record<string, number> = {};
  for (const { codes } of verdicts) for (const code of codes) byCode[code] = (byCode[code] ?? 0) + 1;
  const sum = (count: (one: Verdict) => number): number => verdicts.reduce((total, one) => total + count(one), 0);
  return {
    lines: verdicts.length,
    silent: verdicts.filter(({ started }) => started === 0).length,
    started: sum(({ started }) => started),
    predicted: sum(({ started, surprises }) => started - surprises.length),
    askedFor: sum(({ verdict, surprises }) => (verdict === 'asked' ? surprises.length : 0)),
    asked: verdicts.filter(({ verdict }) => verdict === 'asked').length,
    byCode,
    unsound: verdicts.filter(({ verdict }) => verdict === 'unsound'),
  };
}

/** Builtins that exist as programs and do the same: `env echo x` starts one. */
const BOTH = new Set(['[', 'echo', 'false', 'kill', 'printf', 'pwd', 'test', 'true', 'time']);

function isPredicted({ path, args }: Started, parts: readonly LinePart[]): boolean {
  // By it the C library starts what awk, sed and flock were given; a line names it by itself or in PATH.
  if (path === '/bin/sh' && args[0] === '-c') return true;
  return parts.some((part) => {
    if (part.through.some((name) => isSameProgram(name, path))) return true;
    if (part.kind === 'function' || part.kind === 'nothing') return false;
    const [name, ...words] = part.words;
    if (name === undefined || name.unknown || !isSameProgram(name.text, path)) return false;
    if (part.kind === 'builtin' && !BOTH.has(name.text)) return false;
    return matchWords(words, args);
  });
}

/** A name without a slash is looked up in `PATH`; any other is what the kernel gets. */
function isSameProgram(name: string, path: string): boolean {
  return name.includes('/') ? name === path : path.slice(path.lastIndexOf('/') + 1) === name;
}

/** True if the words can have become these arguments. */
function matchWords(words: readonly Word[], args: readonly string[]): boolean {
  // Numbers of arguments that the words so far can have taken.
  let taken = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const at of taken) for (const end of endsOf(word, args, at)) next.add(end);
    taken = next;
  }
  return taken.has(args.length);
}

function endsOf(word: Word, args: readonly string[], at: number): readonly number[] {
  const first = args[at];
  if (!word.unknown) return first === word.text ? [at + 1] : [];
  // A home directory is a path; without one the tilde stays.
  // A path from several starting points of find is one below, however it is written.
  const isBelow = word.reason === 'input' && word.prefix === './';
  const isFirst = word.tilde
    ? /^[/~]/.test(first ?? '')
    : first?.startsWith(word.prefix) === true || (isBelow && /^[^-/~]/.test(first ?? ''));
  if (!word.many) return isFirst ? [at + 1] : [];
  const ends = isFirst ? args.slice(at).map((_, index) => at + index + 1) : [];
  return word.prefix === '' ? [at, ...ends] : ends;
}
