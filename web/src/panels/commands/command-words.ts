/** What the panel says about a node. */
import { type CommandTree, labelOf, NODE, nameOf, PART } from '../../analysis/commands/command-tree.ts';
import { risksIn } from '../../analysis/commands/risk-bits.ts';
import { shortCount } from '../../analysis/tokens/token-words.ts';
import { countOf } from '../../state/health.ts';
import { riskLegend } from '../../state/risk-legend.ts';
import type { Risk, RiskMark } from '../../state/risks.ts';
import { visibleText } from '../../state/visible-text.ts';
import type { IcicleCell } from './icicle-cells.ts';

const MARKS: ReadonlyMap<Risk, RiskMark> = new Map(riskLegend().map((mark) => [mark.risk, mark]));

/** The mark of each risk in a set, gravest first. */
export function marksOf(bits: number): readonly RiskMark[] {
  return risksIn(bits).flatMap((risk) => MARKS.get(risk) ?? []);
}

/** `"destroys, no undo"`; what nothing is known to be wrong with is said to have no risk stated. */
export function riskWords(risks: number, added: number): string {
  const own = marksOf(risks).map(({ word }) => word);
  const more = marksOf(added).map(({ word }) => word);
  const words = own.length === 0 ? 'no risk stated' : own.join(', ');
  return more.length === 0 ? words : `${words}; with some parameters ${more.join(', ')}`;
}

/** A label as a person may read it. */
export function shownLabel(tree: CommandTree, node: number): string {
  return visibleText(labelOf(tree, node));
}

/** What a row says to a screen reader: `"create, network, not stated, 212 tokens, 3 parameters"`. */
export function rowWords(tree: CommandTree, node: number, part: number): string {
  const kind = tree.kinds[node];
  const size = kind === NODE.group ? [countOf(tree.counts[node] ?? 0, 'command')] : [];
  const words = [
    shownLabel(tree, node) + (tree.keys[node] === '' ? ' itself' : ''),
    ...size,
    riskWords(tree.risks[node] ?? 0, tree.added[node] ?? 0),
    kind === NODE.omitted ? 'its commands are not in this document' : countOf(tree.tokens[node] ?? 0, 'token'),
  ];
  if (kind === NODE.command) words.push(countOf(tree.parameters[node] ?? 0, 'parameter'));
  if (tree.deprecated[node] === 1) words.push('deprecated');
  if (part !== PART.all) words.push(part === PART.none ? 'left out' : 'partly left out');
  return words.join(', ');
}

/** What the line below the picture says: `"repo delete — destroys, no undo, network · 212 tokens of 31k"`. */
export function cellWords(tree: CommandTree, cell: IcicleCell, part: number): string {
  const { node, merged, risks, added, tokens } = cell;
  const name =
    merged > 1
      ? `${merged.toLocaleString('en')} in a row from ${visibleText(nameOf(tree, node))}`
      : visibleText(nameOf(tree, node)) + (cell.isGroup ? ` (${countOf(tree.counts[node] ?? 0, 'command')})` : '');
  const size =
    tree.kinds[node] === NODE.omitted
      ? 'commands are not in this document'
      : `${countOf(tokens, 'token')} of ${shortCount(tree.tokens[0] ?? 0)}`;
  const left = part === PART.none ? ' · left out' : part === PART.some ? ' · partly left out' : '';
  return `${name} — ${riskWords(risks, added)} · ${size}${left}`;
}

/** `"34 of 167 commands included, 133 left out (12 of them destructive, 40 more may be)"`. */
export function partWords(part: {
  readonly total: number;
  readonly included: number;
  readonly leftOutDestroy: number;
  readonly leftOutUnstated: number;
}): string {
  const { total, included, leftOutDestroy, leftOutUnstated } = part;
  if (included === total) return `All ${countOf(total, 'command')} included`;
  const notes = [
    ...(leftOutDestroy > 0 ? [`${leftOutDestroy.toLocaleString('en')} of them destructive`] : []),
    ...(leftOutUnstated > 0
      ? [`${leftOutUnstated.toLocaleString('en')} ${leftOutDestroy > 0 ? 'more may be' : 'of them may be destructive'}`]
      : []),
  ];
  const left = (total - included).toLocaleString('en');
  const ending = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${included.toLocaleString('en')} of ${countOf(total, 'command')} included, ${left} left out${ending}`;
}
