import { hiddenCharactersIn } from '../json/hidden-characters.ts';
import { ArgumentValidationError } from '../json/execute-errors.ts';
import { type Checked, checkScalar, problemWithText } from './check-scalar.ts';
import { asRecord, getOwn } from '../json/is-record.ts';
import type { AtipPattern, AtipTool } from '../types/tool.ts';
import type { ArgumentErrorCode, ArgumentProblem } from '../types/validation.ts';

const MAX_STEPS = 100;
/** UTF-16 units of all arguments of a step together; a value may occur many times. */
const MAX_STEP_LENGTH = 131_072;
/** `bash -c`, `cmd /c`: the shell would run the next argument as a program. */
const SHELL = /(?:^|[\\/])(?:(?:ba|da|z|k|mk|a|fi|c|tc)?sh|cmd|powershell|pwsh)(?:\.exe)?$/i;
const SHELL_COMMAND = /^-[a-z]*c[a-z]*$|^--command\b|^\/[ck]$/i;

/**
 * Expands a workflow pattern to one argv for each step; no shell is involved, here or later.
 *
 * Shape: `({ steps: [{ command: "git checkout -b {branch}" }], variables: { branch: { type: "string", … } } }, {
 * branch: "a b" })` → `[["git", "checkout", "-b", "a b"]]`.
 * Steps are split first and values are inserted afterwards, so that a value never leaves its argument. The result is a
 * proposal to check against a policy; without `executable: true` in the pattern it is not meant to run unchanged.
 *
 * It refuses steps that need a shell, call one with `-c`, or leave the program to a variable. It refuses values of the
 * wrong type, empty ones, ones with control characters, and ones that begin an argument with `-`, except after `--`.
 * Every variable must be declared and given. Types other than those of ATIP count as `string`. Limits: 100 steps,
 * 131,072 UTF-16 units per step, 32,768 per argument.
 *
 * @throws ArgumentValidationError with all problems; messages never contain a value
 * @see ATIP 0.3 §3.9
 * @example
 * ```ts
 * import { expandPattern } from '@atip/core';
 * const pattern = { name: 'branch', description: 'Starts a branch', steps: [{ command: 'git checkout -b {name}' }] };
 * const variables = { name: { type: 'string', description: 'Its name' } };
 * expandPattern({ ...pattern, variables }, { name: 'fix' }); // [['git', 'checkout', '-b', 'fix']]
 * ```
 */
export function expandPattern(pattern: AtipPattern, variables: Readonly<Record<string, unknown>> = {}): string[][] {
  const problems: ArgumentProblem<ArgumentErrorCode>[] = [];
  const report = (parameter: string, problem: string, code: ArgumentErrorCode = 'INVALID_FORMAT'): void => {
    problems.push({ code, message: `${JSON.stringify(parameter.slice(0, 80))} ${problem}.`, parameter });
  };
  const { variables: declared, steps: listed } = asRecord(pattern);
  const given = asRecord(variables);
  if (given !== variables) report('', 'must be an object of values by name');
  const values = new Map<string, string>();
  for (const [name, declaration] of Object.entries(asRecord(declared))) {
    const checked = checkValue(getOwn(given, name), asRecord(declaration));
    values.set(name, checked.ok ? String(checked.value) : '');
    if (!checked.ok) report(name, checked.problem, checked.code);
  }
  for (const name of Object.keys(given)) if (!values.has(name)) report(name, 'is no variable of the pattern');
  const steps: readonly unknown[] = Array.isArray(listed) ? listed : [];
  if (steps.length < 1 || steps.length > MAX_STEPS) report('/steps', `must be a list of 1 to ${MAX_STEPS} steps`);
  const expanded = steps.slice(0, MAX_STEPS).map((step, index) => {
    const words = expandStep(getOwn(asRecord(step), 'command'), values);
    if (typeof words !== 'string') return words;
    report(`/steps/${index}/command`, words);
    return [];
  });
  if (problems.length > 0) throw new ArgumentValidationError(problems);
  return expanded;
}

