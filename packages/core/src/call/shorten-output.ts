import { firstWhere } from '../json/first-where.ts';
import { readJson } from '../json/read-json.ts';
import type { JsonNode } from '../json/json-node.ts';
import { toWellFormed } from '../json/hidden-characters.ts';

/** The most that a text may cost, and the cost of each UTF-16 unit given the one before. */
export interface Bound {
  readonly most: number;
  readonly costOf: (unit: number, before: number) => number;
}

/** Default bound of a result for a model, in tokens. */
export const MAX_TOKENS = 25_000;

/** Bounds by UTF-16 units. */
export function lengthBound(most: number): Bound {
  return { most, costOf: () => 1 };
}

/**
 * Bounds by tokens, as an estimate: a small letter, a space or a line break costs a quarter of a token, a capital half,
 * any other character three quarters, and a space after a space nothing.
 *
 * Compared with o200k it gives 0.9 to 1.4 times the tokens of listings, logs, code, prose and JSON, and 0.7 times those
 * of base64; a flat quarter per unit gives 0.36 to 1.1.
 */
export function tokenBound(most: number): Bound {
  return { most, costOf: tokensOf };
}

function tokensOf(unit: number, before: number): number {
  if (unit === 0x20) return before === 0x20 ? 0 : 0.25;
  if ((unit >= 0x61 && unit <= 0x7a) || unit === 0x0a) return 0.25;
  return unit >= 0x41 && unit <= 0x5a ? 0.5 : 0.75;
}

