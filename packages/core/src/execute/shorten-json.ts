import type { JsonNode } from '../json/json-node.ts';

/** Costs of all beginnings of the text, and the most that the result may cost. */
interface Budget {
  readonly costs: Float64Array;
  readonly most: number;
  /** What {@link LEFT_OUT} costs. */
  readonly word: number;
}

/** The longest word, about, that stands for what was left out. */
export const LEFT_OUT = '"[12345 characters left out]"';

/** Items of a list that are shortened one by one; of a longer list the first are shown as they are. */
const MAX_SHARED = 8;

/**
 * Shortens a JSON text to a cost: of long lists and objects the first items are left, of long texts both ends, and a text in the
 * place of the rest says how many were left out. The rest stays as it was written, numbers and layout included.
 *
 * Shape: `[1, 2, 3, …]` → `[1, 2, "[9998 more items left out]"]`
 * The words come on top of the cost, and keys and numbers are never cut, so that it may cost more.
 */
export function shortenJson(text: string, root: JsonNode, { costs, most, word }: Budget): ShortJson {
  let rest: string | undefined;
  const costOf = (start: number, end: number): number => (costs[end] ?? 0) - (costs[start] ?? 0);
  /** The least for which it is worth showing a part of every key. */
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
  return { text: short, ...(rest !== undefined && { rest }) };
}

export interface ShortJson {
  readonly text: string;
  /** The next items of the first list that was cut, in the language of jq, such as `.items[3:103]`. Absent: no list was cut. */
  readonly rest?: string;
}

function leftOut(count: number, what: string): string {
  return `[${count} more ${what}${count === 1 ? '' : 's'} left out]`;
}

/** Items that a reading command asks for. */
const NEXT = 100;

/** The way to the value that begins at an offset, in the language of jq; `.` for the root. */
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

/** An item, or a member of an object from its key. */
interface Part {
  readonly start: number;
  readonly node: JsonNode;
}

/** The cost up to which each part is shown, so that all together cost no more than `most`. */
export function levelOf(costs: readonly number[], most: number): number {
  let left = most;
  for (const [index, cost] of costs.toSorted((a, b) => a - b).entries()) {
    const share = left / (costs.length - index);
    if (cost > share) return Math.max(share, 0);
    left -= cost;
  }
  return most;
}

/** Half of a surrogate pair is no character. */
function wholeUnits(part: string): string {
  return part.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
}
