import { type ReactElement, useMemo, useState } from 'react';
import type { SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { comparePolicies } from '../../analysis/safety/compare-policies.ts';
import type { ColumnKey } from '../../analysis/safety/policy-columns.ts';
import { Icon } from '../../components/Icon.tsx';
import { changeSentences } from './change-words.ts';
import { DECISION_ICONS, DECISIONS } from './decision-words.ts';
import { PolicySelect } from './PolicySelect.tsx';

interface PolicyEffectProps {
  readonly matrix: SafetyMatrix;
}

const OTHERS: readonly ColumnKey[] = ['open', 'standard', 'read-only', 'no-network', 'ci', 'trust'];

/** What the page's policy means for this document, as it is being edited. */
export function PolicyEffect({ matrix }: PolicyEffectProps): ReactElement {
  const [base, setBase] = useState<ColumnKey>('standard');
  const changes = useMemo(() => comparePolicies(matrix, base, 'yours'), [matrix, base]);
  const sentences = changeSentences(changes, matrix, 'Yours');
  const yours = matrix.columns.find(({ key }) => key === 'yours');
  return (
    <section className="safety-effect" aria-label="Effect of your policy on this document">
      <p className="safety-sums">
        {DECISIONS.map((decision) => (
          <span key={decision} className={`safety-mark is-${decision}`}>
            <Icon name={DECISION_ICONS[decision]} />
            {(yours?.[decision] ?? 0).toLocaleString('en')} {decision}
          </span>
        ))}
        <PolicySelect label="Compared with" value={base} trust={matrix.trust} keys={OTHERS} onChoose={setBase} />
      </p>
      <output className="safety-said">
        {sentences.length === 0 ? (
          <p className="quiet">Decides the same about every command of this document.</p>
        ) : (
          sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
        )}
      </output>
    </section>
  );
}