function checkValue(value: unknown, { type, enum: listed }: Readonly<Record<string, unknown>>): Checked {
  if (value === undefined || value === null || value === '')
    return { ok: false, code: 'MISSING_REQUIRED', problem: 'is required' };
  if (Array.isArray(listed) || type === 'enum') return checkListed(value, Array.isArray(listed) ? listed : []);
  const scalar = type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string';
  return checkScalar(value, scalar, type === 'url' ? type : 'string');
}

/** Most missing values that a message lists. */
const MAX_LISTED = 20;

function checkListed(value: unknown, listed: readonly unknown[]): Checked {
  const found = listed.find((one) => String(one) === String(value));
  if (found !== undefined && typeof found !== 'object') return { ok: true, value: found };
  const problem =
    listed.length === 0
      ? 'has the type enum, and the pattern lists no values for it: add "enum" to the variable'
      : `must be one of ${listed.slice(0, MAX_LISTED).map(String).join(', ').slice(0, 400)}`;
  return { ok: false, code: 'INVALID_ENUM', problem };
}

/** The words of a step, or the problem; completes "The step …". */
function expandStep(command: unknown, values: ReadonlyMap<string, string>): string[] | string {
  if (typeof command !== 'string') return 'must be a command line';
  const split = shellWords(command);
  if ('problem' in split) return split.problem;
  const argv: string[] = [];
  const before = { isEmpty: true, hasShell: false, hasDashes: false };
  let length = 0;
  for (const word of split.words) {
    let text = '';
    let filledAt: number | undefined;
    for (const part of word) {
      const value = 'text' in part ? part.text : values.get(part.variable);
      if (value === undefined) return 'uses a variable that the pattern does not declare';
      if ('variable' in part) filledAt ??= text.length;
      text += value;
      length += value.length;
      if (length > MAX_STEP_LENGTH) return `is longer than ${MAX_STEP_LENGTH} characters`;
    }
    const isFilled = filledAt !== undefined;
    const problem = problemWithText(text) ?? problemWithWord(text, before, isFilled, filledAt === 0);
    if (problem !== undefined) return problem;
    argv.push(text);
    before.isEmpty = false;
    before.hasShell ||= SHELL.test(text);
    before.hasDashes ||= text === '--';
  }
  // `parseTool` takes them out; who is asked about a step must see all of it.
  const hides = hiddenCharactersIn(command);
  if (hides !== '') return `has characters that hide (${hides}); parseTool takes them out`;
  return argv.length > 0 ? argv : 'is empty';
}

function problemWithWord(
  text: string,
  before: { readonly isEmpty: boolean; readonly hasShell: boolean; readonly hasDashes: boolean },
  isFilled: boolean,
  startsFilled: boolean,
): string | undefined {
  if (before.isEmpty && (isFilled || text === '' || /^-|^[A-Za-z_]\w*=/.test(text)))
    return 'does not begin with the name of a program';
  if (before.hasShell && SHELL_COMMAND.test(text)) return 'hands a program to a shell';
  if (startsFilled && text.startsWith('-') && !before.hasDashes)
    return 'has a variable whose value would be read as an option';
  return undefined;
}

type WordPart = { readonly text: string } | { readonly variable: string };

/** `problem` completes "The step …". */
type ShellWords = { readonly words: readonly (readonly WordPart[])[] } | { readonly problem: string };

