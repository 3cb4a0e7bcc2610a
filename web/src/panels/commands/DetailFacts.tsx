import type { Provider } from '@atip/core';
import type { ReactElement, ReactNode } from 'react';
import type { CommandDetail } from '../../analysis/commands/answer-command-detail.ts';
import { type CommandTree, NODE } from '../../analysis/commands/command-tree.ts';
import { Badge, EffectBadges } from '../../components/Badge.tsx';
import { countOf } from '../../state/health.ts';
import { PROVIDER_LABELS } from '../../state/providers.ts';
import { visibleText } from '../../state/visible-text.ts';
import { marksOf } from './command-words.ts';

interface DetailFactsProps {
  readonly tree: CommandTree;
  readonly node: number;
  readonly detail: CommandDetail;
  readonly provider: Provider;
}

/** What a command does, who says so, what models call it, and what it costs. */
export function DetailFacts({ tree, node, detail, provider }: DetailFactsProps): ReactElement {
  const { name, effects, facts, trust, verified, aliases, examples } = detail;
  const isGroup = tree.kinds[node] === NODE.group;
  return (
    <dl className="command-facts">
      <Fact title={isGroup ? 'Its commands' : 'Effects'}>
        {isGroup ? (
          <ul className="badges" aria-label="Effects of its commands">
            {marksOf(tree.risks[node] ?? 0).map((mark) => (
              <Badge key={mark.risk} mark={mark} />
            ))}
          </ul>
        ) : (
          <>
            <EffectBadges effects={effects} />
            <p className="quiet command-facts-more">{facts.map(visibleText).join(' · ')}</p>
          </>
        )}
      </Fact>
      <Fact title="Said by">
        claims {trust}
        {verified ? ', verified' : ''}; where it is found decides
      </Fact>
      {name !== undefined && (
        <Fact title={`For ${PROVIDER_LABELS[provider]}`}>
          <code className="command-facts-name">{name}</code>
        </Fact>
      )}
      <Fact title="Size">
        ~{countOf(tree.tokens[node] ?? 0, 'token')}
        {isGroup ? ` in ${countOf(tree.counts[node] ?? 0, 'command')}` : ''}
      </Fact>
      {aliases.length > 0 && <Fact title="Also called">{aliases.map(visibleText).join(', ')}</Fact>}
      {tree.deprecated[node] === 1 && <Fact title="Deprecated">still works, its author advises against it</Fact>}
      {examples.length > 0 && (
        <Fact title="Examples">
          <ul>
            {examples.map((example, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same example may come twice; its place is what it is.
              <li key={index}>
                <code className="command-facts-name">{visibleText(example)}</code>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
