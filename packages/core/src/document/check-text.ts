import {
  hiddenCharactersIn,
  isPlainLine,
  modelText,
  withoutHidden,
  loneSurrogateIn,
  toWellFormed,
} from '../json/hidden-characters.ts';
import { setOwn } from '../json/is-record.ts';
import { joinPointer, parentPointer } from '../json/pointer.ts';
import { commandOf, type DocumentFinding } from './finding.ts';
import {
  type JsonSource,
  type SourceFix,
  nodeAt,
  renameKey,
  replaceValue,
  type SourceDocument,
} from './source-document.ts';

type Way = readonly (string | number)[];

/** Fields whose text is one line, at any level. */
const LINES: readonly unknown[] = ['name', 'version', 'homepage', 'flags', 'x-aliases'];

/** Fields by which calls name a command, an option or a value: without a character they would mean another one. */
const NAMES: readonly unknown[] = ['flags', 'enum', 'x-aliases'];
const PARAMETERS: readonly unknown[] = ['arguments', 'options', 'globalOptions'];

/**
 * Finds deceptive texts and keys, and keys named `__proto__`, anywhere in a document.
 *
 * Characters that people cannot see are a warning in a text, which is read without them, and in the names of a command
 * or a global option, which is left out; in names above all commands they are an error. Half a surrogate pair is a
 * warning, because encoders turn it into U+FFFD or fail.
 */
export function checkText({ value, text, isAscii = false }: SourceDocument): DocumentFinding[] {
  if (isAscii && text?.source.includes('"__proto__"') === false) return [];
  const findings: DocumentFinding[] = [];
  walkValue(value, (member, way) => {
    const key = way.at(-1);
    if (key === '__proto__' && way.indexOf(key) === way.length - 1) findings.push(reservedName(way));
    if (typeof key === 'string') findings.push(...checkOne(key, way, 'key', text));
    if (typeof member === 'string') findings.push(...checkOne(member, way, 'value', text));
  });
  return findings;
}

/** We keep it as an own property, but `target[name] = value` in another library would replace a prototype. */
function reservedName(way: Way): DocumentFinding {
  return {
    code: 'reserved-name',
    severity: 'error',
    message: 'The name "__proto__" is refused: it changes objects in JavaScript programs; choose another one.',
    path: joinPointer('', ...way),
    mark: 'key',
    section: '3.3',
  };
}

function checkOne(content: string, way: Way, mark: 'key' | 'value', text: JsonSource | undefined): DocumentFinding[] {
  if (isPlainLine(content)) return [];
  const lone = loneSurrogateIn(content);
  const names = hiddenCharactersIn(content, mark === 'key' || isLine(way));
  if (lone === undefined && names === '') return [];
  const at = { path: joinPointer('', ...way), mark, section: '3.1' } as const;
  const findings: DocumentFinding[] = [];
  if (lone !== undefined) {
    const what = `${mark === 'key' ? 'key' : 'text'} holds \\u${lone.charCodeAt(0).toString(16)}`;
    const message = `This ${what}, half of a character; it is read as U+FFFD, write the whole one.`;
    findings.push({ code: 'lone-surrogate', severity: 'warning', message, ...at });
  }
  if (names !== '') {
    const fix = text && (() => fixFor(text, content, at.path, mark));
    findings.push({ code: 'hidden-characters', ...consequence(content, way, at.path, mark, names), ...at, fix });
  }
  return findings;
}

/** @param names of the hidden characters */
function consequence(
  content: string,
  way: Way,
  path: string,
  mark: 'key' | 'value',
  names: string,
): Pick<DocumentFinding, 'severity' | 'message' | 'repair' | 'leavesOut'> {
  const isRequired = way.length === 1 && modelText(content).trim() === '';
  if (mark === 'value' && !isName(way) && !isRequired)
    return { severity: 'warning', message: `Characters that people cannot see are taken out: ${names}.` };
  const reason = `characters that people cannot see hide in its names (${names}).`;
  if (commandOf(path) !== '')
    return { severity: 'warning', message: `The command is left out: ${reason}`, leavesOut: true };
  const [list, index] = way;
  if (list === 'globalOptions' && mark === 'value') {
    const repair = { action: 'remove', pointer: `/globalOptions/${index}` } as const;
    return { severity: 'warning', message: `The option is left out: ${reason}`, repair };
  }
  return { severity: 'error', message: `Models read here what people cannot see: ${names}. Remove it.` };
}

function isName(way: Way): boolean {
  const last = way.at(-1);
  if (last === 'name') return way.length === 1 || PARAMETERS.includes(way.at(-3));
  return NAMES.includes(typeof last === 'number' ? way.at(-2) : last);
}

function isLine(way: Way): boolean {
  const last = way.at(-1);
  return LINES.includes(typeof last === 'number' ? way.at(-2) : last);
}

/** A text of hidden characters only would become empty, which is another mistake. */
function fixFor(text: JsonSource, content: string, path: string, mark: 'key' | 'value'): SourceFix | undefined {
  const seen = withoutHidden(content, mark === 'key' || hiddenCharactersIn(content) === '');
  if (seen.trim() === '') return undefined;
  if (mark === 'key') return renameKey(text, parentPointer(path), content, seen);
  // Of two equal keys the last one counts, and only that one was checked.
  return nodeAt(text, path)?.node.value === content
    ? replaceValue(text, path, seen, 'Remove the hidden characters')
    : undefined;
}

/**
 * A copy of a JSON value in which each text is what a person sees, with U+FFFD for every lone surrogate. If two keys
 * become equal, the last one counts.
 *
 * @param field the key of the value, or of the list that contains it
 */
export function readableTexts(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return modelText(value, LINES.includes(field));
  if (Array.isArray(value)) return value.map((item) => readableTexts(item, field));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) setOwn(result, toWellFormed(key), readableTexts(member, key));
  return result;
}

/**
 * Visits every value of a document, owners before members, with the keys and indexes that lead to it, valid until the
 * callback returns.
 *
 * The reader has bounded the depth. Builds no pointers: one for every value would take longer than the walk.
 */
function walkValue(value: unknown, see: (value: unknown, way: Way) => void, way: (string | number)[] = []): void {
  see(value, way);
  if (typeof value !== 'object' || value === null) return;
  const depth = way.length;
  for (const [key, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    way[depth] = key;
    walkValue(member, see, way);
    way.length = depth;
  }
}
