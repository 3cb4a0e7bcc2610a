import type { AuditEvent } from './audit-event.ts';
import { maskArguments } from './mask-arguments.ts';
import type { Redact } from './redact-text.ts';

/** UTF-16 units of one text. */
const MAX_TEXT = 4096;
/** UTF-16 units of all texts together, so that a line stays below what a reader takes. */
const MAX_TEXTS = 131_072;
/** Elements of a list, and keys of an object. */
const MAX_ITEMS = 1000;
/** Values of all kinds together. */
const MAX_VALUES = 4000;
const MAX_DEPTH = 8;
/** UTF-16 units that are looked through for secrets, of one text or of all arguments. */
const MAX_SEARCHED = 1_048_576;
const CUT = '…[CUT]';

interface Budget {
  texts: number;
  values: number;
}

/** The fields that every line has by itself; an event cannot bring its own. */
const OWN_FIELDS = new Set(['seq', 'time', 'prev', 'hash']);

/** What a tool's document or a model can make long; the last gets what the bound of all texts leaves. */
const LONG_FIELDS = ['command', 'sandbox', 'reasons', 'effects', 'argv'];

/**
 * Copies an event as it goes on record: secrets masked, texts and lists cut to a bound with a mark, keys in order.
 *
 * Limits: texts of 4,096 UTF-16 units, lists of 1,000, eight levels, some 128 Ki units altogether.
 * @throws TypeError when it is neither a decision nor an execution.
 */
export function recordEvent(event: AuditEvent, redact: Redact): Readonly<Record<string, unknown>> {
  if (event.event !== 'decision' && event.event !== 'execution') {
    throw new TypeError('An audit event is a decision or an execution.');
  }
  const budget: Budget = { texts: MAX_TEXTS, values: MAX_VALUES };
  const masked = { ...event, argv: maskBounded(event.argv, redact) };
  const fields = Object.entries(masked).filter(([key, value]) => !OWN_FIELDS.has(key) && value !== undefined);
  // Who asked, for which program, and what was decided is on record however long the rest is.
  const copied = fields.sort(byLength).map(([key, value]): [string, unknown] => {
    const known = key === 'argv' || key === 'event' ? (text: string): string => text : redact;
    return [key, copy(value, known, budget, 0)];
  });
  return Object.fromEntries(copied.sort(byKey));
}

/**
 * What is too long to be looked through is cut before, but only far behind the part of it that goes on record: a secret
 * of which only the beginning is left looks like none.
 */
function maskBounded(argv: readonly string[], redact: Redact): string[] {
  let left = MAX_SEARCHED;
  const bounded = argv.slice(0, MAX_ITEMS).map((element) => {
    const fits = element.length <= left || left >= 2 * MAX_TEXT;
    const text = fits ? element.slice(0, left) : CUT;
    left -= fits ? text.length : 0;
    return text;
  });
  return [...maskArguments(bounded, redact), ...argv.slice(MAX_ITEMS)];
}

function copy(value: unknown, redact: Redact, budget: Budget, depth: number): unknown {
  budget.values -= 1;
  if (typeof value === 'string') return budget.texts > 0 ? cut(redact(bound(value)), budget) : CUT;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth === MAX_DEPTH) return CUT;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value.slice(0, MAX_ITEMS)) {
      if (budget.values <= 0) break;
      items.push(copy(item, redact, budget, depth + 1));
    }
    return items.length < value.length ? [...items, `${CUT} ${value.length - items.length} more`] : items;
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const copied: [string, unknown][] = [];
  for (const [key, item] of entries.slice(0, MAX_ITEMS).sort(byKey)) {
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
  const length = Math.min(MAX_TEXT, Math.max(budget.texts, 0));
  budget.texts -= Math.min(text.length, length);
  return text.length > length ? `${text.slice(0, length)}${CUT}` : text;
}

function byLength([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return LONG_FIELDS.indexOf(a) - LONG_FIELDS.indexOf(b);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : Number(a > b);
}