/** White space, '…', "…", an escaped character, {variable}, or text without special characters; the rest is refused. */
const TOKEN =
  /([ \t]+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|\{([A-Za-z_][\w.-]*)\}|(\{\d*\}|[^\s'"\\{|&;<>()$`*?[]+)/gy;
const VARIABLE = /\{([A-Za-z_][\w.-]*)\}/;
/** Between double quotes: characters that a backslash escapes, and characters that a shell would expand. */
const QUOTED = /\\([$`"\\\n])|([$`])/g;
/** Special at the start of a word; the tilde also after the signs that separate paths. */
const AT_START = /^[~#!]|[=:]~/;

/**
 * Splits a command line like a POSIX shell, and refuses syntax that needs one.
 *
 * Shape: `git commit -m "Add {what}"` → words of `git`, `commit`, `-m`, and `Add ` followed by the variable `what`.
 * `{name}` is a variable, in quotes too; outside them `\{name}` is text. Operators, redirections, substitutions,
 * expansions, globs, comments and line breaks are refused outside quotes, `$` and backticks also in double ones.
 *
 * @see POSIX.1-2017, Shell Command Language, 2.2
 */
export function shellWords(command: string): ShellWords {
  const words: WordPart[][] = [];
  let word: WordPart[] | undefined;
  let end = 0;
  for (const [token, space, single, double, escaped, variable, plain = ''] of command.matchAll(TOKEN)) {
    end += token.length;
    if (space !== undefined) word = undefined;
    // A backslash before a line break joins the lines.
    if (space !== undefined || escaped === '\n') continue;
    const special = AT_START.exec(word ? `-${plain}` : plain)?.[0];
    if (special) return needsShell(special);
    const replaced = [...(double ?? '').matchAll(QUOTED)].find(([, , alive]) => alive !== undefined);
    if (replaced) return needsShell(replaced[0]);
    if (!word) {
      word = [];
      words.push(word);
    }
    const quoted = single ?? double?.replaceAll(QUOTED, (_, kept: string) => (kept === '\n' ? '' : kept));
    if (variable !== undefined) word.push({ variable });
    else if (escaped !== undefined) word.push({ text: escaped });
    else word.push(...withVariables(quoted ?? plain));
  }
  return end < command.length ? problemAt(command.charAt(end)) : { words };
}

/** The parts at odd indexes are the names. */
function withVariables(text: string): WordPart[] {
  return text.split(VARIABLE).map((piece, index) => (index % 2 === 1 ? { variable: piece } : { text: piece }));
}

function problemAt(character: string): ShellWords {
  if (character === "'" || character === '"') return { problem: `has a quote (${character}) that is not closed` };
  return character === '\\' ? { problem: 'ends in a backslash' } : needsShell(character);
}

function needsShell(special: string): ShellWords {
  return { problem: `needs a shell for ${JSON.stringify(special)}, and none is used; quote it if it is meant as text` };
}

export interface NamedPattern {
  readonly pattern: AtipPattern;
  /** The tool whose document has the pattern. Absent: it is from a directory of patterns. */
  readonly owner?: string;
  /** Its file, if it comes from a directory. */
  readonly source?: string;
}

/**
 * Gives patterns the names under which people and models know them. Patterns that a person installed keep theirs. A
 * document's pattern gets its tool's name as a prefix if the name is taken, so that no document can replace a person's
 * pattern. If two still share a name, the first wins.
 * @param own the patterns from directories
 */
export function namePatterns(
  own: readonly Omit<NamedPattern, 'owner'>[],
  tools: readonly AtipTool[],
): Map<string, NamedPattern> {
  const named = new Map<string, NamedPattern>();
  for (const one of own) if (!named.has(one.pattern.name)) named.set(one.pattern.name, one);
  for (const { name: owner, patterns = [] } of tools)
    for (const pattern of patterns) {
      const name = named.has(pattern.name) ? `${owner}_${pattern.name}` : pattern.name;
      if (!named.has(name)) named.set(name, { pattern, owner });
    }
  return named;
}

/** The patterns whose every step runs one of these tools, for callers that may use no others. */
export function patternsWithin(
  named: ReadonlyMap<string, NamedPattern>,
  tools: readonly AtipTool[],
): Map<string, AtipPattern> {
  const known = new Set(tools.map(({ name }) => name));
  const isWithin = ({ steps }: AtipPattern): boolean =>
    steps.every(({ command }) => known.has(command.trim().split(/\s/)[0] ?? ''));
  return new Map([...named].flatMap(([name, { pattern }]) => (isWithin(pattern) ? [[name, pattern] as const] : [])));
}
