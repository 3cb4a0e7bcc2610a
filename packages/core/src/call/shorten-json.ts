import type { JsonNode } from '../json/json-node.ts';

/** Costs of all prefixes of the text, and the most that the result may cost. */
interface Budget {
  readonly costs: Float64Array;
  readonly most: number;
  /** The cost of {@link LEFT_OUT}. */
  readonly word: number;
}

/** About the longest text that marks an omission. */
export const LEFT_OUT = '"[12345 characters left out]"';

/** Items of a list that are shortened one by one; a longer list keeps its first items unchanged. */
const MAX_SHARED = 8;

/**
 * Shortens a JSON text to a cost: long lists and objects keep their first items, long texts both ends, and a text in
 * place of the rest says how much was left out. Everything else stays as written, numbers and layout included.
 *
 * Shape: `[1, 2, 3, …]` → `[1, 2, "[9998 more items left out]"]`
 * The result may exceed the cost: these texts are not counted, and keys and numbers are never cut.
 */
export function shortenJson(text: string, root: JsonNode, { costs, most, word }: Budget): ShortJson {
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

export interface ShortJson {
  readonly text: string;
  /**
   * The next items of the first shortened list, in the language of jq, such as `.items[3:103]`. Absent: no list was
   * shortened.
   */
  readonly rest: string | undefined;
}

function leftOut(count: number, what: string): string {
  return `[${count} more ${what}${count === 1 ? '' : 's'} left out]`;
}

/** Items that the suggested jq expression requests. */
const NEXT = 100;

/** The path to the value that begins at an offset, in the language of jq; `.` for the root. */
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
export function levelOf(costs: readonly number[], most: number): number {
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
