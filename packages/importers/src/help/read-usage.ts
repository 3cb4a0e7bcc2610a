import type { AtipArgument } from '@atip/core';
import type { HelpLine } from './help-lines.ts';
import { readValueFacts } from './value-facts.ts';

/** The contents of a usage line. */
export interface Usage {
  /** The words of the program and of its commands, such as `["git", "commit"]`. */
  readonly words: readonly string[];
  /** Up to where it asks for a subcommand, if it does. */
  readonly arguments: readonly AtipArgument[];
  /** The text from there on, which is more arguments where there are no subcommands: `env [NAME=VALUE]... [COMMAND [ARG]...]`. */
  readonly commandArguments: readonly AtipArgument[];
  /** It asks for a subcommand. */
  readonly takesCommand: boolean;
  /** Option spellings in brackets, as lines of an option list: `-f file`, `-v`. */
  readonly options: readonly string[];
  /** It shows `[--]`, so what follows `--` is no option. */
  readonly endsOptions: boolean;
}

const COMMAND = /^(?:sub)?commands?$|^command$|^action$|^verb$/i;
const NOISE = /^(?:(?:[\w-]+ )*\w*options?|\w*flags?|switches|global options|opts?|args to pass)$/i;
const TOKEN =
  /\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\](?:\.\.\.)?|<[^<>]*>(?:\.\.\.)?|\{[^{}]*\}(?:\.\.\.)?|\((?:[^()]|\([^()]*\))*\)(?:\.\.\.)?|[^\s[\]<>{}()]+|\.\.\./g;

/**
 * Reads the first way to call a program that the lines of its usage show.
 *
 * @param path the program and the command it is of. Absent: as far as the words at its beginning say so.
 */
export function readUsage(lines: readonly HelpLine[], path: readonly string[] | undefined): Usage {
  const found = [...firstUsage(lines).matchAll(TOKEN)];
  const tokens = found.map(([token]) => token);
  const usage = {
    words: [] as string[],
    arguments: [] as AtipArgument[],
    commandArguments: [] as AtipArgument[],
    takesCommand: false,
    options: [] as string[],
    endsOptions: false,
  };
  // npx shows the usage of `npm exec`: these words lead there too.
  const known = path?.[0] === baseName(tokens[0] ?? '') ? path : undefined;
  // Bare words are commands only where values are marked as such.
  const marksValues = tokens.some((token) => /^[<[{(]/.test(token));
  for (const [at, token] of tokens.entries()) {
    const isWord = token === path?.[at] || (known === undefined && marksValues && isCommandWord(token));
    const leads = usage.words.length === at && (at === 0 || isWord);
    if (leads) usage.words.push(at === 0 ? (path?.[0] ?? baseName(token)) : token);
    else if (!continuesValue(found[at - 1], found[at])) readToken(token, usage, tokens[at - 1]);
    else if (/^\[\.\.\.\]$/.test(token)) repeatLast(usage);
  }
  return usage;
}

/** `FILE[.zip]`, `<key>=<value>` and `<file>|<directory>` are one value each. */
function continuesValue(before: RegExpExecArray | undefined, token: RegExpExecArray | undefined): boolean {
  if (before === undefined || token === undefined || /^[[({]*-/.test(before[0])) return false;
  return before[0] === '|' || before.index + before[0].length === token.index;
}

function isCommandWord(token: string): boolean {
  return /^[a-z][\w.+-]*$/.test(token) && !COMMAND.test(token);
}

interface Reading {
  readonly words: string[];
  readonly arguments: AtipArgument[];
  readonly commandArguments: AtipArgument[];
  takesCommand: boolean;
  readonly options: string[];
  endsOptions: boolean;
}

function readToken(token: string, usage: Reading, before: string | undefined): void {
  const optional = token.startsWith('[') || before === '[';
  const inner = token
    .replace(/\.\.\.$/, '')
    .replace(/^[[({<]|[\])}>]$/g, '')
    .trim();
  const many = /\.\.\.\]?$/.test(token) || /\.\.\.$/.test(inner);
  const name = inner
    .replace(/\.\.\.$/, '')
    .replace(/^[<{[]+|[>}\]]+$/g, '')
    .trim();
  if (token === '...') repeatLast(usage);
  else if (inner === '--') usage.endsOptions = true;
  else if (/^[[({<]*-/.test(inner)) usage.options.push(inner.replace(/^[[({<]+/, ''));
  else if (/^\([^()]*\s\|/.test(token)) addArgument(/[A-Za-z]\w*/.exec(inner)?.[0] ?? '', optional, true, usage);
  else if (COMMAND.test(name)) {
    usage.takesCommand = true;
    addArgument(name, optional, many, usage);
  } else if (!NOISE.test(name) && name !== '' && (before === '--' || !/^[[(]*-[^\]]*\)?$/.test(before ?? '')))
    addArgument(name, optional, many, usage);
}

/** No usage has more; each is compared with the others. */
const MAX_ARGUMENTS = 100;

function addArgument(text: string, optional: boolean, many: boolean, usage: Reading): void {
  const target = usage.takesCommand ? usage.commandArguments : usage.arguments;
  for (const [at, part] of text.split(/\s+(?=[[<A-Z])/).entries()) {
    const bare = part
      .replace(/\.{3}/g, '')
      .replace(/[<>[\]{}()]/g, '')
      .trim();
    if (bare === '' || bare.startsWith('-')) continue;
    const { type, enum: choices } = readValueFacts(bare, '', false);
    const name = uniqueName(
      bare
        .split('|')[0]
        ?.trim()
        .toLowerCase()
        .replace(/[^\w.-]+/g, '-')
        .replace(/^-+|-+$/g, '') ?? '',
      usage,
    );
    if (name === '' || usage.arguments.length + usage.commandArguments.length >= MAX_ARGUMENTS) continue;
    const variadic = many || /\.{3}/.test(part) || /^(?:FILES|PATHS|DIRECTORIES)$/.test(bare);
    target.push({
      name,
      type,
      description: '',
      ...((optional || at > 0) && { required: false }),
      ...(variadic && { variadic: true }),
      ...(choices && { enum: choices }),
    });
  }
}

function repeatLast({ arguments: own, commandArguments }: Reading): void {
  const list = commandArguments.length > 0 ? commandArguments : own;
  const last = list.pop();
  if (last) list.push({ ...last, variadic: true });
}

function uniqueName(name: string, usage: Reading): string {
  return [...usage.arguments, ...usage.commandArguments].some((argument) => argument.name === name) ? '' : name;
}

function baseName(token: string): string {
  return token.split(/[\\/]/).at(-1) ?? token;
}

/** The first usage with its continuation lines, joined; without the remarks that some have in a column of their own. */
function firstUsage(lines: readonly HelpLine[]): string {
  const [first, ...rest] = lines.filter(({ text }) => text !== '');
  if (first === undefined) return '';
  const end = rest.findIndex((line) => !continuesUsage(line, first));
  const own = [first, ...(end === -1 ? rest : rest.slice(0, end))];
  const joined = own.map(({ text }) => text.replace(/^\$ /, '').replace(/ {3,}.*$/, '')).join(' ');
  // `<file(s)>` is one or more.
  return joined.replace(/(\w)\(s\)([>\]]?)/g, '$1$2...');
}

function continuesUsage({ text, indent }: HelpLine, first: HelpLine): boolean {
  if (indent < first.indent && !/^\[/.test(text)) return false;
  return /^(?:[[<{|-]|\((?=[-<[]|[^()]*\|)|\.\.\.|[A-Z][A-Z_]+\b(?! [a-z]))/.test(text);
}
