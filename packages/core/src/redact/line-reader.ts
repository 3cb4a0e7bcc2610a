import type { SecretMatch } from '../types/redaction.ts';
import { MAX_SECRET_LENGTH } from './match-finder.ts';
import { NO_SECRET } from './secret-value.ts';

/** Finds secrets that another line tells: the data of a Kubernetes Secret, and columns of a table in CSV. */
interface LineReader {
  /**
   * Reads the next line, without its break, and adds the secrets that are certain now, also in earlier lines. Offsets
   * are those of the text from its beginning.
   */
  read(line: string, at: number, found: SecretMatch[]): void;
  /**
   * Passes over a line that is too long to read: it tells nothing, and what stood before it does not matter any more.
   */
  skip(): void;
  /** Where the first line begins about which a later one decides. */
  undecided(): number | undefined;
  /** True if no earlier line matters to the next one. */
  isIdle(): boolean;
}

/** UTF-16 units of data that wait for the line that says what they are. */
const MAX_WAIT = 65_536;

/** All of a Secret on one line, or the line of a manifest that says so. */
const KIND = /kind\\{0,3}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,3}["']?Secret/g;
/** The head of a table: names, without a blank behind the separator as prose has one. */
const CELL = '[A-Za-z][\\w .()#/-]{0,40}';
const HEAD = `(["']?)${CELL}\\1([,;\\t])(["']?)${CELL}\\3(?:\\2(["']?)${CELL}\\4)*[^\\S\\n]*(?![^\\n])`;
const HEAD_HERE = new RegExp(HEAD, 'y');
/** As a pattern it is sought faster than as a text. */
const API_VERSION = /apiVersion/g;

function find(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** Where the next head of a table begins, from the beginning of a line on. */
function nextHead(text: string, from: number): number {
  let at = from;
  do {
    if (find(HEAD_HERE, text, at) >= 0) return at;
    at = text.indexOf('\n', at) + 1;
  } while (at > 0);
  return -1;
}

/** Where something stands, from the beginning of a line on, that makes a difference to an idle reader. */
const SIGNS: readonly ((text: string, from: number) => number)[] = [
  (text, from) => find(API_VERSION, text, from),
  (text, from) => (text.includes('Secret', from) ? find(KIND, text, from) : -1),
  nextHead,
];

/** Reads the lines from an index on, which may lie before the text if the first line lost its beginning. */
export function readLines(reader: LineReader, text: string, from: number, base: number, found: SecretMatch[]): void {
  const signs = SIGNS.map(() => -2);
  /** The next line that matters to the reader. */
  function lineFrom(at: number): number {
    if (!reader.isIdle()) return at;
    let next = text.length;
    for (const [sign, seek] of SIGNS.entries()) {
      if (signs[sign] !== -1 && (signs[sign] ?? 0) < at) signs[sign] = seek(text, Math.max(0, at));
      if ((signs[sign] ?? -1) >= 0) next = Math.min(next, signs[sign] ?? next);
    }
    return next === text.length ? next : Math.max(at, text.lastIndexOf('\n', next - 1) + 1);
  }
  for (let at = lineFrom(from); at < text.length; ) {
    const start = Math.max(0, at);
    const end = (text.indexOf('\n', start) + 1 || text.length + 1) - 1;
    if (end - at <= MAX_SECRET_LENGTH) reader.read(text.slice(start, end), base + start, found);
    else reader.skip();
    at = lineFrom(end + 1);
  }
}

export function createLineReader(): LineReader {
  const readers = [createManifestReader(), createTableReader()];
  return {
    read(line, at, found) {
      for (const reader of readers) reader.read(line, at, found);
    },
    skip() {
      for (const reader of readers) reader.skip();
    },
    undecided: () => readers[0]?.undecided(),
    isIdle: () => readers.every((reader) => reader.isIdle()),
  };
}

/** A line of YAML or JSON: its indentation, the dash of a list, a key, and the value. */
const ENTRY = /^([ \t]*)((?:- +)*)(["']?)([\w.-]{1,253})\3[ \t]*:(?:[ \t]+|$)(.*)$/;
/** All of the data of a Secret on one line, in JSON, also inside a string. */
const ONE_LINE = /(\\*)"(?:data|stringData)\1"[ \t]*:[ \t]*\{([^{}]*)\}/g;
const OF_SECRET = /"kind\\*"[ \t]*:[ \t]*\\*"Secret(?:List)?\\*"/;
const VALUE = /:[ \t]*\\*"([^"\\]+)/g;

/** The data of an object of which the kind may not be known yet. */
interface Data {
  readonly indent: number;
  readonly start: number;
  readonly found: SecretMatch[];
  isOpen: boolean;
}

function createManifestReader(): LineReader {
  /** Indentations of the objects around the line that are Secrets, or have an `apiVersion`. */
  let [secret, object] = [-1, -1];
  let data: Data | undefined;

  function leave(indent: number, isNew: boolean): void {
    const ends = (level: number): boolean => level > indent || (isNew && level === indent);
    if (ends(secret)) secret = -1;
    if (ends(object)) object = -1;
    if (data !== undefined && ends(data.indent)) data = undefined;
  }

  function readEntry(at: number, indent: number, key: string, value: string, found: SecretMatch[]): void {
    if (key === 'apiVersion') object = indent;
    if (key === 'kind') {
      const isSecret = /^["']?Secret["']?,?$/.test(value.trim());
      if (data?.indent === indent) {
        if (isSecret) found.push(...data.found);
        data = undefined;
      }
      [secret, object] = [isSecret ? indent : -1, -1];
    }
    if ((key === 'data' || key === 'stringData') && /^\{?[ \t]*$/.test(value) && [secret, object].includes(indent)) {
      data = { indent, start: data?.indent === indent ? data.start : at, found: data?.found ?? [], isOpen: true };
    }
  }

  return {
    read(line, at, found) {
      if (secret < 0 && object < 0 && find(API_VERSION, line, 0) < 0 && find(KIND, line, 0) < 0) return;
      if (OF_SECRET.test(line)) findOnOneLine(line, at, found);
      const text = line.trimEnd();
      if (text === '') return;
      const indent = text.length - text.trimStart().length;
      if (data !== undefined && secret !== data.indent && at + line.length - data.start > MAX_WAIT) data = undefined;
      if (data?.isOpen === true && indent > data.indent) {
        findValue(line, at, secret === data.indent ? found : data.found);
        return;
      }
      if (data !== undefined) data.isOpen = false;
      const [, , dashes = '', , key = '', value = ''] = ENTRY.exec(text) ?? [];
      const isOther = key === '' && indent === 0 && !/^[#{}\]]/.test(text);
      leave(isOther ? -1 : indent + dashes.length, dashes !== '');
      if (key !== '') readEntry(at, indent + dashes.length, key, value, found);
    },
    skip: () => leave(-1, false),
    undecided: () => (data === undefined || secret === data.indent ? undefined : data.start),
    isIdle: () => secret < 0 && object < 0,
  };
}

/** Finds the value of an entry, or a line of a value of several lines. */
function findValue(line: string, at: number, found: SecretMatch[]): void {
  const value = ENTRY.exec(line)?.[5] ?? line;
  const text = /^[ \t]*["']?([^\s"'|>{}[\]&*][^"']{0,16384}?)["']?,?[ \t]*$/.exec(value)?.[1] ?? '';
  if (text.length < 2 || text === 'null' || text === '[REDACTED]') return;
  const start = at + line.length - value.length + value.indexOf(text);
  found.push({ rule: 'kubernetes-secret', start, end: start + text.length });
}

function findOnOneLine(line: string, at: number, found: SecretMatch[]): void {
  for (const object of line.matchAll(ONE_LINE)) {
    const [all, , pairs = ''] = object;
    for (const pair of pairs.matchAll(VALUE)) {
      const end = at + object.index + all.length - 1 - pairs.length + pair.index + pair[0].length;
      found.push({ rule: 'kubernetes-secret', start: end - (pair[1] ?? '').length, end });
    }
  }
}

const OF_SECRETS =
  /^["']?(?:[\w ]{0,24}[ _-])?(?:(?<weak>token)|pass(?:word|wd|phrase|code)?|pwd|secret|(?:api|secret|private|access|secret[ _-]access)[ _-]?key|(?:access|api|auth|refresh)[ _-]?token)["']?$/i;

const TELLING = /^(?=.*\d)(?=.*[a-z])\S{8,}$/i;
const NO_VALUE = /^(?:true|false|null|none|string|required|optional)$/i;

interface Column {
  readonly at: number;
  /** Also the heading of a lexer's tokens, so that a value must look like a secret. */
  readonly isWeak: boolean;
}

function createTableReader(): LineReader {
  let [separator, width]: [string, number] = ['', 0];
  let columns: readonly Column[] = [];

  function readHead(line: string): void {
    if (line.length > 1024 || find(HEAD_HERE, line, 0) < 0) return;
    separator = /[,;\t]/.exec(line)?.[0] ?? '';
    const cells = line.trimEnd().split(separator);
    columns = cells.flatMap((cell, at) => {
      const found = OF_SECRETS.exec(cell);
      return found === null ? [] : [{ at, isWeak: found.groups?.['weak'] !== undefined }];
    });
    width = columns.length === 0 ? 0 : cells.length;
  }

  return {
    read(line, at, found) {
      const cells = width === 0 ? [] : cellsOf(line, separator);
      if (width === 0 || cells.length !== width) {
        width = 0;
        readHead(line);
        return;
      }
      for (const column of columns) {
        const { text, start } = cells[column.at] ?? { text: '', start: 0 };
        NO_SECRET.lastIndex = start;
        const isPlain =
          text.length < 4 || NO_VALUE.test(text) || NO_SECRET.test(line) || (column.isWeak && !TELLING.test(text));
        if (!isPlain) found.push({ rule: 'secret-in-column', start: at + start, end: at + start + text.length });
      }
    },
    skip() {
      width = 0;
    },
    undecided: () => undefined,
    isIdle: () => width === 0,
  };
}

interface Cell {
  readonly text: string;
  readonly start: number;
}

/** The cells of a row without their quotes. */
function cellsOf(line: string, separator: string): Cell[] {
  const cells: Cell[] = [];
  for (let from = 0; from <= line.length; ) {
    const isQuoted = line[from] === '"';
    const close = isQuoted ? closingQuote(line, from + 1) : -1;
    const next = line.indexOf(separator, Math.max(from, close));
    const end = next < 0 ? line.trimEnd().length : next;
    const text = isQuoted && close > 0 ? line.slice(from + 1, close) : line.slice(from, end).trim();
    cells.push({ text, start: isQuoted ? from + 1 : line.indexOf(text, from) });
    if (next < 0) break;
    from = next + 1;
  }
  return cells;
}

function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at;
  }
  return -1;
}
