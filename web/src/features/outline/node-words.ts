import type { CommandNode } from './answer-commands.ts';
import { countOf } from '../../text/words.ts';
import { marksOf, RISK_ORDER, type Risk } from '../../document/risks.ts';
import { visibleText } from '../../text/visible-text.ts';

/** `"destroys, no undo"`; a command without a mark is said to have no risk stated. */
export function riskWords({ risks, added }: Pick<CommandNode, 'risks' | 'added'>): string {
  const own = marksOf(risks).map(({ word }) => word);
  const more = marksOf(added).map(({ word }) => word);
  const words = own.length === 0 ? 'no risk stated' : own.join(', ');
  return more.length === 0 ? words : `${words}; with some parameters ${more.join(', ')}`;
}

/** A row's words for a screen reader: `"create, network, not stated, left out"`. */
export function rowWords(node: CommandNode, isBroken: boolean): string {
  const { kind, path, label, count, deprecated, part } = node;
  const words = [
    visibleText(label) + (path.at(-1) === '' ? ' itself' : ''),
    ...(kind === 'group' ? [countOf(count, 'command')] : []),
    ...(kind === 'omitted' ? ['its commands are not in this document'] : []),
    ...(isBroken ? ['has an error and is missing from the output'] : []),
    riskWords(node),
  ];
  if (deprecated) words.push('deprecated');
  if (part !== 'all') words.push(part === 'none' ? 'left out' : 'partly left out');
  return words.join(', ');
}

/** The mark of missing facts is about harm; other gaps show in a command's details. */
export function hasRisk({ danger, risks, added }: CommandNode, risk: Risk): boolean {
  return risk === 'not-stated' ? danger === risk : risks.includes(risk) || added.includes(risk);
}

/** Number of commands by risk, their own or that of their parameters; gravest first, without zeros. */
export function countRisks(root: CommandNode): readonly { readonly risk: Risk; readonly commands: number }[] {
  const all = commandsIn(root);
  return RISK_ORDER.map((risk) => ({ risk, commands: all.filter((node) => hasRisk(node, risk)).length })).filter(
    ({ commands }) => commands > 0,
  );
}

export function commandsIn(node: CommandNode): readonly CommandNode[] {
  return node.kind === 'command' ? [node] : node.children.flatMap(commandsIn);
}
