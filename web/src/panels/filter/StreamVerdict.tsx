import type { ReactElement } from 'react';
import type { StreamAnswer } from '../../analysis/filter/answer-filter-stream.ts';
import type { FilterSettings } from '../../analysis/filter/filter-settings.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';

interface StreamVerdictProps {
  readonly answer: StreamAnswer;
  readonly settings: FilterSettings;
}

/** What watching the stream came to: both sentences are computed from what left. */
export function StreamVerdict({ answer, settings }: StreamVerdictProps): ReactElement {
  const { chunks, same, differsAt = 0, leaked, secrets } = answer;
  return (
    <div aria-label="What the stream came to" role="status">
      <ul className="filter-verdicts">
        <li data-good={same}>
          <Icon name={same ? 'check' : 'warning'} />
          {same
            ? `${countOf(chunks, 'chunk')}: what left, joined, equals what the filter makes of the whole text.`
            : `${countOf(chunks, 'chunk')}: what left, joined, differs from the whole text’s result at character ${(differsAt + 1).toLocaleString('en')}. ${
                settings.patterns.length > 0 ? 'A stream shows your patterns one line at a time.' : ''
              }`}
        </li>
        <li data-good={leaked === 0}>
          <Icon name={leaked === 0 ? 'check' : 'warning'} />
          {leakLine(leaked, secrets, settings.redactSecrets)}
        </li>
      </ul>
    </div>
  );
}

function leakLine(leaked: number, secrets: number, redacts: boolean): string {
  if (secrets === 0) return 'No secret was found in the text, so none could slip.';
  if (leaked === 0) return `No chunk that left held a piece of any of the ${countOf(secrets, 'secret')}.`;
  const what = `Pieces of ${leaked.toLocaleString('en')} of ${countOf(secrets, 'secret')} left`;
  return redacts ? `${what}.` : `${what}: redacting is switched off.`;
}
