import { type ReactElement, useMemo, useState } from 'react';
import type { SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { comparePolicies } from '../../analysis/safety/compare-policies.ts';
import type { ColumnKey } from '../../analysis/safety/policy-columns.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import type { PanelProps } from '../panel.ts';
import { ChangeList } from './ChangeList.tsx';
import { changeSentences } from './change-words.ts';
import { columnLabel, DECISIONS } from './decision-words.ts';
import { PolicySelect } from './PolicySelect.tsx';

interface ComparePoliciesProps extends PanelProps {
  readonly matrix: SafetyMatrix;
}

/** What one policy decides otherwise than another. */
export function ComparePolicies({ matrix, page, copy }: ComparePoliciesProps): ReactElement {
  const [before, setBefore] = useState<ColumnKey>('standard');
  const [after, setAfter] = useState<ColumnKey>(copy.policy === undefined ? 'ci' : 'yours');
  const changes = useMemo(() => comparePolicies(matrix, before, after), [matrix, before, after]);
  const name = columnLabel(after, matrix.trust);
  const sentences = changeSentences(changes, matrix, name);
  return (
    <div className="safety-body">
      <div className="safety-tools">
        <PolicySelect label="From" value={before} trust={matrix.trust} onChoose={setBefore} />
        <PolicySelect label="To" value={after} trust={matrix.trust} onChoose={setAfter} />
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            setBefore(after);
            setAfter(before);
          }}
        >
          <Icon name="compare" />
          Swap
        </button>
      </div>
      <div className="safety-flow">
        <output className="safety-said">
          {sentences.length === 0 ? (
            <p>
              <strong>0 of {countOf(matrix.rows.length, 'row')} differ:</strong> both decide the same about every
              command of this document.
            </p>
          ) : (
            sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
          )}
        </output>
        {DECISIONS.map((decision) => (
          <ChangeList
            key={`${decision} ${before} ${after}`}
            {...{ decision, matrix, page }}
            changes={changes[decision]}
          />
        ))}
      </div>
    </div>
  );
}
