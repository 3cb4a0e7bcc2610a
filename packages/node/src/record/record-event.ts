import { findSecrets } from '@atip/core';
import type { AuditDecision, AuditEvent } from './audit-event.ts';
import { toSafeJson } from './audit-files.ts';
import { MASK, type Redact } from './redact-text.ts';

interface Limits {
  /** UTF-16 units or bytes of one text. */
  readonly text: number;
  /** Of all texts together, so that a line stays within a reader's limit. */
  readonly texts: number;
  /** Elements of a list, and keys of an object. */
  readonly items: number;
  readonly values: number;
  readonly measure: (text: string) => number;
}

/** Measured in UTF-16 units. */
const LIMITS: Limits = { text: 4096, texts: 131_072, items: 1000, values: 4000, measure: (text) => text.length };
/** Measured in bytes as written: any caller can cause any number of refusals. */
const REFUSED: Limits = { text: 512, texts: 3072, items: 20, values: 200, measure: jsonBytes };
/** Bytes of a refused call's argv, as JSON. */
const REFUSED_ARGV = 1024;
const MAX_DEPTH = 8;
/** UTF-16 units searched for secrets, in one text or in all arguments. */
const MAX_SEARCHED = 1_048_576;
const CUT = '…[CUT]';

interface Budget {
  texts: number;
  values: number;
  readonly limits: Limits;
}

/** Fields that the log itself sets; an event cannot contain them. */
const OWN_FIELDS = new Set(['seq', 'time', 'prev', 'hash', 'argvBytes']);

/** Fields that a document or a model can make long, shortened in this order; `argv` gets the rest of the limit. */
const LONG_FIELDS = ['command', 'sandbox', 'problems', 'reasons', 'planted', 'effects', 'parts', 'argv'];

/**
 * Copies an event for the record: secrets redacted, long texts and lists cut with a mark, keys in order.
 * Limits: texts of 4,096 UTF-16 units, lists of 1,000, eight levels, about 128 Ki units in all; for a refused call 1
 * KiB of argv and 3 KiB of the rest.
 * @throws TypeError when it is neither a decision nor an execution.
 */
export function recordEvent(event: AuditEvent, redact: Redact): Readonly<Record<string, unknown>> {
  if (event.event !== 'decision' && event.event !== 'execution') {
    throw new TypeError('An audit event is a decision or an execution.');
  }
  const argv = maskBounded(event.argv, redact);
  if (wentAhead(event)) return Object.fromEntries(copyFields({ ...event, argv }, redact, LIMITS).sort(byKey));
  const { argv: _whole, ...rest } = event;
  const cut = Object.entries(cutArgv(argv, event.argv));
  return Object.fromEntries([...copyFields(rest, redact, REFUSED), ...cut].sort(byKey));
}

/** True for a call that ran, or was allowed or approved: nobody can cause any number of these. */
function wentAhead(event: AuditEvent): boolean {
  if (event.event === 'execution') return true;
  return (event.decision === 'allow' || event.approved === true) && event.refused === undefined;
}

function copyFields(event: object, redact: Redact, limits: Limits): [string, unknown][] {
  const budget: Budget = { texts: limits.texts, values: limits.values, limits };
  const fields = Object.entries(event).filter(([key, value]) => !OWN_FIELDS.has(key) && value !== undefined);
  // The caller, the program and the decision are always recorded, however long the rest is.
  return fields.sort(byLength).map(([key, value]): [string, unknown] => {
    const known = key === 'argv' || key === 'event' ? (text: string): string => text : redact;
    return [key, copy(value, known, budget, 0)];
  });
}

/** Keeps the beginning of a refused call's argv, and the length of the whole. */
function cutArgv(masked: readonly string[], whole: readonly string[]): Partial<AuditDecision> {
  const kept: string[] = [];
  // The brackets, minus one comma.
  let room = REFUSED_ARGV - 1;
  for (const element of masked) {
    // With its quotes, and a comma.
    const bytes = jsonBytes(element.slice(0, REFUSED_ARGV)) + 3;
    const isLast = kept.length === masked.length - 1;
    if (bytes > room - (isLast ? 0 : jsonBytes(CUT) + 3)) {
      kept.push(`${startOf(element, room - jsonBytes(CUT) - 3, jsonBytes)}${CUT}`);
      return { argv: kept, argvBytes: Buffer.byteLength(JSON.stringify(whole)) };
    }
    kept.push(element);
    room -= bytes;
  }
  return { argv: kept };
}

/** Cuts long texts far beyond the recorded part before searching: a secret cut in two would be found only in part. */
function maskBounded(argv: readonly string[], redact: Redact): string[] {
  let left = MAX_SEARCHED;
  const bounded = argv.slice(0, LIMITS.items).map((element) => {
    const fits = element.length <= left || left >= 2 * LIMITS.text;
    const text = fits ? element.slice(0, left) : CUT;
    left -= fits ? text.length : 0;
    return text;
  });
  return [...maskArguments(bounded, redact), ...argv.slice(LIMITS.items)];
}