/** The omitted part of a text: first and last line, or UTF-16 unit where a line is cut, from 1. */
export interface Gap {
  readonly unit: 'line' | 'character';
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

export type ShortOutput =
  | { readonly kind: 'whole'; readonly text: string }
  | ({ readonly kind: 'json' } & ShortJson)
  | { readonly kind: 'cut'; readonly head: string; readonly tail: string; readonly gap: Gap };

/**
 * Shortens a text to its bound. JSON loses items and parts of texts, with a mark in their place, and stays JSON; any
 * other text keeps its first and last lines.
 */
export function shortenOutput(text: string, bound: Bound): ShortOutput {
  const costs = costsOf(text, bound);
  if ((costs.at(-1) ?? 0) <= bound.most) return { kind: 'whole', text };
  const { root, issues } = /^\s*[[{]/.test(text) ? readJson(text) : {};
  // Repeated keys and the like are only warnings: the text is copied unchanged.
  const isJson = root !== undefined && issues?.every(({ severity }) => severity !== 'error') === true;
  const json = isJson ? shortenJson(text, root, { costs, most: bound.most, word: costOf(LEFT_OUT, bound) }) : undefined;
  // Numbers and keys are never shortened and marks cost too: with many of them shortening gains nothing.
  const isShort = json !== undefined && costOf(json.text, bound) <= bound.most * MAX_EXCESS;
  return isShort ? { kind: 'json', ...json } : cutMiddle(text, costs, bound.most);
}

/** The line in place of the omitted part. @param above lines before the text, counted as well */
export function showGap({ unit, first, last, total }: Gap, above = 0): string {
  const by = unit === 'line' ? above : 0;
  return `${unit === 'line' ? 'Lines' : 'Characters'} ${first + by} to ${last + by} of ${total + by} are left out here.`;
}

/** The total cost of a text. */
export function costOf(text: string, bound: Bound): number {
  return costsOf(text, bound).at(-1) ?? 0;
}

/**
 * The cost of each part so that all together cost at most `most`: small parts stay whole, the others share the rest.
 */
export function sharesOf(costs: readonly number[], most: number): number[] {
  const level = levelOf(costs, most);
  return costs.map((cost) => Math.min(cost, level));
}

/** The most that shortened JSON may cost, as a multiple of its bound. */
const MAX_EXCESS = 1.25;

/** Costs of all prefixes of a text: the cost of a part is the difference of two. */
function costsOf(text: string, { costOf }: Bound): Float64Array {
  const costs = new Float64Array(text.length + 1);
  let [sum, before] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    sum += costOf(unit, before);
    before = unit;
    costs[at + 1] = sum;
  }
  return costs;
}

/** Most UTF-16 units by which a cut moves to the edge of a line. */
const MAX_PART = 1000;

function cutMiddle(text: string, costs: Float64Array, most: number): ShortOutput {
  const all = costs.at(-1) ?? 0;
  const head = wholeLines(text, lastWithin(costs, most / 2), 'head');
  const tail = wholeLines(text, lastWithin(costs, all - most / 2), 'tail');
  const isByLine = isBreak(text, head) && isBreak(text, tail);
  const gap: Gap = isByLine
    ? { unit: 'line', first: lines(text, head) + 1, last: lines(text, tail), total: lines(text, text.length) }
    : { unit: 'character', first: head + 1, last: tail, total: text.length };
  return { kind: 'cut', head: text.slice(0, head), tail: text.slice(tail), gap };
}

/** The longest prefix within a cost; each longer one costs as much, or more. */
function lastWithin(costs: Float64Array, most: number): number {
  return Math.max(0, firstWhere(costs.length, (index) => (costs[index] ?? 0) > most) - 1);
}

/** Moves a cut to a line's edge, so that less is shown; if the edge is far, only off a surrogate pair. */
function wholeLines(text: string, at: number, side: 'head' | 'tail'): number {
  const [before, after] = [text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at) + 1];
  if (isBreak(text, at)) return at;
  if (side === 'head' && before > 0 && at - before <= MAX_PART) return before;
  if (side === 'tail' && after > 0 && after - at <= MAX_PART && after < text.length) return after;
  const isPair = /[\ud800-\udbff]/.test(text.charAt(at - 1));
  return isPair ? at + (side === 'head' ? -1 : 1) : at;
}

function isBreak(text: string, at: number): boolean {
  return at === 0 || text.charAt(at - 1) === '\n';
}

/** Lines that end before an offset; at the end of the text also a line without a break. */
function lines(text: string, end: number): number {
  let count = end === text.length && end > 0 && !isBreak(text, end) ? 1 : 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Costs of all prefixes of the text, and the most that the result may cost. */
interface Budget {
  readonly costs: Float64Array;
  readonly most: number;
  /** The cost of {@link LEFT_OUT}. */
  readonly word: number;
}

/** About the longest text that marks an omission. */
const LEFT_OUT = '"[12345 characters left out]"';

/** Items of a list that are shortened one by one; a longer list keeps its first items unchanged. */
const MAX_SHARED = 8;

/**
 * Shortens a JSON text to a cost: long lists and objects keep their first items, long texts both ends, and a text in
 * place of the rest says how much was left out. Everything else stays as written, numbers and layout included.
 *
 * Shape: `[1, 2, 3, …]` → `[1, 2, "[9998 more items left out]"]`
 * The result may exceed the cost: these texts are not counted, and keys and numbers are never cut.
 */
function shortenJson(text: string, root: JsonNode, { costs, most, word }: Budget): ShortJson {
  let rest: string | undefined;
  const costOf = (start: number, end: number): number => (costs[end] ?? 0) - (costs[start] ?? 0);
  /** Below this, showing a part of every key is not worth it. */
  const least = 2 * word;

  const write = (node: JsonNode, budget: number): string => {
    const { start, end, items, members, value } = node;
    if (costOf(start, end) <= budget) return text.slice(start, end);
    if (items)
      return writeList(
        node,
        items.map((item) => ({ start: item.start, node: item })),
        budget,
      );
    if (members)
      return writeList(
        node,
        members.map((member) => ({ start: member.keyStart, node: member.node })),
        budget,
      );
    return typeof value === 'string' ? writeText(value, node, budget) : text.slice(start, end);
  };

  const writeText = (value: string, { start, end }: JsonNode, budget: number): string => {
    const perUnit = costOf(start, end) / value.length;
    const kept = Math.max(0, Math.floor((budget - word) / perUnit / 2));
    const [head, tail] = [wholeUnits(value.slice(0, kept)), wholeUnits(kept === 0 ? '' : value.slice(-kept))];
    const left = value.length - head.length - tail.length;
    const short = JSON.stringify(`${head}[${left} characters left out]${tail}`);
    return left <= 0 || short.length >= end - start ? text.slice(start, end) : short;
  };

  const writeList = ({ start, end, members }: JsonNode, parts: readonly Part[], budget: number): string => {
    const inner = budget - word;
    const costs = parts.map((part) => costOf(part.start, part.node.end));
    const level = levelOf(costs, inner);
    const isShared = members ? level >= least : parts.length <= MAX_SHARED;
    let [result, at, left] = ['', start, inner];
    for (const [index, part] of parts.entries()) {
      const cost = costOf(at, part.node.end);
      if (!isShared && index > 0 && cost > left) {
        if (!members) rest ??= `${pathTo(root, start)}[${index}:${index + NEXT}]`;
        const words = `"${leftOut(parts.length - index, members ? 'key' : 'item')}"${members ? ': true' : ''}`;
        return result + text.slice(at, part.start) + words + text.slice(parts.at(-1)?.node.end ?? end, end);
      }
      const key = costOf(part.start, part.node.start);
      result += text.slice(at, part.node.start) + write(part.node, (isShared ? level : left) - key);
      at = part.node.end;
      left -= cost;
    }
    return result + text.slice(at, end);
  };

  const short = text.slice(0, root.start) + write(root, most) + text.slice(root.end);
  return { text: short, rest };
}

interface ShortJson {
  readonly text: string;
  /**
   * A jq expression for the next items of the first shortened list, such as `.items[3:103]`. Absent: no list was
   * shortened.
   */
  readonly rest: string | undefined;
}

function leftOut(count: number, what: string): string {
  return `[${count} more ${what}${count === 1 ? '' : 's'} left out]`;
}

/** Items that the suggested jq expression requests. */
const NEXT = 100;

/** The jq path to the value that begins at an offset; `.` for the root. */
function pathTo(root: JsonNode, offset: number): string {
  let [node, path] = [root, ''];
  const holds = ({ start, end }: JsonNode): boolean => start <= offset && offset < end;
  while (node.start !== offset) {
    const member = node.members?.find((one) => holds(one.node));
    const index = node.items?.findIndex(holds) ?? -1;
    const next = member?.node ?? node.items?.[index];
    if (next === undefined) break;
    path += member === undefined ? `[${index}]` : keyOf(member.key);
    node = next;
  }
  return path.startsWith('.') ? path : `.${path}`;
}

function keyOf(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** An item, or an object's member starting at its key. */
interface Part {
  readonly start: number;
  readonly node: JsonNode;
}

/** The cost up to which each part is shown, so that all together cost at most `most`. */
function levelOf(costs: readonly number[], most: number): number {
  let left = most;
  for (const [index, cost] of costs.toSorted((a, b) => a - b).entries()) {
    const share = left / (costs.length - index);
    if (cost > share) return Math.max(share, 0);
    left -= cost;
  }
  return most;
}

/** Drops half a surrogate pair at the edge. */
function wholeUnits(part: string): string {
  return part.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
}

/** The beginning and the end of a text that arrives in pieces. */
export interface KeptEnds {
  /** Takes the next piece. @returns the part of it that belongs to the beginning */
  push(text: string): string;
  /** @returns the words for what is left out, and the end */
  end(): string;
  /** After `end`: the beginning, the words for what is left out, and the end. */
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Keeps half of `most` UTF-16 units from each end, and counts the rest. Give it redacted text only: half a secret is
 * not recognised. Without a limit (`Infinity`) each piece is passed on, and nothing is kept.
 */
export function keepEnds(most: number): KeptEnds {
  if (most === Number.POSITIVE_INFINITY) return { push: (piece) => piece, end: () => '', text: '', isCut: false };
  const first = Math.ceil(most / 2);
  const last = most - first;
  let [text, tail, left] = ['', '', 0];
  const trim = (): void => {
    left += Math.max(0, tail.length - last);
    tail = last === 0 ? '' : tail.slice(-last);
  };
  return {
    push(piece) {
      const head = tail === '' && left === 0 ? piece.slice(0, first - text.length) : '';
      text += head;
      tail += piece.slice(head.length);
      // Not with each piece: that would copy the end again and again.
      if (tail.length > 2 * most) trim();
      return head;
    },
    end() {
      trim();
      const rest = left === 0 ? tail : toWellFormed(`\n[${left} characters are left out here.]\n${tail}`);
      // The cut may have left half of a character.
      text = (left === 0 ? text : toWellFormed(text)) + rest;
      return rest;
    },
    get text() {
      return text;
    },
    get isCut() {
      return left > 0;
    },
  };
}
