import { type ReactElement, useMemo } from 'react';
import type { CommandNode } from './answer-commands.ts';
import { usePage } from '../../page/page-context.ts';
import { headerSettings } from '../output/shown-output.ts';
import { Icon } from '../../components/Icon.tsx';
import { useAnswer } from '../../worker/use-answer.ts';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { commandsIn, riskWords } from './narrowed-tree.ts';

/** The tokens of the included commands by pointer, of one alone where its pointer is given. */
export function useSizes(isAsked: boolean, pointer?: string) {
  const source = usePage().compilation.result?.source;
  const question = useMemo(
    () =>
      source && {
        ...source,
        settings: headerSettings(source.provider, source.strict, source.examples),
        ...(pointer !== undefined && { pointer }),
      },
    [source, pointer],
  );
  const { last, failure } = useAnswer('command-sizes', isAsked ? question : undefined);
  return { sizes: new Map(last?.answer), failure };
}

/** Included commands as bars: as long as their tokens, in the colour of their danger. The tree says the same in words. */
export function Picture({ root, active }: { readonly root: CommandNode; readonly active: boolean }): ReactElement {
  const { sizes, failure } = useSizes(active);
  const commands = commandsIn(root)
    .map((node) => ({ node, tokens: sizes.get(node.pointer) ?? 0 }))
    .filter(({ tokens }) => tokens > 0)
    .sort((one, other) => other.tokens - one.tokens);
  const most = commands[0]?.tokens ?? 1;
  return (
    <figure className="picture">
      <figcaption className="quiet small">{failure ?? 'Tokens of each command, largest first'}</figcaption>
      <ul aria-label={`Size and danger of ${countOf(commands.length, 'command')}`}>
        {commands.map(({ node, tokens }) => (
          <li key={node.pointer} className={`row picture-bar risk-${node.danger ?? 'none'}`} title={riskWords(node)}>
            <span className="picture-size" style={{ width: `${(100 * tokens) / most}%` }} />
            {node.danger && <Icon name={node.danger} />}
            <span className="mono small clip grow">{visibleText(node.name)}</span>
            <span className="quiet small">{tokens.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
