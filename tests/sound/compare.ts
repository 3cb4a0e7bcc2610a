// Holds what bash started against what `readLine` said: every program with its words was predicted, or the line is asked about.
import { type LinePart, type LineReading, readLine, type Word } from '@atip/shell';
import type { Run, Started } from './recorder/sandbox.ts';

/** `unsound`: bash started a program that nobody predicted, and nobody would have been asked. */
export interface Verdict {
  readonly line: string;
  readonly verdict: 'predicted' | 'asked' | 'unsound';
  readonly started: number;
  readonly surprises: readonly Started[];
}

export function judge({ line, started }: Run, reading: LineReading = readLine(line)): Verdict {
  const surprises = started.filter((one) => !isPredicted(one, reading.parts));
  // A program of awk or sed that is not harmless.
  const isCode = reading.parts.some(({ code }) => code !== undefined && !code.isHarmless);
  const isAsked = isCode || reading.issues.length > 0 || reading.parts.some(runsFile);
  const verdict = isAsked ? 'asked' : surprises.length > 0 ? 'unsound' : 'predicted';
  return { line, verdict, started: started.length, surprises };
}

/** A shell that is given a file: checkLine looks whose it is, and asks about all but the project's own (`x-loads`). */
function runsFile({ program = '', words }: LinePart): boolean {
  const isShell = /^(?:source|\.|(?:.*\/)?(?:ba|da|z|k)?sh)$/.test(program);
  const given = words.slice(1);
  const isCode = given.some(({ text }) => /^-\w*c/.test(text));
  return isShell && !isCode && given.some((word) => word.unknown === true || !/^-./.test(word.text));
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
