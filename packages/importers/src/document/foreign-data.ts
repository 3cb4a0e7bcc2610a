import type { AtipCommand, AtipOption, Issue, IssueSeverity } from '@atip/core';
import { hiddenCharactersIn, isLegalFlag, isRecord, setOwn, toWellFormed, stated } from '@atip/core/internal';

/** A copy of an object in the source. It has no prototype, so that names such as `__proto__` are only data. */
export type Foreign = Readonly<Record<string, unknown>>;

/** Deepest nesting that is read: ten more than a document may have. */
const MAX_DEPTH = 110;

interface Walk {
  readonly lose: (code: ForeignCode) => void;
  depth: number;
  left: number;
}

/**
 * Copies the data in a foreign value.
 *
 * Objects come without a prototype and texts with U+FFFD for half characters. Omitted with a loss: values deeper than
 * 110 levels or beyond `MAX_VALUES`. Omitted silently: what JSON cannot represent.
 */
function copy(value: unknown, walk: Walk): unknown {
  if (walk.left <= 0) {
    walk.lose('import-too-large');
    return undefined;
  }
  walk.left -= 1;
  if (typeof value === 'string') return toWellFormed(value);
  if (typeof value === 'boolean' || value === null) return value;
  // JSON has one zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value || 0 : undefined;
  return typeof value === 'object' ? copyContainer(value, walk) : undefined;
}

function copyContainer(value: object, walk: Walk): unknown {
  if (walk.depth >= MAX_DEPTH) {
    walk.lose('import-too-deep');
    return undefined;
  }
  walk.depth += 1;
  const result = Array.isArray(value) ? copyArray(value, walk) : copyObject(value, walk);
  walk.depth -= 1;
  return result;
}

function copyArray(value: readonly unknown[], walk: Walk): unknown[] {
  const result: unknown[] = [];
  const { length } = value;
  for (let index = 0; index < length; index += 1) {
    result.push(copy(value[index], walk));
    if (walk.left <= 0) break;
  }
  return result;
}

function copyObject(value: object, walk: Walk): Foreign {
  const result: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value)) {
    setOwn(result, toWellFormed(key), copy((value as Record<string, unknown>)[key], walk));
    if (walk.left <= 0) break;
  }
  return result;
}

/** Longest text that is kept, in UTF-16 units; longer ones are not descriptions. */
const MAX_TEXT = 4000;

/** Turns a source's single value or list into a list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The objects in a single value or a list. */
export function recordsOf(value: unknown): Foreign[] {
  return listOf(value).filter(isRecord);
}

/** The texts in a single value or a list: trimmed, each once, without empty ones and those over 4,000 characters. */
export function textsOf(value: unknown): string[] {
  const texts = listOf(value).filter((text) => typeof text === 'string');
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '' && text.length <= MAX_TEXT);
}

/** The text, trimmed and cut after 4,000 characters; empty for another value. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 2).replace(/[\uD800-\uDBFF]$/, '')} …`;
}

/** A command's aliases and deprecation mark. */
export function marksOf(aliases: string[], isDiscouraged: boolean): Marks {
  return stated({
    'x-aliases': aliases.length > 0 ? aliases : undefined,
    'x-deprecated': isDiscouraged ? true : undefined,
  });
}

type Marks = Pick<AtipCommand, 'x-aliases' | 'x-deprecated'>;

export function relationsOf(excluded: string[], needed: string[]): Relations {
  return stated({
    'x-exclusive': excluded.length > 0 ? excluded : undefined,
    'x-depends': needed.length > 0 ? needed : undefined,
  });
}

type Relations = Pick<AtipOption, 'x-exclusive' | 'x-depends'>;

/** The value, if it fits into one word of a command line. */
export function scalarOf(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'string') return value.length <= MAX_TEXT ? value : undefined;
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** The values of a list that fit into one word each, as text. */
export function wordsOf(list: unknown): string[] {
  return listOf(list)
    .map(scalarOf)
    .filter((value) => value !== undefined)
    .map(String);
}

/** True if a text has a character that command lines never have, or an invisible one. */
export function hasControl(text: string): boolean {
  return hiddenCharactersIn(text, true) !== '';
}

/** True for a spelling of an option that a person can type. */
export function isTyped(flag: string): boolean {
  return isLegalFlag(flag) && !hasControl(flag);
}

/** The losses that any importer can report. */
export type ForeignCode = 'import-lost-command' | 'import-too-large' | 'import-too-deep';

/** Counts a loss of one importer, or one that any importer can report. */
export type LoseOf<Texts> = (code: (keyof Texts & string) | ForeignCode) => void;

/** The severity and text of each loss; the number of places is put in front. */
export type LossTexts<Code extends string = string> = Readonly<Record<Code, readonly [IssueSeverity, string]>>;

/** The losses of an import, counted by kind: a large source has thousands of one kind. */
interface Losses<Code extends string> {
  /** @param path JSON Pointer, into the tool, of the command that it is about. Absent: the tool */
  readonly lose: (code: Code | ForeignCode, path?: string) => void;
  /** One issue for each kind, with the first place; in the order of their first places. */
  readonly issues: () => Issue[];
}

const FOREIGN: LossTexts<ForeignCode> = {
  'import-lost-command': ['warning', 'a command without a name of its own is left out.'],
  'import-too-large': ['warning', 'left out: more does not fit into one document; import the source in parts.'],
  'import-too-deep': ['warning', 'left out: nested deeper than anything that can be called.'],
};

/** Most values read from a source; large tools have a tenth. */
const MAX_VALUES = 2_000_000;

/** Copies a source and starts the count of its losses. @param texts for the losses that only this importer reports */
export function openForeign<Code extends string>(
  source: unknown,
  texts: LossTexts<Code>,
): Losses<Code> & { readonly data: unknown } {
  const losses = createLosses(texts);
  return { ...losses, data: copy(source, { lose: losses.lose, depth: 0, left: MAX_VALUES }) };
}

function createLosses<Code extends string>(texts: LossTexts<Code>): Losses<Code> {
  const all: Readonly<Record<string, readonly [IssueSeverity, string]>> = { ...FOREIGN, ...texts };
  const found = new Map<string, { count: number; readonly path: string }>();
  return {
    lose: (code, path = '') => {
      const entry = found.get(code);
      if (entry) entry.count += 1;
      else found.set(code, { count: 1, path });
    },
    issues: () =>
      [...found].map(([code, { count, path }]): Issue => {
        const [severity, text] = all[code] ?? ['warning', 'left out.'];
        return { code, severity, message: `${count === 1 ? '1 place' : `${count} places`}: ${text}`, path };
      }),
  };
}
