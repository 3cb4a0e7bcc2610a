import { nameWords } from '../commands/name-command.ts';
import { overviewDepth, unreadGroups, flattenCommands } from '../commands/flatten-commands.ts';
import { mayReassure } from '../effects/trust.ts';
import { AtipValidationError } from '../json/atip-error.ts';
import { joinPointer } from '../json/pointer.ts';
import { quote } from '../document/describe-value.ts';
import { digestsOf, readChecksum } from '../document/stated-digests.ts';
import { type DocumentFinding, listIssues } from '../document/finding.ts';
import { parseTool } from '../document/parse-tool.ts';
import { type JsonSource, readSource } from '../document/source-document.ts';
import type { Issue } from '../types/issue.ts';
import type { AtipTool } from '../types/tool.ts';
import { lintCommands } from './lint-commands.ts';
import { type Lint, RULES } from './lint-rules.ts';

/**
 * Lists doubtful parts of a valid document: missing or contradictory effects, text that deceives people or addresses
 * models, flags and names that clash, defaults, descriptions and examples.
 *
 * Shape: `{ …, commands: { rm: { description: "Remove a remote" } } }` → `[{ code: "unstated-destruction", path:
 * "/commands/rm", … }, …]`. `RULES` has the codes. For a value that `parseTool` refuses it returns `parseTool`'s
 * errors. Limits: those of `parseTool`; at most 1,000 issues; time linear in the document. Never throws.
 *
 * @param source the text that the tool was parsed from. Absent, or no JSON: issues have neither range nor fix. Where
 * text and tool differ, an issue has no fix.
 * @see ATIP 0.3 §3, §8.2, §11
 * @example
 * ```ts
 * import { checkTool, parseTool } from '@atip/core';
 * declare const text: string;
 * const { tool } = parseTool(text);
 * if (tool) for (const { code, path, message } of checkTool(tool, text)) console.log(code, path, message);
 * ```
 */
export function checkTool(tool: AtipTool, source?: string): Issue[] {
  const { tool: value, issues } = parseTool(tool);
  if (value === undefined) return issues.filter(({ severity }) => severity === 'error');
  // The host may vouch for the given tool; the value is a copy.
  return lintTool(value, source === undefined ? undefined : readSource(source).document?.text, mayReassure(tool));
}

/** `checkTool` for a tool that was just parsed, and the text that it was parsed from. */
export function lintTool(
  value: AtipTool,
  text: JsonSource | undefined,
  isBelieved: boolean = mayReassure(value),
): Issue[] {
  const findings: DocumentFinding[] = [];
  const lint: Lint = {
    tool: value,
    isBelieved,
    document: { value, text },
    report(code, path, found = '', fix = undefined, mark = 'value') {
      const [severity, section, text] = RULES[code];
      const message = (): string => text.replace('%', () => show(found));
      findings.push({ code, severity, message, path, mark, section, fix });
    },
  };
  lintTexts(lint, value, '');
  lintCommands(lint);
  lintNames(lint);
  lintWorkflows(lint);
  for (const { field, text: digest } of digestsOf(value))
    if (!readChecksum(digest)) lint.report('unknown-checksum', `/${field.replaceAll('.', '/')}`);
  const [unread] = overviewDepth(value) < Number.POSITIVE_INFINITY ? unreadGroups(value) : [];
  if (unread) lint.report('unread-commands', '/commands', unread.join(' '));
  return listIssues(lint.document, findings, []);
}

/** Compiled names are shown whole, everything else in quotes. */
function show(found: string): string {
  return /^[\w+, -]{1,64}$/.test(found) ? found : quote(found);
}

/** Checks that the commands can be compiled, and reports those that get another name. @see ATIP 0.3 §8.2 rule 3 */
function lintNames(lint: Lint): void {
  try {
    for (const { name, path, pointer } of flattenCommands(lint.tool)) {
      if (name !== nameWords(lint.tool, path).join('_')) lint.report('renamed-command', pointer, name);
    }
  } catch (error) {
    if (!(error instanceof AtipValidationError)) throw error;
    lint.report('cannot-compile', joinPointer('', ...error.path), error.message);
  }
}

