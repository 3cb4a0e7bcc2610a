import '../styles/badges.css';
import type { ReactElement } from 'react';
import { riskLegend } from '../state/risk-legend.ts';
import { Icon } from './Icon.tsx';

/** What each mark means: colour, shape, word and sentence. */
export function RiskLegend(): ReactElement {
  return (
    <dl className="risk-legend">
      {riskLegend().map(({ risk, word, meaning }) => (
        <div key={risk}>
          <dt>
            <span className={`badge risk-${risk}`}>
              <Icon name={risk} />
              {word}
            </span>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
