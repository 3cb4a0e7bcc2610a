import { type ReactElement, useState } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { isProvider, PROVIDER_LABELS, PROVIDER_ORDER } from '../../state/providers.ts';
import type { WorkingCopy } from '../../state/working-copy.ts';

interface ToolsAddressProps {
  /** The short link's. */
  readonly address: string;
  readonly provider: WorkingCopy['provider'];
}

/** The compiled tools themselves have an address for each provider, which needs no page to be read. */
export function ToolsAddress({ address, provider }: ToolsAddressProps): ReactElement {
  const [chosen, setChosen] = useState(provider);
  const url = `${address}/${chosen}.json`;
  return (
    <div className="share-tools">
      <p>
        <strong>An agent can fetch its tools by URL.</strong>{' '}
        <span className="quiet">Plain JSON, ready to be sent to the provider.</span>
      </p>
      <div className="share-line">
        <select
          className="field share-provider"
          aria-label="Tools for"
          value={chosen}
          onChange={({ target }) => isProvider(target.value) && setChosen(target.value)}
        >
          {PROVIDER_ORDER.map((name) => (
            <option key={name} value={name}>
              {PROVIDER_LABELS[name]}
            </option>
          ))}
        </select>
        <input
          className="field mono grow"
          aria-label="Address of the tools"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label="Copy URL" text={() => url} />
      </div>
    </div>
  );
}
