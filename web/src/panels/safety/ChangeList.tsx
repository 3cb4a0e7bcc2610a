import type { Decision } from '@atip/core';
import type { ReactElement } from 'react';
import type { SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import type { PolicyChange } from '../../analysis/safety/compare-policies.ts';
import { Badge } from '../../components/Badge.tsx';
import { countOf } from '../../state/health.ts';
import { marksOf } from '../commands/command-words.ts';
import type { PageActions } from '../panel.ts';
import { CHANGE_TITLES, commandsIn } from './change-words.ts';
import { DecisionMark } from './DecisionMark.tsx';
import { reasonOf, rowLabel } from './decision-words.ts';
import { LongList } from './LongList.tsx';

interface ChangeListProps {
  readonly decision: Decision;
  readonly matrix: SafetyMatrix;
  readonly changes: readonly PolicyChange[];
  readonly page: PageActions;
}

/** The commands that a second policy newly allows, asks about or denies; each leads to its place. */
export function ChangeList({ decision, matrix, changes, page }: ChangeListProps): ReactElement | undefined {
  if (changes.length === 0) return undefined;
  const title = `${CHANGE_TITLES[decision]}: ${countOf(commandsIn(changes, matrix.rows), 'command')}`;
  return (
    <LongList title={title} items={changes}>
      {(change) => <Change key={change.row} {...{ change, matrix, page }} />}
    </LongList>
  );
}

interface ChangeProps {
  readonly change: PolicyChange;
  readonly matrix: SafetyMatrix;
  readonly page: PageActions;
}

function Change({ change, matrix, page }: ChangeProps): ReactElement | undefined {
  const row = matrix.rows[change.row];
  if (row === undefined) return undefined;
  const { before, after } = change;
  return (
    <li className="safety-change">
      <button
        type="button"
        className="safety-place mono"
        title="Goes there in the document"
        onClick={() => row.range && page.reveal(row.range)}
      >
        {rowLabel(row)}
      </button>
      <span className="safety-step">
        <DecisionMark cell={before} /> <span aria-hidden="true">→</span>
        <span className="visually-hidden">becomes</span> <DecisionMark cell={after} />
      </span>
      <span className="quiet safety-reason">{reasonOf(after.rule === undefined ? before : after)}</span>
      <ul className="badges" aria-label="Effects">
        {marksOf(row.risks).map((mark) => (
          <Badge key={mark.risk} mark={mark} />
        ))}
      </ul>
    </li>
  );
}