/** `{branch}`, but not a shell's `${branch}`, git's `@{1}` or a template's `{{branch}}`. */
const VARIABLE = /(?<![$@{])\{([a-z_][\w-]*)\}/gi;

/** Checks authentication, and the variables of patterns. @see ATIP 0.3 §3.8, §3.9 */
function lintWorkflows(lint: Lint): void {
  const { authentication, patterns = [] } = lint.tool;
  if (authentication?.required && !authentication.methods?.length) lint.report('missing-methods', '/authentication');
  for (const [index, { steps, variables = {} }] of patterns.entries()) {
    const at = joinPointer('/patterns', index);
    const declared = new Set(Object.keys(variables));
    const unused = new Set(declared);
    for (const [step, { command }] of steps.entries()) {
      for (const [, name = ''] of command.matchAll(VARIABLE)) {
        unused.delete(name);
        if (!declared.has(name)) lint.report('undeclared-variable', `${at}/steps/${step}/command`, name);
        declared.add(name);
      }
    }
    for (const name of unused) lint.report('unused-variable', joinPointer(at, 'variables', name), '', undefined, 'key');
  }
}

const PLAIN = /^[\t\n\r -~]*$/;

/** A Latin letter beside a Cyrillic one, or beside a Greek look-alike. */
const FOREIGN = '[\\p{sc=Cyrl}ΑΒΕΗΙΚΜΝΟΡΤΧινορ]';
const MIXED = new RegExp(`\\p{sc=Latn}${FOREIGN}|${FOREIGN}\\p{sc=Latn}`, 'u');

/** The signs and words of compiled descriptions. @see ATIP 0.3 §8.2 rule 1 */
const SAFETY_FLAG =
  /[\u26a0\u{1f512}\u{1f4b0}]|\b(?:READ\p{Pd}ONLY|DESTRUCTIVE|NOT (?:REVERSIBLE|IDEMPOTENT)|BILLABLE)\b|\[SAFE\b/u;

/** A few unmistakable forms, without the placeholders of documentation. */
const SECRET =
  /\b(?:(?:gh[opsu]_|github_pat_|glpat-|npm_|sk-(?:\w{1,9}-)?)(?!x{4})[\w-]{20}|A[KS]IA(?!\w{0,9}EXAMPLE)[\dA-Z]{16}\b|xox[abp]-\d|AIza[\w-]{35})|-BEGIN [A-Z ]{0,12}PRIVATE KEY-{5}\s{0,2}\w{10}/;

/**
 * Checks every key and every text below a value, because a model may see any of them. Parsing has limited the depth.
 */
function lintTexts(lint: Lint, value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    lintText(lint, value, pointer, 'value');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = joinPointer(pointer, key);
      if (!Array.isArray(value)) lintText(lint, key, at, 'key');
      lintTexts(lint, member, at);
    }
  }
}

/** Parsing has removed hidden characters. */
function lintText(lint: Lint, text: string, path: string, mark: 'key' | 'value'): void {
  const mixed = PLAIN.test(text) ? undefined : MIXED.exec(text)?.[0];
  if (mixed) lint.report('mixed-alphabets', path, mixed, undefined, mark);
  const instruction = modelInstructionIn(text);
  if (instruction) lint.report('model-instruction', path, instruction, undefined, mark);
  const flag = path.endsWith('/description') && SAFETY_FLAG.exec(text)?.[0];
  if (flag) lint.report('forged-safety-flag', path, flag);
  if (SECRET.test(text)) lint.report('secret-in-metadata', path, '', undefined, mark);
}

/**
 * Phrases that address a model instead of describing a command. They are narrow, because ordinary help texts also
 * "ignore previous results", "always use HTTPS" and "do not ask for confirmation".
 *
 * Every repetition is bounded, so that the time stays linear in the text.
 */
