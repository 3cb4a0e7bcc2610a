import type { JsonMember, JsonNode } from '@atip/core';
import { readJson, findNode } from '@atip/core/internal';

/** A text that people edit: JSON, possibly with comments and trailing commas. */
interface Editable {
  readonly text: string;
  /** The text with comments and trailing commas replaced by spaces: JSON with the same offsets. */
  readonly bare: string;
  readonly root: JsonNode;
}

type Path = readonly string[];

/** Thrown and caught inside this folder: the edit does not fit the file. */
export class EditRefused extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/** Parses a text. @throws EditRefused for invalid JSON */
export function jsonValue(text: string): unknown {
  return isBlank(text) ? {} : open(text).root.value;
}

/**
 * Adds a value at the end of a list, or under a key of an object, and creates missing objects on the path. Existing
 * bytes stay; indentation, line ends and spacing follow the file.
 * @param path of the list or object
 * @param key absent: the path leads to a list
 * @throws EditRefused if another value is on the path
 */
export function insertJson(text: string, path: Path, key: string | undefined, value: unknown): string {
  const begun = isBlank(text) ? `${text.startsWith('\ufeff') ? '\ufeff' : ''}{}\n` : text;
  const editable = open(begun);
  const { node, depth } = findNode(editable.root, path);
  const isList = key === undefined && depth === path.length;
  if (isList ? !node.items : !node.members) {
    const name = path.slice(0, depth).join('.') || 'The file';
    throw new EditRefused(`${name} holds no ${isList ? 'list' : 'object'}.`, lineAt(text, node.start));
  }
  if (isList) return insertChild(editable, node, undefined, value);
  const [first, ...more] = key === undefined ? path.slice(depth) : [...path.slice(depth), key];
  const whole = more.reduceRight<unknown>((inner, name) => ({ [name]: inner }), key === undefined ? [value] : value);
  return insertChild(editable, node, first, whole);
}

/** Replaces a value, on several lines if it was. */
export function replaceJson(text: string, path: Path, value: unknown): string {
  const { root } = open(text);
  const { node, member } = findNode(root, path);
  const isOnLines = text.slice(node.start, node.end).includes('\n');
  const start = lineIndent(text, member?.keyStart ?? node.start);
  const written = isOnLines ? indented(text, root, value, start) : JSON.stringify(value);
  return text.slice(0, node.start) + written + text.slice(node.end);
}

/** Removes a member or an item, with its comma and the space before it. Comments stay. */
export function removeJson(text: string, path: Path): string {
  const { bare, root } = open(text);
  const { node, member } = findNode(root, path);
  const parent = findNode(root, path.slice(0, -1)).node;
  const children = childrenOf(parent);
  const index = children.findIndex((child) => child.node === node);
  const [before, after] = [children[index - 1], children[index + 1]];
  const start = spaceBefore(text, member?.keyStart ?? node.start);
  const comma = commaIn(text, bare, node.end, after?.start ?? parent.end - 1);
  if (comma !== undefined) return close(cut(text, start, comma + 1), parent.start);
  const earlier = before && commaIn(text, bare, before.node.end, start);
  const rest = cut(text, start, node.end);
  const whole = earlier === undefined ? rest : rest.slice(0, earlier) + rest.slice(earlier + 1);
  return close(whole, parent.start);
}

/** True if a list or an object exists and is empty, even of comments. */
export function isEmptyJson(text: string, path: Path): boolean {
  const { node, depth } = findNode(open(text).root, path);
  return depth === path.length && /^[{[]\s*[}\]]$/.test(text.slice(node.start, node.end));
}

/** Strings, which stay, or comments and trailing commas, which are not JSON. */
const STRING = '"(?:[^"\\\\\\n]|\\\\.)*"';
const COMMENTS = new RegExp(`${STRING}|//[^\\n\\r]*|/\\*[^*]*\\*+(?:[^/*][^*]*\\*+)*/`, 'g');
const LAST_COMMAS = new RegExp(`${STRING}|,(?=\\s*[}\\]])`, 'g');

function open(text: string): Editable {
  const spaces = (found: string): string => (found.startsWith('"') ? found : ' '.repeat(found.length));
  const bare = text.replace(COMMENTS, spaces).replace(LAST_COMMAS, spaces);
  const { root, issues } = readJson(bare);
  const problem = issues.find(({ severity }) => severity === 'error');
  if (problem || !root)
    throw new EditRefused(problem?.message ?? 'The text cannot be read.', problem?.range?.start.line ?? 1);
  return { text, bare, root };
}

