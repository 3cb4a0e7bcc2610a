import type { PolicyCell } from '@atip/core';
import type { ReactElement } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { DECISION_ICONS } from './decision-words.ts';

/** A decision in colour, shape and word; what rests on an assumption has a dashed ring and says so. */
export function DecisionMark({ cell }: { readonly cell: PolicyCell }): ReactElement {
  const { decision, rule, assumed } = cell;
  return (
    <span className={`safety-mark is-${decision}`} data-assumed={assumed || undefined}>
      <Icon name={DECISION_ICONS[decision]} />
      {decision}
      {rule !== undefined && (
        <span className="visually-hidden">{` by ${rule}${assumed === true ? ', assumed' : ''}`}</span>
      )}
    </span>
  );
}
