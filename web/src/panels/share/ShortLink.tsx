import { type ReactElement, useState } from 'react';
import type { Answer } from '../../companion/client.ts';
import type { Companion } from '../../companion/companion.ts';
import { CopyButton } from '../../components/CopyButton.tsx';

interface ShortLinkProps {
  readonly fragment: string;
  readonly companion: Companion;
}

/** A link of some 50 characters to what the companion keeps. */
export function ShortLink({ fragment, companion }: ShortLinkProps): ReactElement {
  const [stored, setStored] = useState<Answer<{ readonly url: string }> | 'storing'>();
  const { client, token } = companion;
  const store = async (): Promise<void> => {
    if (token === undefined) return;
    setStored('storing');
    setStored(await client.storeShare(token, fragment));
  };
  if (stored !== undefined && stored !== 'storing' && stored.ok) {
    return (
      <div className="dialog-row">
        <input className="field mono grow" aria-label="Short link" readOnly value={stored.value.url} />
        <CopyButton label="Copy short link" text={() => stored.value.url} primary />
      </div>
    );
  }
  return (
    <>
      <p>
        The companion keeps it in a file on this machine and answers to a short address. It leaves this page, not this
        machine; who can open the companion’s address can read it.
      </p>
      {typeof stored === 'object' && (
        <p role="alert">
          <strong>{stored.problem.title}:</strong> {stored.problem.detail}
        </p>
      )}
      <div className="dialog-row">
        <button type="button" className="button" disabled={stored === 'storing'} onClick={() => void store()}>
          {stored === 'storing' ? 'Storing…' : 'Store it and make a short link'}
        </button>
      </div>
    </>
  );
}
