import { type CSSProperties, type ReactElement, useMemo } from 'react';
import type { CommandNode } from './answer-commands.ts';
import type { PanelProps } from '../../page/page-context.ts';
import { headerSettings } from '../output/shown-output.ts';
import { Icon } from '../../components/Icon.tsx';
import { useAnswer } from '../../worker/use-answer.ts';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { riskWords } from './node-words.ts';

interface PictureProps extends PanelProps {
  readonly root: CommandNode;
}

/** Included commands as bars: as long as their tokens, in the colour of their danger. The tree says the same in words. */
export function Picture({ root, compilation, active }: PictureProps): ReactElement {
  const source = compilation.result?.source;
  const question = useMemo(
    () =>
      source && {
        text: source.text,
        provider: source.provider,
        settings: headerSettings(source.provider, source.strict),
        ...(source.filter && { filter: source.filter }),
      },
    [source],
  );
  const { last, failure } = useAnswer('command-sizes', active ? question : undefined);
  const sizes = new Map(last?.answer);
  const commands = commandsIn(root)
    .map((node) => ({ node, tokens: sizes.get(node.pointer) ?? 0 }))
    .filter(({ tokens }) => tokens > 0)
    .sort((one, other) => other.tokens - one.tokens);
  const most = commands[0]?.tokens ?? 1;
  return (
    <figure className="picture">
      <figcaption className="quiet small">{failure ?? 'Tokens of each command, largest first'}</figcaption>
      <ul aria-label={`Size and danger of ${countOf(commands.length, 'command')}`}>
        {commands.map(({ node, tokens }) => {
          const width: CSSProperties = { width: `${(100 * tokens) / most}%` };
          return (
            <li key={node.pointer} className={`picture-bar risk-${node.danger ?? 'none'}`} title={riskWords(node)}>
              <span className="picture-size" style={width} />
              {node.danger && <Icon name={node.danger} />}
              <span className="mono small clip grow">{visibleText(node.name)}</span>
              <span className="quiet small">{tokens.toLocaleString('en')}</span>
            </li>
          );
        })}
      </ul>
    </figure>
  );
}

function commandsIn(node: CommandNode): readonly CommandNode[] {
  return node.kind === 'command' ? [node] : node.children.flatMap(commandsIn);
}
