import type { CommandNode, CommandPart } from './answer-commands.ts';
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

/** A row's words for a screen reader: `"create, network, not stated, 212 tokens, 3 parameters"`. */
export function rowWords(node: CommandNode): string {
  const { kind, path, label, count, tokens, parameters, deprecated, part } = node;
  const words = [
    visibleText(label) + (path.at(-1) === '' ? ' itself' : ''),
    ...(kind === 'group' ? [countOf(count, 'command')] : []),
    riskWords(node),
    kind === 'omitted' ? 'its commands are not in this document' : countOf(tokens, 'token'),
  ];
  if (kind === 'command') words.push(countOf(parameters, 'parameter'));
  if (deprecated) words.push('deprecated');
  if (part !== 'all') words.push(part === 'none' ? 'left out' : 'partly left out');
  return words.join(', ');
}

/** `"34 of 167 commands included, 133 left out (12 of them destructive, 40 more may be)"`. */
export function partWords({ total, included, leftOutDestroy, leftOutUnstated }: Omit<CommandPart, 'tokens'>): string {
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

/** How many commands have each risk, by themselves or by what they can be given; gravest first, none with 0. */
export function countRisks(root: CommandNode): readonly { readonly risk: Risk; readonly commands: number }[] {
  const count = ({ kind, risks, added, children }: CommandNode, risk: Risk): number => {
    if (kind !== 'group') return risks.includes(risk) || added.includes(risk) ? 1 : 0;
    return children.reduce((sum, child) => sum + count(child, risk), 0);
  };
  return RISK_ORDER.map((risk) => ({ risk, commands: count(root, risk) })).filter(({ commands }) => commands > 0);
}
