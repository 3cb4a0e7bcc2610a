import type { AtipEffects } from '@atip/core';
import type { ReactElement } from 'react';
import { type RiskMark, riskMarks } from '../document/risks.ts';
import { Icon } from './Icon.tsx';

export function Badge({ mark }: { readonly mark: RiskMark }): ReactElement {
  return (
    <li className={`badge risk-${mark.risk}`} title={mark.meaning}>
      <Icon name={mark.risk} />
      {mark.word}
    </li>
  );
}

export function EffectBadges({ effects }: { readonly effects: AtipEffects }): ReactElement {
  return (
    <ul className="badges" aria-label="Effects">
      {riskMarks(effects).map((mark) => (
        <Badge key={mark.risk} mark={mark} />
      ))}
    </ul>
  );
}
