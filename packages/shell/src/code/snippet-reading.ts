import { foldPath, secretMatch } from '@atip/core/internal';
import type { CodeReading } from '../line/types.ts';

/** A place in code at which the reader stops, with its reason. */
class NotRead extends Error {}

export function stop(reason: string): never {
  throw new NotRead(reason);
}

/** The facts that a reader collects about the code. */
export interface Found {
  readonly writes: Set<string>;
  readonly reads: Set<string>;
  readonly imports: Map<string, 'standard' | 'names' | 'calls'>;
  readonly paths: Set<string>;
  readsEnvironment: boolean;
}

/** Runs a reader over a piece of code; whatever it does not know is harm. */
export function readWith(
  { language, text }: Pick<CodeReading, 'language'> & { readonly text: string },
  read: (found: Found) => void,
): CodeReading {
  const found: Found = {
    writes: new Set(),
    reads: new Set(),
    imports: new Map(),
    paths: new Set(),
    readsEnvironment: false,
  };
  if (text.length > MAX_LENGTH) return harmful(language, 'is too long to be read');
  try {
    read(found);
  } catch (error) {
    if (error instanceof NotRead) return harmful(language, error.message);
    if (error instanceof RangeError) return harmful(language, 'is nested too deeply to be read');
    throw error;
  }
  const { writes, reads, imports, paths, readsEnvironment } = found;
  return {
    language,
    isHarmless: true,
    writes: [...writes],
    reads: [...reads],
    imports: [...imports].map(([name, use]) => ({ name, use })),
    paths: [...paths],
    readsEnvironment,
  };
}

export function harmful(language: CodeReading['language'], reason: string): CodeReading {
  return { language, isHarmless: false, reason, writes: [], reads: [] };
}

/** Signs by which a part of a text may be hidden from a reader, or from the program that runs it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const HIDING = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Takes a text piece by piece from its beginning. */
export interface Taker {
  /** Where the next piece begins. */
  at: number;
  /** Takes what a sticky pattern fits there. */
  readonly take: (pattern: RegExp) => RegExpExecArray | undefined;
}

export function createTaker(text: string): Taker {
  const taker = {
    at: 0,
    take(pattern: RegExp): RegExpExecArray | undefined {
      pattern.lastIndex = taker.at;
      const taken = pattern.exec(text);
      if (!taken) return undefined;
      taker.at = pattern.lastIndex;
      return taken;
    },
  };
  return taker;
}

/**
 * The same, but it stops at a text with characters that may hide code. @param alsoHiding more such characters, in this
 * language
 */
export function createStrictTaker(text: string, alsoHiding: RegExp): Taker {
  if (HIDING.test(text) || alsoHiding.test(text)) stop('has characters that may hide code');
  return createTaker(text);
}

/** Letters. */
const MAX_LENGTH = 20_000;
/** Most texts that a value may be; more are not followed. */
export const MAX_TEXTS = 32;

/** Most questions about values: names that stand for each other have no end. */
const MAX_QUESTIONS = 20_000;

/** Counts questions, and stops the reader after too many. */
export function createLimit(): () => void {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked > MAX_QUESTIONS) stop('has too many values to follow');
  };
}

/** Joins every text of `one` with every text of `other`. Undefined: one is unknown, or they are too many. */
export function joined(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
  join: (a: string, b: string) => string = (a, b) => a + b,
): readonly string[] | undefined {
  if (!one || !other || one.length * other.length > MAX_TEXTS) return undefined;
  return one.flatMap((a) => other.map((b) => join(a, b)));
}

/** A path below a directory, as `os.path.join` and `path.join` make it. */
export function below(directory: string, path: string): string {
  if (/^[/~]/.test(path)) return path;
  return directory === '' ? path : `${directory.replace(/\/+$/, '')}/${path}`;
}

/** True for a glob that may fit the name of a file of secrets. */
export function mayFitSecret(pattern: string): boolean {
  return /[*?[]/.test(pattern) && secretMatch(foldPath(`/${pattern}`))?.is === 'inside';
}
