import { type ReactElement, useId } from 'react';
import type { PatternAnswer } from '../../analysis/filter/answer-filter.ts';
import type { PatternSource } from '../../analysis/filter/filter-settings.ts';
import { Icon } from '../../components/Icon.tsx';

interface PatternRowProps {
  /** From 1. */
  readonly number: number;
  readonly pattern: PatternSource;
  readonly answer: PatternAnswer | undefined;
  readonly onChange: (pattern: PatternSource) => void;
  readonly onRemove: () => void;
}

/** One pattern: its source, its flags, and what it finds or why it is refused. */
export function PatternRow({ number, pattern, answer, onChange, onRemove }: PatternRowProps): ReactElement {
  const status = useId();
  const isBad = answer?.ok === false;
  return (
    <div className="filter-pattern">
      <span aria-hidden="true">/</span>
      <input
        className="field mono filter-source"
        aria-label={`Pattern ${number}`}
        aria-describedby={status}
        aria-invalid={isBad}
        spellCheck={false}
        autoComplete="off"
        placeholder="CUST-\d+"
        value={pattern.source}
        onChange={(event) => onChange({ ...pattern, source: event.target.value })}
      />
      <span aria-hidden="true">/</span>
      <input
        className="field mono filter-flags"
        aria-label={`Flags of pattern ${number}`}
        spellCheck={false}
        autoComplete="off"
        placeholder="i"
        value={pattern.flags}
        onChange={(event) => onChange({ ...pattern, flags: event.target.value })}
      />
      <button
        type="button"
        className="button button-small button-plain button-icon"
        aria-label={`Remove pattern ${number}`}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
      <p id={status} role="status" className={isBad ? 'filter-answer bad' : 'filter-answer quiet'}>
        {answer &&
          (answer.ok ? `${matchCount(answer.matches)} in the text as it was pasted` : `Refused: ${answer.message}`)}
      </p>
    </div>
  );
}

function matchCount(matches: number): string {
  if (matches < 2) return matches === 0 ? 'No match' : '1 match';
  return `${matches.toLocaleString('en')} matches`;
}
