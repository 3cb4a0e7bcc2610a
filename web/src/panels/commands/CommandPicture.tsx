import { type CSSProperties, type ReactElement, useState } from 'react';
import type { CommandNode } from '../../analysis/commands/answer-commands.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { nodeAt } from './filter-choice.ts';
import { riskWords } from './node-words.ts';

interface CommandPictureProps {
  readonly root: CommandNode;
  /** How the tokens were counted. */
  readonly estimate: string;
  /** @param only takes it and nothing else */
  readonly onFilter: (node: CommandNode, only: boolean) => void;
}

/** Commands up to which a picture says more than the list. */
export const MOST_IN_PICTURE = 40;

/** Commands as cells, coloured by their gravest risk and as wide as their tokens. The list says the same in words. */
export function CommandPicture({ root, estimate, onFilter }: CommandPictureProps): ReactElement {
  const [pointer, setPointer] = useState<string>();
  // Looked up anew: each change of the filter makes new nodes.
  const pointed = pointer === undefined ? undefined : nodeAt(root, pointer);
  return (
    <figure>
      <fieldset className="picture" aria-label={`Picture of ${countOf(root.count, 'command')} by risk and tokens`}>
        {root.children.map((node) => (
          <Cell key={node.pointer} {...{ node, onFilter }} onPoint={(one) => setPointer(one.pointer)} />
        ))}
      </fieldset>
      <figcaption className="quiet">
        {pointed
          ? cellWords(pointed, root)
          : `Width shows tokens (${estimate}). Click leaves out or takes back, Shift+click takes only that.`}
      </figcaption>
    </figure>
  );
}

interface CellProps extends Pick<CommandPictureProps, 'onFilter'> {
  readonly node: CommandNode;
  readonly onPoint: (node: CommandNode) => void;
}

function Cell({ node, onFilter, onPoint }: CellProps): ReactElement {
  const { kind, label, risks, added, tokens, part, children } = node;
  const button = (
    <button
      type="button"
      className={`picture-cell risk-${risks[0] ?? 'none'}`}
      data-group={kind === 'group' || undefined}
      data-out={part === 'none' || undefined}
      aria-label={`${visibleText(node.name)}, ${riskWords(node)}${part === 'none' ? ', left out' : ''}`}
      onClick={(event) => onFilter(node, event.shiftKey)}
      onPointerEnter={() => onPoint(node)}
      onFocus={() => onPoint(node)}
    >
      {kind !== 'group' && risks[0] && <Icon name={risks[0]} />}
      <span>{visibleText(label)}</span>
      {kind !== 'group' && added[0] && <span className={`picture-added risk-${added[0]}`} />}
    </button>
  );
  // What the document leaves out itself has no tokens, and is not to be unseen.
  const width: CSSProperties = { flexGrow: Math.max(1, tokens) };
  if (kind !== 'group') return <div style={width}>{button}</div>;
  return (
    <div style={width}>
      {button}
      <div className="picture">
        {children.map((child) => (
          <Cell key={child.pointer} {...{ onFilter, onPoint }} node={child} />
        ))}
      </div>
    </div>
  );
}

/** `"repo delete — destroys, no undo, network · 212 tokens of 3,120"` */
function cellWords(node: CommandNode, root: CommandNode): string {
  const { kind, name, count, tokens, part } = node;
  const size =
    kind === 'omitted'
      ? 'commands are not in this document'
      : `${countOf(tokens, 'token')} of ${root.tokens.toLocaleString('en')}`;
  const left = part === 'none' ? ' · left out' : part === 'some' ? ' · partly left out' : '';
  const many = kind === 'group' ? ` (${countOf(count, 'command')})` : '';
  return `${visibleText(name)}${many} — ${riskWords(node)} · ${size}${left}`;
}
