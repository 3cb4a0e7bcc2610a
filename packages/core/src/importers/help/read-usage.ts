import type { AtipArgument } from '../../types/parameter.ts';
import type { HelpSection } from './split-sections.ts';
import { readValueFacts } from './value-facts.ts';

/** What a usage line says. */
export interface Usage {
  /** The words of the program and of its commands, such as `["git", "commit"]`. */
  readonly words: readonly string[];
  readonly arguments: readonly AtipArgument[];
  /** It asks for a subcommand. */
  readonly takesCommand: boolean;
  /** Option spellings in brackets, as lines of an option list: `-f file`, `-v`. */
  readonly options: readonly string[];
  /** It shows `[--]`, so what follows `--` is no option. */
  readonly endsOptions: boolean;
}

const COMMAND = /^(?:sub)?commands?$|^command$|^action$|^verb$/i;
const NOISE = /^(?:\w*options?|\w*flags?|switches|global options|opts?|args to pass)$/i;
const TOKEN = /\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\](?:\.\.\.)?|<[^<>]*>(?:\.\.\.)?|\{[^{}]*\}(?:\.\.\.)?|\((?:[^()]|\([^()]*\))*\)(?:\.\.\.)?|[^\s[\]<>{}()]+|\.\.\./g;

/** Reads the first way to call the program that the usage section shows. */
export function readUsage(section: HelpSection | undefined, program: string | undefined): Usage {
  const tokens = [...firstUsage(section).matchAll(TOKEN)].map(([token]) => token);
  const usage = { words: [] as string[], arguments: [] as AtipArgument[], takesCommand: false, options: [] as string[], endsOptions: false };
  const isWord = (token: string): boolean => /^[a-z][\w.+-]*$/.test(token);
  let at = 0;
  for (const token of tokens) {
    const leads = at === 0 || (usage.words.length === at && isWord(token) && !COMMAND.test(token) && hasBrackets(tokens));
    if (leads && usage.arguments.length === 0) usage.words.push(at === 0 ? (program ?? baseName(token)) : token);
    else readToken(token, usage, tokens[at - 1]);
    at++;
  }
  return usage;
}

/** Bare words are commands only where values are marked as such. */
function hasBrackets(tokens: readonly string[]): boolean {
  return tokens.some((token) => /^[<[{(]/.test(token));
}

interface Reading {
  readonly words: string[];
  readonly arguments: AtipArgument[];
  takesCommand: boolean;
  readonly options: string[];
  endsOptions: boolean;
}

function readToken(token: string, usage: Reading, before: string | undefined): void {
  const optional = token.startsWith('[') || before === '[';
  const inner = token.replace(/\.\.\.$/, '').replace(/^[[({<]|[\])}>]$/g, '').trim();
  const many = /\.\.\.\]?$/.test(token) || /\.\.\.$/.test(inner);
  const name = inner.replace(/\.\.\.$/, '').replace(/^[<{[]+|[>}\]]+$/g, '').trim();
  if (token === '...') {
    const last = usage.arguments.at(-1);
    if (last) usage.arguments[usage.arguments.length - 1] = { ...last, variadic: true };
  } else if (inner === '--') usage.endsOptions = true;
  else if (inner.startsWith('-')) usage.options.push(inner);
  else if (COMMAND.test(name)) usage.takesCommand = true;
  else if (!NOISE.test(name) && name !== '' && !before?.startsWith('-')) addArgument(name, optional, many, usage);
}

function addArgument(text: string, optional: boolean, many: boolean, usage: Reading): void {
  // A command's own arguments are told by its own help.
  if (usage.takesCommand) return;
  for (const [at, part] of text.split(/\s+(?=[[<A-Z])/).entries()) {
    const bare = part.replace(/\.{3}/g, '').replace(/[<>[\]{}()]/g, '').trim();
    if (bare === '' || bare.startsWith('-')) continue;
    const { type, enum: choices } = readValueFacts(bare, '', false);
    const name = uniqueName(bare.split('|')[0]?.trim().toLowerCase().replace(/[^\w.-]+/g, '-').replace(/^-+|-+$/g, '') ?? '', usage);
    if (name === '') continue;
    const variadic = many || /\.{3}/.test(part);
    usage.arguments.push({
      name,
      type,
      description: '',
      ...((optional || at > 0) && { required: false }),
      ...(variadic && { variadic: true }),
      ...(choices && { enum: choices }),
    });
  }
}

function uniqueName(name: string, usage: Reading): string {
  return usage.arguments.some((argument) => argument.name === name) ? '' : name;
}

function baseName(token: string): string {
  return token.split(/[\\/]/).at(-1) ?? token;
}

/** The first usage with its continuation lines, joined. */
function firstUsage(section: HelpSection | undefined): string {
  const lines = section?.lines.filter(({ text }) => text !== '') ?? [];
  const [first, ...rest] = lines;
  if (first === undefined) return '';
  const end = rest.findIndex(({ text, indent }) => /^or:?\s/i.test(text) || (indent <= first.indent && !/^[[(<-]/.test(text)));
  const own = end === -1 ? rest.filter(({ indent, text }) => indent > first.indent || /^[[(<-]/.test(text)) : rest.slice(0, end);
  return [first.text.replace(/^\$ /, ''), ...own.map(({ text }) => text)].join(' ');
}
