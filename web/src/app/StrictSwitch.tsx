import type { ReactElement } from 'react';

interface StrictSwitchProps {
  /** False: the provider has no strict mode. */
  readonly available: boolean;
  readonly strict: boolean;
  readonly onStrict: (strict: boolean) => void;
}

/** A provider's strict mode; for those without one it stands there switched off and says why. */
export function StrictSwitch({ available, strict, onStrict }: StrictSwitchProps): ReactElement {
  const on = available && strict;
  const reason = available
    ? 'Strict mode: the provider sends nothing but what the schema allows'
    : 'Only OpenAI and Anthropic have a strict mode';
  return (
    <label className="switch" title={reason}>
      <input
        type="checkbox"
        role="switch"
        aria-label="Strict"
        aria-describedby="strict-reason"
        aria-checked={on}
        checked={on}
        disabled={!available}
        onChange={(event) => onStrict(event.target.checked)}
      />
      Strict
      <span id="strict-reason" className="visually-hidden">
        {reason}
      </span>
    </label>
  );
}
