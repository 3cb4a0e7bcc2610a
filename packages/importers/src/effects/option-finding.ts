import { type EffectKind, effectsOfKind } from './evidence.ts';
import { readDescription } from './read-description.ts';
import { splitWords } from './verbs.ts';
import type { AtipEffects, ValueEffects } from '@atip/core';
import { mergeEffects } from '@atip/core/execute';

/** The fields of an option that inference reads; foreign, so each field is checked on use. */
export interface LookedAtOption {
  readonly name: string;
  readonly flags: readonly string[];
  readonly type?: unknown;
  readonly description?: unknown;
  readonly enum?: unknown;
  readonly required?: unknown;
  readonly default?: unknown;
}

export interface OptionFinding {
  readonly effects: AtipEffects;
  /** Effects by value; they replace `effects`. */
  readonly values?: readonly ValueEffects[];
  readonly reason: string;
}

type Rule = readonly [words: string, kind: EffectKind, reason: string];

/** By a whole long name, without dashes. */
const NAMES: readonly Rule[] = [
  ['force force-with-lease force-reset forced', 'drop', 'goes on where the program would stop'],
  ['hard discard-changes accept-data-loss adopt', 'drop', 'gives up what is there'],
  ['overwrite clobber overwrite-existing replace-existing', 'overwrite', 'replaces what is there'],
  ['in-place inplace', 'overwrite', 'edits the files themselves'],
  ['install fix fix-all fixes autofix auto-fix repair', 'make', 'writes what the command would only tell'],
  ['privileged cap-add', 'root', 'gives power over this machine'],
  ['unsafe allow-root no-preserve-root dangerously-skip-permissions', 'anything', 'takes a safeguard away'],
  [
    'insecure no-check-certificate skip-verify no-verify-ssl no-verify-tls skip-tls-verify insecure-skip-tls-verify',
    'trust',
    'does not check who is on the other side',
  ],
  [
    'upload upload-file publish push send data-binary data-raw data-urlencode post-data post-file body-data body-file',
    'give',
    'sends data to another machine',
  ],
  [
    'exec execute exec-batch command-file to-command shell-command pre-hook post-hook hook rsh',
    'anything',
    'runs a program that the call names',
  ],
  [
    'plugin-dir plugin-path plugins-dir load-extension hooks-dir hooks-path kubeconfig',
    'call',
    'names what is loaded or run',
  ],
];

/** The same for options with a free value: `--pager=less`, unlike `--pager=always`. */
const VALUES: readonly Rule[] = [
  [
    'command cmd program script hook plugin plugins pager editor askpass interpreter rcfile rc-file init-file init-script ' +
      'preload require loader load-plugin passcommand',
    'call',
    'names what is loaded or run',
  ],
];

/** By the first or the last word of a long name. */
const WORDS: readonly Rule[] = [
  [
    'delete remove purge prune wipe erase destroy rm kill truncate expunge uninstall unregister nuke discard terminate',
    'drop',
    'removes something',
  ],
  ['overwrite clobber', 'overwrite', 'replaces what is there'],
  ['exec', 'anything', 'runs a program that the call names'],
  ['unsafe dangerous dangerously', 'anything', 'takes a safeguard away'],
  ['insecure', 'trust', 'does not check who is on the other side'],
  ['upload', 'give', 'sends data to another machine'],
];

/** The rules of a table by word: hundreds of thousands of options are looked at when a registry is made. */
function byWord(rules: readonly Rule[]): ReadonlyMap<string, Rule> {
  return new Map(rules.flatMap((rule) => rule[0].split(' ').map((word): [string, Rule] => [word, rule])));
}

const [NAMED, VALUED, WORDED] = [byWord(NAMES), byWord(VALUES), byWord(WORDS)];

/** By the last word of a long name, for options with a free value: `--password-command`. */
const VALUE_WORDS: ReadonlySet<string> = new Set(
  'command cmd program script hook plugin interpreter askpass'.split(' '),
);

/** Long names for the place of the output; similar ones choose a format. */
const OUTPUTS: ReadonlySet<string> = new Set(
  'output out outfile out-file output-file output-dir output-directory outdir out-dir outpath output-path save save-to save-as write write-to dump-to log-file logfile export export-to download-dir destination-file cookie-jar to-file'.split(
    ' ',
  ),
);

/** Names of options that only changing commands have, so they contradict reading. */
const SAFEGUARDS: ReadonlySet<string> = new Set(
  'yes assume-yes y force f confirm no-confirm no-prompt no-prompts dry-run dryrun skip-confirmation auto-approve non-interactive-delete no-fix no-write no-install'.split(
    ' ',
  ),
);

