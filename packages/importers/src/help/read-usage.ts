import { stated } from '@atip/core/internal';
import type { AtipArgument } from '@atip/core';
import type { HelpLine } from './help-lines.ts';
import { readValueFacts } from './value-facts.ts';

/** The contents of a usage, all its forms together. */
export interface Usage {
  /** The words of the program and its commands, such as `["git", "commit"]`. */
  readonly words: readonly string[];
  /** The parameters of its forms, used if there are no subcommands. */
  readonly arguments: readonly AtipArgument[];
  /** The parameters of the forms without a subcommand, if others have one. Absent: all forms have one, or none. */
  readonly alone?: readonly AtipArgument[] | undefined;
  readonly takesCommand: boolean;
  /** Subcommands in the usage itself, with their parameters: `{add,remove} ...`, or forms that begin with them. */
  readonly commands: readonly { readonly name: string; readonly usage: string }[];
  /** The text behind the first value of the first form. */
  readonly behind: string;
  /** Option spellings in brackets, as lines of an option list: `-f file`, `-v`. */
  readonly options: readonly string[];
  /** It shows `[--]`, so no word after `--` is an option. */
  readonly endsOptions: boolean;
}

export const COMMAND: RegExp =
  /^(?:\w+[-_ ])?(?:(?:sub)?(?:commands?|cmd)|action|verb|operation|object|befehl|commande|comando|orden)$/i;
const NOISE =
  /^(?:[\w/-]+ )*\w*(?:options?(?:\(s\))?|optionen|opci[oó]n(?:es)?|flags?|switches|opts?)(?:;.*)?$|^(?:global|args to pass)$/i;
const TOKEN =
  /\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\](?:\.\.\.)?|<(?:[^<>]|<[^<>]*>)*>(?:\.\.\.)?|\{[^{}]*\}(?:\.\.\.)?|\((?:[^()]|\([^()]*\))*\)(?:\.\.\.)?|[^\s[\]<>{}()]+|\.\.\./g;

/**
 * Reads the ways to call a program from the lines of its usage. Arguments of all forms are required, others are
 * optional. @param path the program and command. Absent: judged by its first words. @param title the program of a manual page
 */
export function readUsage(lines: readonly HelpLine[], path: readonly string[] | undefined, title = ''): Usage {
  const texts = splitForms(lines, path, title).flatMap(expandBraces);
  const words = texts.length > 1 ? (path ?? commonWords(texts)) : path;
  const forms = texts.map((text) => readForm(text, words));
  const named = forms.filter(({ lead }) => lead !== undefined);
  const isList = new Set(named.map(({ lead }) => lead)).size > 1;
  // In the only form a bare word may be a value; beside other forms it is a subcommand.
  const own = forms.filter(({ lead }) => lead === undefined || (!isList && named.length === forms.length));
  // `prog --version` does not show the other parameters.
  const taking = own.filter((form) => form.arguments.length > 0 || !form.isMode);
  const plain = taking.filter(({ takesCommand }) => !takesCommand);
  const takesCommand = isList || forms.some((form) => form.takesCommand);
  const leads = isList
    ? named.flatMap(({ lead = '', rest }) => lead.split('|').map((name) => ({ name, usage: rest })))
    : [];
  return {
    words: forms[0]?.words ?? [],
    arguments: combine(taking.length > 0 ? taking : forms.slice(0, 1)),
    alone: takesCommand && plain.some(({ isMode }) => !isMode) ? combine(plain) : undefined,
    takesCommand,
    commands: [...leads, ...forms.flatMap(({ choices }) => choices.map((name) => ({ name, usage: '' })))],
    behind: forms[0]?.rest ?? '',
    options: (isList ? own : forms).flatMap(({ options }) => options),
    endsOptions: forms.some(({ endsOptions }) => endsOptions),
  };
}

/** True if several calls have a value before their command: `task <filter> list`. */
export function hasFilters(lines: readonly { readonly text: string }[]): boolean {
  return lines.filter(({ text }) => /^\S+(?: +<[^<>]+>)+ +[a-z]/.test(text)).length > 2;
}

/** Longest form, in UTF-16 units, whose alternatives are separated, and most of them. */
const MAX_FORM = 2000;
const MAX_ALTERNATIVES = 60;

