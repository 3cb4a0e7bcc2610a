import { hierarchy, partition } from 'd3-hierarchy';
import { type CommandTree, childrenOf, NODE } from './command-tree.ts';

type Sizes = Pick<CommandTree, 'parents' | 'ends' | 'kinds' | 'tokens'>;

/**
 * Gives every node its share of the picture's width, by tokens: those of a group's commands fill it.
 *
 * What has no tokens, since the document leaves it out, is as wide as an average command: it is unknown, and not to be unseen.
 */
export function layOut(sizes: Sizes): Pick<CommandTree, 'from' | 'to'> {
  const size = sizes.ends.length;
  const from = new Float32Array(size);
  const to = new Float32Array(size);
  const average = averageTokens(sizes);
  const root = hierarchy<number>(0, (node) => childrenOf(sizes, node)).sum((node) => {
    if (sizes.kinds[node] === NODE.group) return 0;
    return sizes.tokens[node] || average;
  });
  for (const { data, x0, x1 } of partition<number>()(root).descendants()) {
    from[data] = x0;
    to[data] = x1;
  }
  return { from, to };
}

function averageTokens({ kinds, tokens }: Sizes): number {
  let sum = 0;
  let count = 0;
  for (let node = 0; node < kinds.length; node += 1) {
    if (kinds[node] !== NODE.command) continue;
    sum += tokens[node] ?? 0;
    count += 1;
  }
  return count === 0 ? 1 : sum / count;
}
