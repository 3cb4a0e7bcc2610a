import { handleToolResult, type Provider } from '@atip/core';
import { type ReactElement, useMemo, useState } from 'react';
import { CodeView } from '../../components/CodeView.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import type { CallRun } from '../../state/call-run.ts';
import { isProvider, PROVIDER_LABELS, PROVIDER_ORDER } from '../../state/providers.ts';
import type { RunRequest } from '../../state/run-history.ts';

interface ResultMessageProps {
  readonly request: RunRequest;
  readonly result: NonNullable<CallRun['result']>;
}

/** The message that tells the model how its call went: as the companion made it, or in another provider's form. */
export function ResultMessage({ request, result }: ResultMessageProps): ReactElement {
  const [provider, setProvider] = useState<Provider>(request.provider);
  const message = useMemo(() => {
    const { content, success } = result;
    const made =
      provider === request.provider
        ? result.message
        : handleToolResult(provider, request.call, content, { isError: !success });
    return JSON.stringify(made, null, 2);
  }, [provider, request, result]);
  return (
    <figure data-part="message">
      <figcaption className="calls-row">
        <label className="calls-row grow">
          <span className="quiet">Message for the model, as</span>
          <select
            className="field calls-select"
            aria-label="Message for"
            value={provider}
            onChange={(event) => isProvider(event.target.value) && setProvider(event.target.value)}
          >
            {PROVIDER_ORDER.map((one) => (
              <option key={one} value={one}>
                {PROVIDER_LABELS[one]}
              </option>
            ))}
          </select>
        </label>
        <CopyButton label="Copy message" text={() => message} />
      </figcaption>
      <CodeView label="Message for the model" className="calls-message" text={message} />
    </figure>
  );
}
