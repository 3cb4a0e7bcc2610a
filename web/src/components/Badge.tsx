import type { AtipEffects } from '@atip/core';
import type { ReactElement } from 'react';
import { type RiskMark, riskMarks } from '../document/risks.ts';
import { Icon } from './Icon.tsx';

function Badge({ mark }: { readonly mark: RiskMark }): ReactElement {
  return (
    <li className={`badge risk-${mark.risk}`} title={mark.meaning}>
      <Icon name={mark.risk} />
      {mark.word}
    </li>
  );
}

interface BadgesProps {
  readonly label: string;
  readonly marks: readonly RiskMark[];
}

export function Badges({ label, marks }: BadgesProps): ReactElement {
  return (
    <ul className="badges" aria-label={label}>
      {marks.map((mark) => (
        <Badge key={mark.risk} mark={mark} />
      ))}
    </ul>
  );
}

export function EffectBadges({ effects }: { readonly effects: AtipEffects }): ReactElement {
  return <Badges label="Effects" marks={riskMarks(effects)} />;
}