const PREVIEWS: ReadonlySet<string> = new Set(['dry-run', 'dryrun']);

/** First words of long names that reduce an effect. */
const LOWERS: ReadonlySet<string> = new Set(['keep', 'max', 'ignore', 'exclude', 'skip']);

const SECRETS: ReadonlySet<string> = new Set(
  'secret secrets password passwords token tokens credentials decryption sensitive'.split(' '),
);

/**
 * Finds the harm that an option adds to a call, by its long names and by its description; undefined without evidence.
 *
 * Shape: `{ flags: ["--delete"] }` → `{ effects: { destructive: true }, reason: "\"--delete\" removes something" }`.
 * Short flags differ between programs, so only their description counts. `--dry-run` lowers nothing. A configuration
 * counts as code if it names programs, or is code itself: `--config webpack.config.js`.
 */
export function optionFinding(option: LookedAtOption): OptionFinding | undefined {
  const named = option.flags.map((flag) => byName(flag, option)).find((found) => found !== undefined);
  const described = byDescription(option, option.flags[0] ?? option.name);
  if (!named || !described) return named ?? described;
  // For files the description says the same, less exactly.
  const { effects, reason } = described;
  return (effects['x-runs'] ?? effects['x-privilege'] ?? effects['x-reveals'] ?? effects['x-sends'])
    ? { effects: mergeEffects(named.effects, effects), reason: `${named.reason}; ${reason}` }
    : named;
}

/** The same for an argument: the place of the output, or a program to run. */
export function argumentFinding(argument: LookedAtOption): OptionFinding | undefined {
  const name = argument.name.slice(0, 80);
  if (/^(?:output|out|outfile|output[-_ ]?(?:file|path|dir|directory))$/i.test(name))
    return { effects: effectsOfKind('make'), reason: `the argument "${name}" is where it writes` };
  return byDescription(argument, name);
}

/** True if an option implies that its command must be confirmed, forced or tried first. */
export function isSafeguard(option: LookedAtOption): boolean {
  if (/\b(?:skip|without|no) (?:the )?(?:confirm|prompt)/.test(textOf(option))) return true;
  return hasLongName(option, SAFEGUARDS);
}

/** True for an option that only tries its command, such as `--dry-run`; a command that only reads may have one, too. */
export function isPreview(option: LookedAtOption): boolean {
  return hasLongName(option, PREVIEWS);
}

// A short -f or -y may mean anything: a file, a year.
function hasLongName({ flags }: LookedAtOption, names: ReadonlySet<string>): boolean {
  return flags.some((flag) => flag.startsWith('--') && names.has(longName(flag)));
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
  const whole = NAMED.get(name) ?? (takesOwnValue(option) ? VALUED.get(name) : undefined);
  if (whole) return finding(whole, flag);
  if (OUTPUTS.has(name)) return choosesFormat(option) ? undefined : finding(['', 'make', 'writes to a file'], flag);
  const words = splitWords(name);
  if (words.includes('not') || LOWERS.has(words[0] ?? '')) return undefined;
  const ends = [words[0], words.at(-1)].map((end = '') => WORDED.get(end));
  const word = WORDS.find((rule) => ends.includes(rule));
  if (word) return finding(word, flag);
  if (words.length > 1 && takesOwnValue(option) && VALUE_WORDS.has(words.at(-1) ?? ''))
    return finding(['', 'call', 'names what is loaded or run'], flag);
  const reveals = /^(?:show|print|reveal|display|include|decrypt|with|dump|export)$/.test(words[0] ?? '');
  return reveals && words.slice(1).some((part) => SECRETS.has(part))
    ? finding(['', 'reveal', 'prints a secret'], flag)
    : undefined;
}

/** True if the value is free: no switch, and no choice among fixed words. */
function takesOwnValue({ type, enum: values }: LookedAtOption): boolean {
  return type !== 'boolean' && type !== 'enum' && type !== 'integer' && type !== 'number' && !Array.isArray(values);
}

/** Destructive verbs about printed text, or about the end of the program. */
const HARMLESS =
  /\bterminat\w+ (?:(?:after|when|if|once)\b|.{0,40}\b(?:nul|null|newline)\b)|\bflush\w* (?:the )?(?:output|stdout|buffer)|\b(?:remove|strip)s? (?:any |all )?(?:trailing slashes|file system paths)\b|\/empty\b/;

