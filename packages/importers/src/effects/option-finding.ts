import {
  classOfVerb,
  type EffectKind,
  effectsOfKind,
  type Finding,
  splitWords,
  stemVerb,
  type VerbClass,
} from './evidence.ts';
import type { AtipEffects } from '@atip/core';

/** The fields of an option that inference reads; foreign, so each field is checked where it is read. */
export interface LookedAtOption {
  readonly name: string;
  readonly flags: readonly string[];
  readonly type?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
}

/** The effects that an option adds to a call, and the reason to believe so. */
export interface OptionFinding {
  readonly effects: AtipEffects;
  readonly reason: string;
}

type Rule = readonly [words: string, kind: EffectKind, reason: string];

/** By the whole of a long name, without dashes. */
const NAMES: readonly Rule[] = [
  ['force force-with-lease force-reset forced', 'drop', 'goes on where the program would stop'],
  ['hard discard-changes accept-data-loss adopt', 'drop', 'gives up what is there'],
  ['overwrite clobber overwrite-existing replace-existing', 'overwrite', 'replaces what is there'],
  ['in-place inplace', 'overwrite', 'edits the files themselves'],
  ['unsafe privileged allow-root no-preserve-root dangerously-skip-permissions', 'anything', 'takes a safeguard away'],
  [
    'insecure no-check-certificate skip-verify no-verify-ssl no-verify-tls skip-tls-verify insecure-skip-tls-verify',
    'trust',
    'does not check who is on the other side',
  ],
  ['upload upload-file publish push send', 'send', 'sends data to another machine'],
  [
    'exec execute exec-batch command-file to-command shell-command pre-hook post-hook hook rsh',
    'anything',
    'runs a program that the call names',
  ],
];

/** By the first or the last word of a long name. */
const WORDS: readonly Rule[] = [
  [
    'delete remove purge prune wipe erase destroy rm kill truncate expunge uninstall unregister nuke discard',
    'drop',
    'removes something',
  ],
  ['overwrite clobber', 'overwrite', 'replaces what is there'],
  ['exec', 'anything', 'runs a program that the call names'],
  ['unsafe dangerous dangerously', 'anything', 'takes a safeguard away'],
  ['insecure', 'trust', 'does not check who is on the other side'],
  ['upload', 'send', 'sends data to another machine'],
];

/** Long names by which a program is told where to write; others so called choose a format. */
const OUTPUTS: ReadonlySet<string> = new Set(
  'output out outfile out-file output-file output-dir output-directory outdir out-dir outpath output-path save save-to save-as write write-to dump-to log-file logfile export export-to download-dir destination-file cookie-jar to-file'.split(
    ' ',
  ),
);

/** Names of options that only a command which changes something has; that it has one speaks against its only reading. */
const SAFEGUARDS: ReadonlySet<string> = new Set(
  'yes assume-yes y force f confirm no-confirm no-prompt no-prompts dry-run dryrun skip-confirmation auto-approve non-interactive-delete'.split(
    ' ',
  ),
);

/**
 * Finds the harm that an option adds to a call, by its long names, then by its description; nothing where they say nothing.
 *
 * Shape: `{ flags: ["--delete"] }` → `{ effects: { destructive: true }, reason: "\"--delete\" removes something" }`.
 * Short flags mean something else in every program, so that only the description says what one does. `--dry-run` lowers
 * nothing.
 */
export function optionFinding(option: LookedAtOption): OptionFinding | undefined {
  for (const flag of option.flags) {
    const found = byName(flag, option);
    if (found) return found;
  }
  return byDescription(option);
}

/** True if an option says of its command that there is something to be confirmed, forced or tried first. */
export function isSafeguard({ flags, description }: LookedAtOption): boolean {
  const text = typeof description === 'string' ? description.slice(0, 200).toLowerCase() : '';
  if (/\b(?:skip|without|no) (?:the )?(?:confirm|prompt)/.test(text)) return true;
  // A short -f or -y may be anything: a file, a year.
  return flags.some((flag) => flag.startsWith('--') && SAFEGUARDS.has(longName(flag)));
}

function byName(flag: string, option: LookedAtOption): OptionFinding | undefined {
  const name = longName(flag);
  // Of one dash and one letter.
  if (
    name.length < 2 ||
    (name.startsWith('no-') &&
      !name.startsWith('no-verify-') &&
      !name.startsWith('no-check-') &&
      name !== 'no-preserve-root')
  )
    return undefined;
  const whole = NAMES.find(([names]) => names.split(' ').includes(name));
  if (whole) return finding(whole, flag);
  if (OUTPUTS.has(name)) return choosesFormat(option) ? undefined : finding(['', 'make', 'writes to a file'], flag);
  const words = splitWords(name);
  if (
    words.includes('not') ||
    words[0] === 'keep' ||
    words[0] === 'max' ||
    words[0] === 'ignore' ||
    words[0] === 'exclude'
  )
    return undefined;
  const ends = [words[0], words.at(-1)];
  const word = WORDS.find(([list]) => ends.some((end) => end !== undefined && list.split(' ').includes(end)));
  return word && finding(word, flag);
}

/** Verbs of destruction that are about the text that is printed, or about when the program ends. */
const HARMLESS =
  /\bterminat\w+ (?:(?:after|when|if|once)\b|.{0,40}\b(?:nul|null|newline)\b)|\bflush\w* (?:the )?(?:output|stdout|buffer)|\b(?:remove|strip)s? (?:any |all )?(?:trailing slashes|file system paths)\b|\/empty\b/;

