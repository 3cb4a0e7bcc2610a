import type { ReactElement } from 'react';
import type { FilterAnswer } from '../../analysis/filter/answer-filter.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { MarkedTextView } from './MarkedTextView.tsx';

interface FilterResultProps {
  readonly answer: FilterAnswer;
  readonly maxLength: number;
  /** A newer text or setting is being worked on. */
  readonly isBehind: boolean;
}

/** What the model is given in place of the output. */
export function FilterResult({ answer, maxLength, isBehind }: FilterResultProps): ReactElement {
  const { after, cutFrom } = answer;
  return (
    <div className="filter-part">
      <div className="filter-row">
        <h3 className="grow">What the model gets</h3>
        <CopyButton label={`Copy ${countOf(after.text.length, 'character')}`} text={() => after.text} />
      </div>
      {cutFrom !== undefined && (
        <p className="filter-verdict">
          <Icon name="warning" />
          Cut to {maxLength.toLocaleString('en')} of {countOf(cutFrom, 'character')}, with <code>[TRUNCATED]</code>{' '}
          after them.
        </p>
      )}
      <div className={isBehind ? 'is-stale' : undefined}>
        <MarkedTextView label="What the model gets" marked={after} masked={false} />
      </div>
    </div>
  );
}
