import type { Provider } from '@atip/core';
import type { ReactElement } from 'react';
import { isProvider, PROVIDER_LABELS, PROVIDER_ORDER } from '../document/providers.ts';

interface ProviderSelectProps {
  readonly label: string;
  readonly value: Provider;
  readonly onChoose: (provider: Provider) => void;
}

/** One of the providers, chosen for a part of the page alone. */
export function ProviderSelect({ label, value, onChoose }: ProviderSelectProps): ReactElement {
  return (
    <select
      className="field select"
      aria-label={label}
      value={value}
      onChange={({ target }) => isProvider(target.value) && onChoose(target.value)}
    >
      {PROVIDER_ORDER.map((provider) => (
        <option key={provider} value={provider}>
          {PROVIDER_LABELS[provider]}
        </option>
      ))}
    </select>
  );
}
