import type { SkippedTool } from '@atip/companion';
import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';

/** Most entries that are listed. */
const MAX_LISTED = 200;

/** What was looked at and is not in the list, each with its reason; folded, since the tools matter more. */
export function Skipped({ skipped }: { readonly skipped: readonly SkippedTool[] }): ReactElement {
  // The line is there from the start, so that the list above it does not move.
  if (skipped.length === 0) return <p className="quiet">Nothing is left out.</p>;
  const hidden = skipped.length - MAX_LISTED;
  return (
    <details className="skipped">
      <summary>{skipped.length.toLocaleString('en')} left out, and why</summary>
      <ul>
        {skipped.slice(0, MAX_LISTED).map(({ source, code, reason }) => (
          <li key={`${source}\n${code}`}>
            <Icon name="info" />
            <span>
              <span className="mono">{source}</span> {reason}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="quiet">and {hidden.toLocaleString('en')} more</p>}
    </details>
  );
}
