import { hiddenCharactersIn, withoutHidden } from '../json/hidden-characters.ts';
import { setOwn } from '../json/is-record.ts';
import { joinPointer, parentPointer } from '../json/pointer.ts';
import { loneSurrogateIn, toWellFormed } from '../json/well-formed.ts';
import type { Finding } from './finding.ts';
import {
  type DocumentText,
  type Fix,
  nodeAt,
  renameKey,
  replaceValue,
  type SourceDocument,
} from './source-document.ts';

type Way = readonly (string | number)[];

/** Fields whose text is one line, wherever they stand. */
const LINES: readonly unknown[] = ['name', 'version', 'homepage', 'flags', 'x-aliases'];

/**
 * Finds texts and keys, anywhere in a document, that are not what they look like: with characters that people cannot see,
 * which is an error, or with half a surrogate pair, which on the way to a model or a command line becomes U+FFFD or an
 * error, depending on who encodes it.
 *
 * A model may be shown any of them, a person in a terminal, too.
 */
export function checkText({ value, text }: SourceDocument): Finding[] {
  const findings: Finding[] = [];
  walkValue(value, (member, way, key) => {
    if (key !== undefined) report(key, way, 'key');
    if (typeof member === 'string') report(member, way, 'value');
    return true;
  });
  return findings;

  function report(content: string, way: Way, mark: 'key' | 'value'): void {
    const lone = loneSurrogateIn(content);
    if (lone !== undefined) findings.push(loneSurrogate(lone, way, mark));
    const names = hiddenCharactersIn(content, mark === 'key' || isLine(way));
    if (names !== '') findings.push(hiddenCharacters(names, content, joinPointer('', ...way), mark, text));
  }
}

function isLine(way: Way): boolean {
  const last = way.at(-1);
  return LINES.includes(typeof last === 'number' ? way.at(-2) : last);
}

function loneSurrogate(lone: string, way: Way, mark: 'key' | 'value'): Finding {
  const written = `\\u${lone.charCodeAt(0).toString(16)}`;
  return {
    code: 'lone-surrogate',
    severity: 'warning',
    message: () =>
      `This ${mark === 'key' ? 'key' : 'text'} holds ${written}, half of a character; it is read as U+FFFD, write the whole one.`,
    path: joinPointer('', ...way),
    mark,
    section: '3.1',
  };
}

function hiddenCharacters(
  names: string,
  content: string,
  path: string,
  mark: 'key' | 'value',
  text: DocumentText | undefined,
): Finding {
  return {
    code: 'hidden-characters',
    severity: 'error',
    message: () => `Models read here what people cannot see: ${names}. Remove it.`,
    path,
    mark,
    section: '3.1',
    fix: text && (() => fixFor(text, content, path, mark)),
  };
}

/** A text with nothing else in it would become an empty one, which is another mistake. */
function fixFor(text: DocumentText, content: string, path: string, mark: 'key' | 'value'): Fix | undefined {
  const seen = withoutHidden(content, mark === 'key' || hiddenCharactersIn(content) === '');
  if (seen.trim() === '') return undefined;
  if (mark === 'key') return renameKey(text, parentPointer(path), content, seen);
  // Of two members of one name the last counts, and the walk saw that one.
  return nodeAt(text, path)?.node.value === content
    ? replaceValue(text, path, seen, 'Remove the hidden characters')
    : undefined;
}

/** A copy of a document with what a person sees of each text in it. Keys stay. @param field the key that leads to the value */
export function visibleText(value: unknown, field = ''): unknown {
  return mapTexts(value, (text, owner) => withoutHidden(text, LINES.includes(owner)), String, field);
}

/** A copy of a JSON value with U+FFFD for every lone surrogate. Of two keys that become equal the last one counts. */
export function wellFormed(value: unknown): unknown {
  return mapTexts(value, toWellFormed, toWellFormed);
}

/** @param field the key that leads to the value, or to the list that it is in */
function mapTexts(
  value: unknown,
  onText: (text: string, field: string) => string,
  onKey: (key: string) => string,
  field = '',
): unknown {
  if (typeof value === 'string') return onText(value, field);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, onText, onKey, field));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setOwn(result, onKey(key), mapTexts(member, onText, onKey, key));
  return result;
}

/**
 * Sees one value on a walk. `way`: the keys and indexes that lead to it, valid until the return; `key`: its own, when it
 * is a member of an object. `false` leaves out what is inside it.
 */
type See = (value: unknown, way: readonly (string | number)[], key?: string) => boolean;

/**
 * Visits every value of a document, owners before members, in the order of the document.
 *
 * Goes as deep as the document, which its reader has bounded. Pointers are left to whoever has something to report:
 * writing one for every value takes longer than the walk.
 */
function walkValue(value: unknown, see: See): void {
  if (see(value, [])) {
    walkMembers(value, [], see);
  }
}

function walkMembers(value: unknown, way: (string | number)[], see: See): void {
  if (typeof value !== 'object' || value === null) {
    return;
  }
  const depth = way.length;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      way[depth] = index;
      if (see(value[index], way)) {
        walkMembers(value[index], way, see);
      }
    }
  } else {
    for (const [key, member] of Object.entries(value)) {
      way[depth] = key;
      if (see(member, way, key)) {
        walkMembers(member, way, see);
      }
    }
  }
  way.length = depth;
}

/**
 * Finds keys named `__proto__`, anywhere in a document.
 *
 * As our own property it does no harm here, but the first `target[name] = value` in someone else's code replaces a prototype.
 */
export function checkNames(value: unknown): Finding[] {
  const findings: Finding[] = [];
  walkValue(value, (_, way, key) => {
    if (key !== '__proto__') {
      return true;
    }
    findings.push({
      code: 'reserved-name',
      severity: 'error',
      message: () => 'The name "__proto__" is refused: it changes objects in JavaScript programs; choose another one.',
      path: joinPointer('', ...way),
      mark: 'key',
      section: '3.3',
    });
    return false;
  });
  return findings;
}