interface Child {
  readonly node: JsonNode;
  /** Start of its key, if it has one. */
  readonly start: number;
}

function childrenOf(container: JsonNode): readonly Child[] {
  const members = container.members?.map(({ keyStart, node }: JsonMember) => ({ node, start: keyStart }));
  return members ?? container.items?.map((node) => ({ node, start: node.start })) ?? [];
}

function insertChild({ text, bare, root }: Editable, container: JsonNode, key: string | undefined, value: unknown) {
  const children = childrenOf(container);
  const last = children.at(-1);
  const newline = newlineOf(text);
  const unit = unitOf(text, root);
  const inner = text.slice(container.start + 1, last?.start ?? container.end - 1);
  const isOnLines = last ? inner.includes('\n') : !isOneLine(text, root);
  const start = last ? lineIndent(text, children[0]?.start ?? 0) : lineIndent(text, container.start) + unit;
  const label = key === undefined ? '' : `${JSON.stringify(key)}:${/":\S/.test(text) && !isOnLines ? '' : ' '}`;
  if (!isOnLines) {
    const gap = last && /,\s/.test(bare) ? ' ' : '';
    const [at, comma] = last ? afterLast(text, bare, last, container) : [container.start + 1, undefined];
    const before = last && comma === undefined ? `,${gap}` : gap;
    return `${text.slice(0, at)}${before}${label}${JSON.stringify(value)}${comma === undefined ? '' : ','}${text.slice(at)}`;
  }
  const written = indented(text, root, value, start);
  const line = `${newline}${start}${label}${written}`;
  if (!last) {
    const end = spaceBefore(text, container.end - 1);
    const closing = text.slice(end, container.end - 1).includes('\n')
      ? ''
      : newline + lineIndent(text, container.start);
    return `${text.slice(0, end)}${line}${closing}${text.slice(closing === '' ? end : container.end - 1)}`;
  }
  const [at, comma] = afterLast(text, bare, last, container);
  const separator = comma === undefined ? ',' : '';
  const ending = comma === undefined ? '' : ',';
  // A comment after the last value belongs to it, so the new value begins after that line.
  const [rest = ''] = /^[^\n\r]*/.exec(bare.slice(at)) ?? [];
  const lineEnd = rest.trim() === '' && at + rest.length < container.end ? at + rest.length : at;
  return `${text.slice(0, last.node.end)}${separator}${text.slice(last.node.end, lineEnd)}${line}${ending}${text.slice(lineEnd)}`;
}

/** A value on several lines, with the file's line ends and indentation, for a line that begins with `start`. */
function indented(text: string, root: JsonNode, value: unknown, start: string): string {
  return JSON.stringify(value, null, unitOf(text, root)).replaceAll('\n', newlineOf(text) + start);
}

function newlineOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The offset after the last value, and of its trailing comma, if any. */
function afterLast(text: string, bare: string, last: Child, container: JsonNode): [number, number | undefined] {
  const comma = commaIn(text, bare, last.node.end, container.end - 1);
  return [comma === undefined ? last.node.end : comma + 1, comma];
}

/** The comma between two offsets, outside of comments; in `bare` a trailing one is already a space. */
function commaIn(text: string, bare: string, from: number, to: number): number | undefined {
  const plain = text.slice(from, to).replace(COMMENTS, (found) => ' '.repeat(found.length));
  const at = bare.slice(from, to).indexOf(',');
  const trailing = at < 0 ? plain.indexOf(',') : at;
  return trailing < 0 ? undefined : from + trailing;
}

/** One level of indentation: that of the file's first value. */
function unitOf(text: string, root: JsonNode): string {
  const [first] = childrenOf(root);
  const indent = first && text.slice(root.start, first.start).includes('\n') ? lineIndent(text, first.start) : '';
  return indent === '' ? '  ' : indent;
}

/** True for a file on one line; an empty object does not show that. */
function isOneLine(text: string, root: JsonNode): boolean {
  return childrenOf(root).length > 0 && !text.slice(root.start, root.end).includes('\n');
}

function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset).replace('\ufeff', ''))?.[0] ?? '';
}