function byDescription(option: LookedAtOption): OptionFinding | undefined {
  const { description } = option;
  const text = typeof description === 'string' ? description.slice(0, 200).toLowerCase() : '';
  const flag = option.flags[0] ?? option.name;
  if (/\bin[- ]place\b/.test(text)) return finding(['', 'overwrite', 'edits the files themselves'], flag);
  if (/^(?:write|save|store|dump|put)s?\b.{0,60}\b(?:file|path|directory|folder)\b/.test(text))
    return finding(['', 'make', 'writes to a file'], flag);
  if (/^(?:output|destination|target) (?:file|path|directory|folder)\b/.test(text))
    return finding(['', 'make', 'writes to a file'], flag);
  if (HARMLESS.test(text)) return undefined;
  const harm = describedHarm(description);
  if (harm?.kind === 'destroy' || (harm && classOfVerb(harm.verb) === 'write' && harm.verb === 'overwrite'))
    return { effects: effectsOfKind('drop'), reason: `"${harm.verb}" in the description of "${flag}"` };
  return undefined;
}

/** `--output json`: its values, or what is said of it, are formats. */
function choosesFormat({ enum: values, type, description }: LookedAtOption): boolean {
  const text = typeof description === 'string' ? description.slice(0, 200).toLowerCase() : '';
  if (Array.isArray(values) && values.length > 0) return true;
  // `jsonpath-file` may be among the formats.
  if (/^(?:the )?(?:output )?format\b/.test(text)) return true;
  if (type === 'file' || type === 'directory') return false;
  return /\b(?:format|json|yaml|style|verbosity|colou?r)/.test(text) && !/\b(?:file|path|directory)\b/.test(text);
}

function longName(flag: string): string {
  return flag.replace(/^[-+/]{1,2}/, '').toLowerCase();
}

function finding([, kind, reason]: Rule, flag: string): OptionFinding {
  return { effects: effectsOfKind(kind), reason: `"${flag}" ${reason}` };
}

/** Of a description only the beginning is read: what it does is said first. */
const MAX_TEXT = 400;
const MAX_FILLERS = 4;
/** How far the other verbs of "List, create, or delete branches" are looked for. */
const MAX_WORDS = 14;

/** Words that may stand before the verb. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an the this command commands tool utility will can may would to you lets let allows allow used use for is and then also helper helps help'.split(
    ' ',
  ),
);

/** The harm that a text speaks of. */
export interface DescribedHarm {
  readonly kind: Exclude<VerbClass, 'read' | 'run'>;
  readonly verb: string;
}

/**
 * Finds the harm in the verbs at the beginning of a description: the first one, and those coordinated with it.
 *
 * Shape: `"Permanently deletes a queue"` → `{ kind: "destroy", verb: "delete" }`; `"List, create, or delete branches"` the
 * same; `"List deleted branches"` nothing. A description never says that something is harmless. Nouns that look like verbs
 * ("Update history") may be taken for them.
 * Limits: the first 400 characters and 14 words.
 */
function describedHarm(description: unknown): DescribedHarm | undefined {
  if (typeof description !== 'string') return undefined;
  const words = wordsOf(description);
  const start = firstVerb(words);
  if (start < 0) return undefined;
  let worst: DescribedHarm | undefined;
  for (let index = start; index < Math.min(words.length, start + MAX_WORDS); index++) {
    if (index > start && !follows(words, index)) continue;
    const verb = stemVerb(words[index]?.text ?? '');
    const kind = verb === undefined ? undefined : classOfVerb(verb);
    if (verb !== undefined && (kind === 'destroy' || (kind === 'write' && worst === undefined))) worst = { kind, verb };
  }
  return worst;
}

/** The same as a finding, for a command. */
export function descriptionFinding(description: unknown, object: string): Finding | undefined {
  const harm = describedHarm(description);
  if (!harm) return undefined;
  const reason = `"${harm.verb}" in the description`;
  const effects = harm.kind === 'destroy' ? { destructive: true, deletes: [object] } : { modifies: [object] };
  return { effects, reason, source: 'description' };
}

interface Word {
  readonly text: string;
  /** A comma, slash or the like stands before it. */
  readonly separated: boolean;
}

/** Of the first sentence, in lower case. */
function wordsOf(description: string): Word[] {
  const text = description.slice(0, MAX_TEXT).toLowerCase();
  const [sentence = ''] = text.split(/[.;:!?\n](?:\s|$)/);
  const words: Word[] = [];
  let separated = false;
  for (const [token] of sentence.matchAll(/[a-z][a-z'-]*|[,/|&]/g)) {
    if (/^[,/|&]$/.test(token)) separated = true;
    else {
      words.push({ text: token.replaceAll(/[^a-z]/g, ''), separated });
      separated = false;
    }
  }
  return words;
}

function firstVerb(words: readonly Word[]): number {
  for (let index = 0; index <= MAX_FILLERS && index < words.length; index++) {
    const text = words[index]?.text ?? '';
    if (text === 'not' || text === 'dont' || text === 'never') return -1;
    if (FILLERS.has(text) && text !== 'help') continue;
    if (text.endsWith('ly')) continue;
    return index;
  }
  return -1;
}

/** True if a word stands after "or", "and" or a separator, adverbs aside. */
function follows(words: readonly Word[], index: number): boolean {
  const [word, before, twoBefore] = [words[index], words[index - 1], words[index - 2]];
  if (word?.separated === true || before?.text === 'or' || before?.text === 'and') return true;
  return before?.text.endsWith('ly') === true && (twoBefore?.text === 'or' || twoBefore?.text === 'and');
}