const NEGATED = /\b(?:do not|don't|does not|never|without|instead of|rather than|disable|skip|ignore|prevent)\b/;

/** A program, a library or code given as the value, and its use. */
const RUNS: readonly RegExp[] = [
  /\b(?:command|program|script|executable|binary|hook|code|helper|interpreter)s? (?:\S+ ){0,3}?(?:to (?:be )?(?:run|execute|executed|invoke|call|launch|start|spawn|use)|that (?:is|are) (?:run|executed)|executed|invoked)\b/,
  /^(?:run|execute|exec|invoke|spawn|launch|eval|evaluate)s? (?:\S+ ){0,5}?(?:command|program|script|executable|code|hook|cmd|interpreter|expression)s?\b/,
  /\b(?:path|location) (?:to|of) (?:\S+ ){0,5}?(?:binary|executable|interpreter|plugins?|hooks?|shared librar(?:y|ies)|shared objects?)\b(?! to (?!run|execute|use|invoke|launch|call))/,
  /\bhooks director(?:y|ies)\b/,
  /\b(?:load|preload|dlopen)s? (?:\S+ ){0,4}?(?:plugin|librar(?:y|ies)|modules?|shared objects?|extensions?|engine)\b/,
  /\b(?:use|with) (?:\S+ ){0,4}?(?:plugin|interpreter|(?:crypto |hardware )?engine\b(?=.{0,40}\b(?:hardware|device|crypto|\.so)))\b|\bcrypto engine\b/,
  /\bpipe\w* .{0,40}\b(?:through|to|into)\b.{0,20}\b(?:command|program|pager)\b|\bas (?:the )?(?:pager|askpass|editor)\b/,
  // A configuration that is code, or that can name programs.
  /\bkubeconfig\b|\bssh[ _-]config/,
  /\bconfig\w*\b.{0,60}\.(?:[cm]?[jt]s|py|rb|lua|php)\b/,
];

const SENDS =
  /^(?:upload|publish|share)s?\b|^(?:send|post|push)s?\b.{0,60}\b(?:server|remote|https?|url|request|host|registry|service|cloud|webhook)\b/;

/** A file is written. */
const WRITES: readonly RegExp[] = [
  /^(?:write|save|store|dump|put|append|log|redirect|record|copy|export)s?\b.{0,60}\b(?:file|path|directory|folder)\b/,
  /^(?:output|destination|target|log) (?:file|path|directory|folder)\b|^send\w* (?:the )?output to\b|\bpath\b.{0,40}\b(?:to|where)\b.{0,20}\b(?:save|saved|write|written|store|dump)\b/,
];

const ROOT =
  /\b(?:run|execut\w+|start|invoke|act|give|grant)s?\b.{0,40}\b(?:as root|root privileges|root rights|superuser|extended privileges|using sudo|with sudo)\b/;

const REVEALS =
  /^(?:show|display|print|reveal|include|output)s? .{0,30}\b(?:passwords?|auth tokens?|access tokens?|secret values?|credentials|private keys?)\b/;

function byDescription(parameter: LookedAtOption, name: string): OptionFinding | undefined {
  const text = textOf(parameter);
  if (!NEGATED.test(text)) {
    if (takesOwnValue(parameter) && RUNS.some((pattern) => pattern.test(text)))
      return finding(['', 'call', 'names what is loaded or run'], name);
    if (SENDS.test(text)) return finding(['', 'give', 'sends data to another machine'], name);
    if (ROOT.test(text)) return finding(['', 'root', 'gives power over this machine'], name);
    if (REVEALS.test(text)) return finding(['', 'reveal', 'prints a secret'], name);
  }
  if (/\bin[- ]place\b/.test(text)) return finding(['', 'overwrite', 'edits the files themselves'], name);
  if (WRITES.some((pattern) => pattern.test(text))) return finding(['', 'make', 'writes to a file'], name);
  if (HARMLESS.test(text)) return undefined;
  const [harm] = readDescription(text).harms;
  if (harm?.kind === 'destroy' || harm?.verb === 'overwrite')
    return { effects: effectsOfKind('drop'), reason: `"${harm.verb}" in the description of "${name}"` };
  return undefined;
}

function textOf({ description }: LookedAtOption): string {
  return typeof description === 'string' ? description.slice(0, 200).toLowerCase() : '';
}

/** `--output json`: its values or its description are formats. */
function choosesFormat(option: LookedAtOption): boolean {
  const { enum: values, type } = option;
  const text = textOf(option);
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