function spaceBefore(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** Closes brackets with only space between them. */
function close(text: string, start: number): string {
  return text.slice(0, start) + text.slice(start).replace(/^([{[])\s+([}\]])/, '$1$2');
}

/** Keeps a line break if text follows on the line: a comment may come before it. */
function cut(text: string, from: number, to: number): string {
  const rest = text.slice(to);
  const kept = /^[ \t]*(?:\r?\n|$)/.test(rest) ? '' : (/\r?\n/.exec(text.slice(from, to))?.[0] ?? '');
  return text.slice(0, from) + kept + rest;
}

function isBlank(text: string): boolean {
  return text.replace('\ufeff', '').trim() === '';
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

const BEGIN = '# atip: begin (atip setup codex --remove takes this block out)';
const END = '# atip: end';
const BLOCK =
  /(?:^|(?<=\n)(?:\r?\n)?)# atip: begin \(atip setup codex --remove takes this block out\)\r?\n[\s\S]*?# atip: end(?:\r?\n|$)/;

/** Appends a table between two comments. @throws EditRefused for invalid TOML, or if the table exists already */
export function appendToml(text: string, path: readonly string[], body: readonly string[]): string {
  const name = path.join('.');
  for (const { keys, isTable, line } of statements(text)) {
    const isSame = keys.every((key, at) => at >= path.length || path[at] === key);
    if (isSame && keys.length >= path.length)
      throw new EditRefused(`${name} is there already, and not written by atip setup. Remove it first.`, line);
    if (isSame && !isTable)
      throw new EditRefused(`${keys.join('.')} is written on one line; write it as tables first.`, line);
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
  return text + gap + [BEGIN, `[${name}]`, ...body, END, ''].join(newline);
}

/** Our block. Absent: none. @throws EditRefused for invalid TOML */
export function ownToml(text: string): string | undefined {
  statements(text);
  return BLOCK.exec(text)?.[0];
}

/** Removes our block, with the empty line before it. */
export function removeToml(text: string): string {
  return text.replace(BLOCK, '');
}

interface Statement {
  /** Of a table, or of a key after its table's. */
  readonly keys: readonly string[];
  readonly isTable: boolean;
  /** From 1. */
  readonly line: number;
}

const TOML_STRING = String.raw`"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'`;
const KEY = String.raw`(?:[\w-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')`;
const KEYS = String.raw`${KEY}(?:[ \t]*\.[ \t]*${KEY})*`;
const EVERY_KEY = new RegExp(KEY, 'g');
const SPACE = /(?:[ \t\r\n]|#[^\n]*)+/y;
const TABLE = new RegExp(String.raw`\[\[?[ \t]*(${KEYS})[ \t]*\]\]?(?=[ \t\r]*(?:#|\n|$))`, 'y');
const ASSIGNMENT = new RegExp(String.raw`(${KEYS})[ \t]*=[ \t]*`, 'y');
/** A string, a bracket or comma, or a bare word such as a number or a date. */
const TOKEN = new RegExp(String.raw`${TOML_STRING}|[[\]{},=]|[\w+:.-]+(?: \d\d:[\w:.+-]+)?`, 'y');
const LINE_SPACE = /[ \t\r]+/y;
const LINE_END = /(?:#[^\n]*)?(?:\n|$)/y;

/** The names in a TOML text's statements, enough for an editor. @throws EditRefused */
function statements(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  let table: readonly string[] = [];
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    at += match?.[0].length ?? 0;
    return match;
  };
  for (take(SPACE); at < text.length; take(SPACE)) {
    const line = text.slice(0, at).split('\n').length;
    const head = take(TABLE);
    const key = head ?? take(ASSIGNMENT);
    if (!key || (!head && !takeValue(take))) throw new EditRefused('This is not a statement of TOML.', line);
    const keys = (key[1]?.match(EVERY_KEY) ?? []).map((name) => name.replace(/^(["'])(.*)\1$/, '$2'));
    found.push({ keys: head ? keys : [...table, ...keys], isTable: head !== null, line });
    if (head) table = keys;
  }
  return found;
}

/** Skips one value and the end of its line. @returns false without a value, or with text after it */
function takeValue(take: (pattern: RegExp) => RegExpExecArray | null): boolean {
  const open: string[] = [];
  do {
    const [token] = take(TOKEN) ?? [];
    if (token === undefined) return false;
    if (token === '[') open.push(']');
    else if (token === '{') open.push('}');
    else if ((token === ']' || token === '}') && open.pop() !== token) return false;
    take(open.length > 0 ? SPACE : LINE_SPACE);
  } while (open.length > 0);
  return take(LINE_END) !== null;
}