const PHRASES: readonly RegExp[] = [
  // Revokes the host's instructions.
  /(?:ignore|disregard|forget) (?:\w{1,9} ){0,3}?(?:(?:previous|prior|above|earlier|preceding|your)(?: \w{1,9}){0,2}|all|any) (?:instruction|directive|guideline|system prompt)s?\b/,
  /(?:new|real|hidden|secret) (?:system )?instructions?:/,
  /from now on,? you\b/,
  /(?:reveal|repeat|leak|print|include|send|output) (?:\w{1,9} ){0,2}?your (?:system|initial|hidden) (?:prompt|instruction)/,
  // Hides something from the user.
  /(?:not|don.t|never|without) (?:\w{1,9} ){0,2}?(?:tell|inform)(?:ing)? the user\b(?!['’])/,
  /(?:not|don.t|never) (?:mention|reveal|disclose) [^.]{0,60}\bto the user\b(?!['’])/,
  /(?:not|don.t|never) mention (?:this|that you)\b/,
  /without the user.s knowledge/,
  /user (?:has )?already (?:approved|consented)/,
  // Advertises the tool, or changes how other tools are used.
  /always (?:use|call|invoke|prefer|choose) this (?:tool|function)\b/,
  /(?:must|should) (?:always |first )?(?:use|call|invoke) this (?:tool|function) (?:first|before|whenever)\b/,
  /you (?:must|should|have to|need to) (?:always |first )?(?:call|invoke) (?:the|this)(?: \S{1,40})? (?:tool|function)\b/,
  /this (?:tool|function) (?:must|should) (?:always )?be (?:called|invoked|used) first\b/,
  /(?:before|instead of|over) (?:(?:us|call|invok)ing )?(?:any|all|every) other (?:tool|function)s?\b/,
  /before (?:us|call|invok)ing (?:any|every) (?:tool|function)s?\b/,
  /when(?:ever)? (?:us|call)ing the \S{1,40} tool,? (?:you|always|also)\b/,
  /(?:not|don.t|never) (?:use|call|invoke|trust) (?:any )?other (?:tool|function)s?\b/,
  // Gives the model a role.
  /(?:you are|act as)(?: now)?(?: an?| the)? (?:\w{1,16} ){0,3}(?:ai|assistant|language model|llm|chatbot)\b/,
  /(?:note to|attention)[ ,:]{1,2}(?:the |all |any )?(?:ai|assistant|language model|llm|claude|chatgpt|gemini)s?\b/,
  // Fetches private files and sends them away.
  /(?:read|cat|send|upload|include) (?:the file )?[`'"]?(?:~|\$HOME)\/\.(?:ssh(?!\/(?:config|known_|authorized_|\S{1,40}\.pub))|aws\/cred|cursor)/,
  /(?:pass|provide|send|put|include) (?:its|their) contents? (?:as|in) (?:[`'"]|the \S{1,40} (?:param|arg|field))/,
  /(?:send|post|upload|forward|leak)\b[^.]{0,30} (?:conversation|chat history|system prompt|secrets|credentials|private keys?|api keys?|environment variables|passwords?)\b[^.]{0,40} to (?:https?:|\S{1,64}@)/,
];

/** Marks that begin no word: markup of prompts, an image whose address carries data away, a long run of base64. */
const MARKS =
  /<\/?important>|<\/(?:system|instructions?|assistant)>|<system>\w|<\|\w{1,20}\|>|\[\/?INST\]|<<SYS>>|!\[[^\]]{0,99}\]\( ?https?:[^\s)]{0,300}[?{$]|(?<![\w+/=])[a-z\d+/]{160}/;

let instruction: RegExp | undefined;

/** Letters that models read like plain ones: full-width and mathematical. */
const STYLED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]+/gu;

/**
 * Finds the first words of a text that give orders to a model, or hide something from a person; `undefined` without
 * any.
 *
 * Shape: `"List files. Ignore all previous instructions."` → `"Ignore all previous instructions"`.
 * A heuristic for English with few false alarms: finding nothing proves nothing.
 *
 * @param text without hidden characters
 */
export function modelInstructionIn(text: string): string | undefined {
  const plain = text.replace(STYLED, (letters) => letters.normalize('NFKC')).replace(/\s+/g, ' ');
  instruction ??= new RegExp(`\\b(?:${PHRASES.map(({ source }) => source).join('|')})|${MARKS.source}`, 'i');
  return instruction.exec(plain)?.[0];
}