function copy(value: unknown, redact: Redact, budget: Budget, depth: number): unknown {
  budget.values -= 1;
  if (typeof value === 'string') return budget.texts > 0 ? cut(redact(bound(value)), budget) : CUT;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth === MAX_DEPTH) return CUT;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value.slice(0, budget.limits.items)) {
      if (budget.values <= 0) break;
      items.push(copy(item, redact, budget, depth + 1));
    }
    return items.length < value.length ? [...items, `${CUT} ${value.length - items.length} more`] : items;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const copied: [string, unknown][] = [];
  for (const [key, item] of entries.slice(0, budget.limits.items).sort(byKey)) {
    if (budget.values <= 0) break;
    copied.push([cut(redact(bound(key)), budget), copy(item, redact, budget, depth + 1)]);
  }
  if (copied.length < entries.length) copied.push([CUT, entries.length - copied.length]);
  return Object.fromEntries(copied);
}

function bound(text: string): string {
  return text.length > MAX_SEARCHED ? text.slice(0, MAX_SEARCHED) : text;
}

function cut(text: string, budget: Budget): string {
  const { text: longest, measure } = budget.limits;
  const kept = startOf(text, Math.min(longest, Math.max(budget.texts, 0)), measure);
  budget.texts -= measure(kept);
  return kept.length < text.length ? `${kept}${CUT}` : text;
}

/** The beginning of a text up to a length, in whole characters. */
function startOf(text: string, length: number, measure: Limits['measure']): string {
  // No measure gives less than the UTF-16 units.
  if (text.length <= length && measure(text) <= length) return text;
  let kept = '';
  let left = length;
  for (const char of text) {
    left -= measure(char);
    if (left < 0) break;
    kept += char;
  }
  return kept;
}

/** Bytes of a text as written, without its quotes. */
function jsonBytes(text: string): number {
  return Buffer.byteLength(toSafeJson(text)) - 2;
}

function byLength([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return LONG_FIELDS.indexOf(a) - LONG_FIELDS.indexOf(b);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}

/** Words in an option's name that mark its value as secret. */
const SECRET_WORD =
  /pass(?:word|wd|phrase|code)?$|passw|passphrase|secret|token|(?:api|access|private|account|signing|encryption|auth|master|shared|session)[_-]?key|credential|^(?:basic[_-]|proxy[_-])?auth$|(?:^|[._-])(?:pw|pwd|pat|psk|cookie|bearer|jwt|otp|pin)$/i;

/** Options for a name that may contain a password after a colon; the value is attached or comes next. */
const ACCOUNT_OPTION = /^(?:-[uUa]|--(?:[a-z]+-)?(?:user|username|userpwd))(?:$|=)/i;

/** `name:password`; digits alone are a port or a group, and addresses have their own rules. */
const ACCOUNT = /^([^:/\s]*:)(?!\/\/|\d{1,5}$)[\s\S]+$/;

/** `--name`, `-name` or `/name`, with or without a value. */
const OPTION = /^(?:--?|\/)([A-Za-z][\w.-]{0,127})(?:([=:])([\s\S]*))?$/;

/** An element that looks like an option, so it is not the value of the previous one. */
const NEXT_OPTION = /^-(?:-[A-Za-z]|[A-Za-z]$)/;

/**
 * Redacts the secrets of a command line, also if an option and its value are two elements. Best effort, as
 * `findSecrets`. Shape: ["--token", "abc", "-u", "me"] → ["--token", "[REDACTED]", "-u", "me"]
 */
export function maskArguments(argv: readonly string[], redact: Redact): string[] {
  const neighbours = maskAcross(argv);
  return argv.map((element, at) => {
    const before = argv[at - 1];
    if (before !== undefined && takesSecret(before) && !NEXT_OPTION.test(element)) return MASK;
    const [, name, sign, value] = OPTION.exec(element) ?? [];
    if (name !== undefined && sign !== undefined && value !== '' && SECRET_WORD.test(name)) {
      return `${element.slice(0, element.indexOf(sign) + 1)}${MASK}`;
    }
    const account = maskAccount(before, element);
    return account ?? redact(neighbours[at] ?? element);
  });
}

/**
 * Redacts the text after a name and a colon if an option introduces a name. @returns undefined without such an option.
 */
function maskAccount(before: string | undefined, element: string): string | undefined {
  const own = ACCOUNT_OPTION.exec(element)?.[0] ?? '';
  const start = own.endsWith('=') ? own : '';
  if (start === '' && (before === undefined || !ACCOUNT_OPTION.test(before) || before.includes('='))) return undefined;
  const [, name] = ACCOUNT.exec(element.slice(start.length)) ?? [];
  return name === undefined ? undefined : `${start}${name}${MASK}`;
}

/** True for an option whose secret is the next element. */
function takesSecret(element: string): boolean {
  const [, name, sign] = OPTION.exec(element) ?? [];
  return name !== undefined && sign === undefined && SECRET_WORD.test(name);
}

/** Redacts secrets that only several elements together reveal, such as `curl … -u me:secret`. */
function maskAcross(argv: readonly string[]): string[] {
  const secrets = findSecrets(argv.join(' '));
  let start = 0;
  return argv.map((element) => {
    const from = start;
    start += element.length + 1;
    // From the last, so that earlier offsets stay valid.
    return secrets.reduceRight((text, secret) => {
      const first = Math.max(secret.start - from, 0);
      const end = Math.min(secret.end - from, element.length);
      return first < end ? `${text.slice(0, first)}${MASK}${text.slice(end)}` : text;
    }, element);
  });
}