/** `apt-mark {{auto | manual} pkg... | --help}` has two forms, the first of which begins with two commands. */
function expandBraces(text: string): string[] {
  if (text.length > MAX_FORM) return [text];
  const [, program = '', options = '', rest = ''] = /^(\S+)((?: \[[^[\]]*\])*) (\{.*)$/.exec(text) ?? [];
  const parts = alternativesOf(rest);
  const isForm = (part: string): boolean => /^(?:\{[^{}]*\}|[a-z][\w-]*|-\S+)(?: |$)/.test(part);
  const isMany = parts.length > 1 && parts.length <= MAX_ALTERNATIVES && parts.some((part) => /[{ ]/.test(part));
  if (!isMany || !parts.every(isForm)) return [text];
  return parts.map((part) => {
    const words = part.replace(/^\{([^{}]*)\}/, (_all, names: string) => names.replace(/\s+/g, ''));
    return words.startsWith('-') ? `${program}${options} ${words}` : `${program} ${words}`;
  });
}

/** The alternatives of a form, those in braces around several words too. */
function alternativesOf(text: string): string[] {
  const parts = barsIn(text);
  return parts.flatMap((part) => {
    const inner = /^\{(.*[ {].*)\}$/.exec(part)?.[1]?.trim() ?? '';
    const isWhole =
      inner !== '' && barsIn(inner).some((choice) => /[{ ]/.test(choice)) && barsIn(`${inner}|x`).length > 2;
    return isWhole && inner.length < text.length ? alternativesOf(inner) : [part];
  });
}

/** The parts between the bars outside of all brackets. */
function barsIn(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += /[[{<(]/.test(sign) ? 1 : /[\]}>)]/.test(sign) ? -1 : 0;
    if (depth === 0 && sign === '|') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${sign}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** `[OPTIONS...]` between the program and its command. */
const OPTIONS = /^[[<] ?(?:[\w-]+ )?(?:options?|flags?|opts)(?:\.\.\.)? ?[\]>](?:\.\.\.)?$/i;
/** A bare word, or alternatives. */
const LEAD = /^(?!(?:sub)?command\b)[a-z](?:[\w.-]*\w)?(?:\|[a-z][\w-]*)*$/;

function commonWords(texts: readonly string[]): string[] {
  const [first = [], ...others] = texts.map((text) => text.split(/\s+/));
  const end = first.findIndex((word, at) => !isCommandWord(word) || others.some((other) => other[at] !== word));
  return first.slice(0, Math.max(1, end)).map((word, at) => (at === 0 ? baseName(word) : word));
}

/**
 * The longest list of arguments; those missing in a shorter form are optional, those that repeat in one form repeat.
 */
function combine(forms: readonly Form[]): AtipArgument[] {
  const needed = forms.map((form) => form.arguments.filter(({ required }) => required !== false).length);
  const longest = forms.toSorted((a, b) => b.arguments.length - a.arguments.length)[0]?.arguments ?? [];
  const repeating = new Set(
    forms.flatMap((form) => form.arguments.filter(({ variadic }) => variadic).map(({ name }) => name)),
  );
  return longest.map((argument, at) =>
    stated({
      ...argument,
      required: at >= Math.min(...needed) ? false : argument.required,
      variadic: repeating.has(argument.name) ? true : argument.variadic,
    }),
  );
}

interface Form {
  readonly words: string[];
  /** A bare word after them, which may be a subcommand, and the text after it. */
  readonly lead: string | undefined;
  readonly rest: string;
  readonly arguments: AtipArgument[];
  takesCommand: boolean;
  /** The names in `{add,remove} ...`. */
  readonly choices: string[];
  readonly options: string[];
  endsOptions: boolean;
  /** It needs an option, like `prog --version`. */
  isMode: boolean;
}

function readForm(text: string, path: readonly string[] | undefined): Form {
  const found = [...text.matchAll(TOKEN)];
  const tokens = found.map(([token]) => token);
  // npx shows the usage of `npm exec`: its words lead there too.
  const known = path?.[0] === baseName(tokens[0] ?? '') ? path : undefined;
  // Bare words are commands only if values are marked.
  const marksValues = tokens.some((token) => /^[<[{(]/.test(token));
  const words: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const leads =
      at === 0 ||
      isWordOf(token, path?.[at]) ||
      (known === undefined && marksValues && isCommandWord(token)) ||
      isTarget(token, at, known, tokens);
    if (!leads) break;
    words.push(at === 0 ? (path?.[0] ?? baseName(token)) : (path?.[at] ?? token));
  }
  const next = found.slice(words.length).find(([token]) => !OPTIONS.test(token));
  const isLead = known !== undefined && words.length === known.length && LEAD.test(next?.[0] ?? '');
  const form: Form = {
    words,
    lead: isLead ? next?.[0] : undefined,
    rest: next === undefined ? '' : text.slice(next.index + next[0].length).trim(),
    arguments: [],
    takesCommand: false,
    choices: [],
    options: [],
    endsOptions: false,
    isMode: false,
  };
  const bars = found.flatMap((token, at) => (isBar(token, tokens[at - 1], tokens[at + 1]) ? [at] : []));
  for (let at = words.length; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    // `A | B C | D`: words after a bar are optional, and a second word between two bars belongs to neither.
    const isOther = at > (bars[0] ?? at);
    if (isOther && at < (bars.at(-1) ?? at)) continue;
    const before = form.arguments.length;
    if (!continuesValue(found[at - 1], found[at]))
      readToken(token, form, tokens[at - 1], tokens[at + 1], tokens[at + 2]);
    else if (/^\[[^[\]]*[:/@]\]$/.test(tokens[at - 1] ?? '')) {
      // `[<remote>:]<instance>` is an instance.
      form.arguments.pop();
      readToken(token, form, undefined, tokens[at + 1]);
    } else if (/^(?!\[,).*\.\.\.\]?$/.test(token)) repeatLast(form);
    const last = isOther && form.arguments.length > before ? form.arguments.pop() : undefined;
    if (last) form.arguments.push({ ...last, required: false });
  }
  return form;
}

/** A bar with space around it, between values. */
function isBar(token: RegExpExecArray, before = '-', after = '-'): boolean {
  return (
    token[0] === '|' &&
    / \|\s/.test(token.input.slice(token.index - 1, token.index + 2)) &&
    !/^[[({<]*-/.test(before) &&
    !/^[[({<]*-/.test(after)
  );
}

/** `FILE[.zip]`, `<key>=<value>` and `<file>|<directory>` are one value each. */
function continuesValue(before: RegExpExecArray | undefined, token: RegExpExecArray | undefined): boolean {
  if (before === undefined || token === undefined || /^[[({]*-/.test(before[0])) return false;
  return before[0] === '|' || before.index + before[0].length === token.index;
}

/** barman: `list-backup -h` shows the usage of its alias `list-backups`. */
function isTarget(token: string, at: number, path: readonly string[] | undefined, tokens: readonly string[]): boolean {
  const own = path?.[at];
  return at > 0 && own !== undefined && at === (path?.length ?? 0) - 1 && isCommandWord(token) && !tokens.includes(own);
}

/** webpack: `build|bundle|b` are the names of one command. */
function isWordOf(token: string, word: string | undefined): boolean {
  // oclif: the topic `env:COMMAND`.
  return word !== undefined && (token === `${word}:COMMAND` || token.split('|').includes(word));
}

function isCommandWord(token: string): boolean {
  return /^[a-z][\w.+-]*$/.test(token) && !COMMAND.test(token);
}

function readToken(
  token: string,
  form: Form,
  before: string | undefined,
  next: string | undefined,
  beyond?: string,
): void {
  const optional = token.startsWith('[') || before === '[';
  const inner = token
    .replace(/\.\.\.$/, '')
    .replace(/^[[({<]|[\])}>]$/g, '')
    .trim();
  const many = /\.\.\.\]?$/.test(token) || /\.\.\.$/.test(inner);
  // argparse: `{}` takes a choice that is not known yet, and a final `...` the rest.
  const isRest =
    token === '...' && next === undefined && before?.startsWith('[-') === true && form.arguments.length === 0;
  const isUnnamed = /^\[?\{\}/.test(token);
  const bare = inner
    .replace(/ ?\.\.\.$/, '')
    .replace(/^[<{[]+|[>}\]]+$/g, '')
    .trim();
  const name = isUnnamed ? 'arg' : bare;
  const isChoice =
    token.startsWith('{') && (next === '...' || (form.arguments.length === 0 && inner.split('|').length > 2));
  const choices = isChoice ? inner.split(/[,|]/).map((choice) => choice.trim().split(' ', 1)[0] ?? '') : [];
  if (isRest) addArgument('args', true, true, form);
  else if (token === '...') {
    if (!/^(?:\{|\[-)/.test(before ?? '')) repeatLast(form);
  } else if (inner === '--') form.endsOptions = true;
  else if (/^[[(]-[^<>]*[\])][ |]+[[(]-/.test(inner)) {
    // `[[--config] [--live] | [--current]]`
    for (const [part] of inner.matchAll(TOKEN)) readToken(part, form, undefined, undefined);
  } else if (/^[[({<]*-/.test(inner)) {
    // A word followed only by options is the value of one.
    const isShown =
      /^--[\w-]+$/.test(token) && /^(?:[A-Z][A-Z_-]+|<[^<>]+>)$/.test(next ?? '') && /^[[{(]-/.test(beyond ?? '');
    form.options.push(isShown ? `${token} ${next ?? ''}` : inner.replace(/^[[({<]+/, ''));
    form.isMode ||= !optional;
    // clap: `<--all|--pattern <P>|PATH>`, of which one is given.
    const others = token.startsWith('<') ? inner.split('|').filter((part) => /^\w+$/.test(part)) : [];
    for (const part of others) addArgument(part, true, many, form);
  } else if (choices.length > 1 && choices.every((choice) => /^[a-z][\w-]*$/.test(choice))) {
    form.choices.push(...choices);
    form.takesCommand = true;
  } else if (/^\([^()]*\s\|/.test(token)) addArgument(/[A-Za-z]\w*/.exec(inner)?.[0] ?? '', optional, true, form);
  else if (name.split(/[|[]/).some((word) => COMMAND.test(word.trim()))) {
    form.takesCommand = true;
    addArgument(name, optional, many, form);
  } else if (!NOISE.test(name) && name !== '' && (before === '--' || !/^[[(]*-[^\]]*\)?$/.test(before ?? '')))
    addArgument(name, optional, many, form);
}

/** No usage has more; all are compared with each other. */
const MAX_ARGUMENTS = 100;

function addArgument(text: string, optional: boolean, many: boolean, form: Form): void {
  // The first of several kinds of values gives the name: `[URI | MAGNET | FILE]`.
  const kinds = text.split(/[[<]/.test(text) ? ' | ' : / \| | or /i);
  const parts = kinds.length > 1 ? kinds.slice(0, 1) : text.split(/\s+(?=[[<]|[A-Z]{2})/);
  for (const [at, part] of parts.entries()) {
    const bare = part
      .replace(/\.{3}/g, '')
      .replace(/[<>[\]{}()]/g, '')
      .trim();
    if (bare === '' || bare.startsWith('-')) continue;
    const { type, enum: choices } = readValueFacts(bare, '', false);
    const [word = ''] = bare.split('|');
    const name = word
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
      .replace(/^-+|-+$/g, '');
    // `pkg1 [pkg2 ...]` is one argument.
    const [, base] = /^(.*\D)2$/.exec(name) ?? [];
    const first = form.arguments.at(-1);
    if (base !== undefined && first?.name === `${base}1`) {
      form.arguments.splice(-1, 1, { ...first, name: base, variadic: true });
      continue;
    }
    const isAgain = form.arguments.some((argument) => argument.name === name);
    // `FILE [FILE ...]` is one argument.
    if (isAgain && form.arguments.at(-1)?.name === name) repeatLast(form);
    if (name === '' || isAgain || form.arguments.length >= MAX_ARGUMENTS) continue;
    const variadic = many || /\.{3}/.test(part) || /^(?:files|paths|directories|args|arguments)$/i.test(bare);
    form.arguments.push(
      stated({
        name,
        type,
        description: '',
        required: optional || at > 0 ? false : undefined,
        variadic: variadic ? true : undefined,
        enum: choices,
      }),
    );
  }
}

function repeatLast({ arguments: own }: Form): void {
  const last = own.pop();
  if (last) own.push({ ...last, variadic: true });
}

function baseName(token: string): string {
  return token.split(/[\\/]/).at(-1) ?? token;
}

/** Most forms of a usage that are read. */
const MAX_FORMS = 60;

/** The forms of a usage, joined with their continuation lines; without remarks in a column of their own. */
function splitForms(lines: readonly HelpLine[], path: readonly string[] | undefined, title: string): string[] {
  const own = lines.filter(({ text }) => text !== '').map(withoutLead);
  const calls = (name: string): boolean => own.some(({ text }) => isCallOf(text, name));
  const first = baseName(own[0]?.text.split(' ', 1)[0] ?? '');
  const known = [path?.[0], first === title.split('-')[0] ? undefined : title];
  const program = known.find((name) => name !== undefined && name !== '' && calls(name)) ?? first;
  const forms: { readonly first: HelpLine; text: string }[] = [];
  const isFiltered = hasFilters(own);
  for (const line of own.slice(
    Math.max(
      0,
      own.findIndex(({ text }) => isCallOf(text, program)),
    ),
  )) {
    const form = forms.at(-1);
    // Some usages have remarks in a column of their own.
    const call = isFiltered ? line.text.replace(/^(\S+)(?: +<[^<>]+>)* +(?=[a-z])/, '$1 ') : line.text;
    const text = call.replace(/ {3,}.*$| {2,}[a-z]+ [a-z].*$/, '');
    if (isCallOf(line.text, program)) forms.push({ first: line, text: callText(text, program) });
    else if (form !== undefined && continuesForm(line, form.first)) form.text += ` ${text}`;
    else if (form === undefined || line.indent <= form.first.indent) break;
  }
  // `<file(s)>` means one or more. A sentence is not a usage.
  const plain = forms.filter(({ text }) => !SENTENCE.test(text.replace(BRACKETS, '')));
  return plain.slice(0, MAX_FORMS).map(({ text }) =>
    text
      .replace(/ (?:[–—] | - [A-Z][a-z]+ [a-z]).*$/, '')
      .replace(/(\w)\(s\)([>\]]?)/g, '$1$2...')
      .replace(/(?<=[\w>\]])\.\.(?!\.)/g, '...'),
  );
}

/** Words and signs that a usage has only in brackets. */
const SENTENCE = /\s(?:the|is|are|this|that|subcommand\s\w+)(?=\s|$)|\s[`'][a-z]|[a-z]{3}[.,:]\s[A-Za-z]/;
const BRACKETS = /\[[^[\]]*\]|<[^<>]*>|\{[^{}]*\}/g;

/** Removes `or: ` and shell prompts before a form. */
function withoutLead(line: HelpLine): HelpLine {
  const lead = /^(?:or\b:? *|\$ |\| )/i.exec(line.text)?.[0] ?? '';
  return { ...line, indent: line.indent + lead.length, text: line.text.slice(lead.length) };
}

/** True for a line that calls the program, also by a path; `git lfs` calls `git-lfs`. */
export function isCallOf(text: string, program: string): boolean {
  return baseName(text.split(' ', 1)[0] ?? '') === program || `${text} `.startsWith(`${program.replaceAll('-', ' ')} `);
}

/** The call with the program's name as one word. */
export function callText(text: string, program: string): string {
  const spaced = program.replaceAll('-', ' ');
  return `${text} `.startsWith(`${spaced} `) ? `${program}${text.slice(spaced.length)}` : text;
}

function continuesForm({ text, indent }: HelpLine, first: HelpLine): boolean {
  if (indent < first.indent && !/^\[/.test(text)) return false;
  // Aligned with a word of the first line, or unambiguous otherwise.
  const isAligned =
    indent > first.indent && first.text[indent - first.indent - 1] === ' ' && first.text[indent - first.indent] !== ' ';
  return isAligned || /^(?:[[<{|-]|\((?=[-<[]|[^()]*\|)|\.\.\.|[A-Z][A-Z_]+\b(?! [a-z]))/.test(text);
}
