import { EditRefused } from './edit-json.ts';

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
      throw new EditRefused(`${name} is there already, and not written by atip setup. Take it out first.`, line);
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

const STRING = String.raw`"""(?:\\[\s\S]|[^\\])*?"{3,5}|'''[\s\S]*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'`;
const KEY = String.raw`(?:[\w-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')`;
const KEYS = String.raw`${KEY}(?:[ \t]*\.[ \t]*${KEY})*`;
const EVERY_KEY = new RegExp(KEY, 'g');
const SPACE = /(?:[ \t\r\n]|#[^\n]*)+/y;
const TABLE = new RegExp(String.raw`\[\[?[ \t]*(${KEYS})[ \t]*\]\]?(?=[ \t\r]*(?:#|\n|$))`, 'y');
const ASSIGNMENT = new RegExp(String.raw`(${KEYS})[ \t]*=[ \t]*`, 'y');
/** A string, a bracket or comma, or a bare word such as a number or a date. */
const TOKEN = new RegExp(String.raw`${STRING}|[[\]{},=]|[\w+:.-]+(?: \d\d:[\w:.+-]+)?`, 'y');
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
    if (!key || (!head && !takeValue(take))) throw new EditRefused('This is no statement of TOML.', line);
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
