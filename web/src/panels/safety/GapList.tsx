import type { ReactElement } from 'react';
import type { Gap, OpenFact } from '../../analysis/safety/answer-safety-gaps.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { visibleText } from '../../state/visible-text.ts';
import type { PageActions } from '../panel.ts';
import { LongList } from './LongList.tsx';

interface GapListProps {
  readonly facts: readonly OpenFact[];
  readonly gaps: readonly Gap[];
  /** Only commands that leave this fact open. */
  readonly chosen: number | undefined;
  readonly page: PageActions;
}

/** The commands that leave facts open, the most valuable first; each leads to its place. */
export function GapList({ facts, gaps, chosen, page }: GapListProps): ReactElement {
  const listed = chosen === undefined ? gaps : gaps.filter(({ missing }) => missing.includes(chosen));
  if (listed.length === 0) return <p>Every command states everything: nothing has to be assumed.</p>;
  const field = chosen === undefined ? undefined : facts[chosen]?.field;
  const title = `${countOf(listed.length, 'command')} ${field === undefined ? 'leave something open' : `without ${field}`}`;
  return (
    <LongList title={title} order=", the most valuable to complete first" items={listed}>
      {(gap) => <GapLine key={gap.name} {...{ gap, facts, page }} />}
    </LongList>
  );
}

interface GapLineProps {
  readonly gap: Gap;
  readonly facts: readonly OpenFact[];
  readonly page: PageActions;
}

function GapLine({ gap, facts, page }: GapLineProps): ReactElement {
  const { label, missing, readsDestructive, range } = gap;
  return (
    <li className="safety-gap">
      <button
        type="button"
        className="safety-place mono"
        title="Goes there in the document"
        onClick={() => range && page.reveal(range)}
      >
        {visibleText(label)}
      </button>
      <span className="safety-open">
        {readsDestructive && (
          <span className="badge risk-destroys">
            <Icon name="warning" />
            reads like deletion
          </span>
        )}
        <span className="badge risk-not-stated">
          <Icon name="not-stated" />
          {missing.length === facts.length ? 'nothing stated' : countOf(missing.length, 'fact')}
        </span>
        {missing.length < facts.length && (
          <span className="quiet safety-missing">{missing.map((index) => facts[index]?.field).join(', ')}</span>
        )}
      </span>
    </li>
  );
}
