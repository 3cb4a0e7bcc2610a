import { type ReactElement, useState } from 'react';
import { Button, Choice, CopyButton, Select } from '../components/controls.tsx';
import { PROVIDER_OPTIONS } from '../document/providers.ts';
import { usePage } from '../page/page-context.ts';
import { KEEPS, type Keep, type ShareHostKind, type ShortLinks, keptUntil, shortAddress } from './short-links.ts';

interface ShortLinkProps {
  readonly fragment: string;
  readonly short: ShortLinks;
}

export function ShortLink({ fragment, short }: ShortLinkProps): ReactElement {
  const { storing } = short;
  // The result of an earlier choice says nothing of this one.
  const here = storing?.fragment === fragment ? storing : undefined;
  return (
    <div className="stack">
      {here?.kind === 'stored' ? (
        <StoredLink {...here} />
      ) : (
        <StoreForm {...{ fragment, short }} isStoring={here?.kind === 'storing'} />
      )}
      {here?.kind === 'failed' && (
        <p role="alert">
          <strong>Not stored.</strong> {here.trouble}
        </p>
      )}
    </div>
  );
}

const WHERE: Readonly<Record<ShareHostKind, string>> = {
  hosted:
    'This server stores it under a short address. What is named above leaves your computer, and everybody with the address can read it.',
  companion:
    'The companion stores it in a file, under a short address. It stays on this computer, and everybody who can open the companion’s address can read it.',
};

function StoreForm({ fragment, short, isStoring }: ShortLinkProps & { isStoring: boolean }): ReactElement {
  // Public links expire, so that a forgotten one does no harm for ever; links on the own machine stay.
  const [keep, setKeep] = useState<Keep>(short.kind === 'hosted' ? '30' : 'ever');
  return (
    <>
      <p>{WHERE[short.kind]}</p>
      <div className="dialog-row">
        <span className="quiet" aria-hidden="true">
          Keep it
        </span>
        <Choice label="Keep it" name="share-keep" options={KEEPS} value={keep} onChoose={setKeep} />
        <Button look="primary" disabled={isStoring} onClick={() => void short.store(fragment, keep)}>
          {isStoring ? 'Storing…' : 'Store it and copy the short link'}
        </Button>
      </div>
    </>
  );
}

/** @param isCopied as soon as it was there */
function StoredLink({
  id,
  expiresAt,
  isCopied,
}: Extract<ShortLinks['storing'], { readonly kind: 'stored' }>): ReactElement {
  const address = shortAddress(location.origin, id);
  return (
    <>
      <div className="row">
        <ReadField label="Short link" value={address} />
        <CopyButton label="Copy short link" text={() => address} primary />
      </div>
      <p role="status">
        {isCopied ? 'Stored and copied' : 'Stored'}; {keptUntil(expiresAt)}.
      </p>
      <ToolsAddress address={address} />
    </>
  );
}

/** The compiled tools themselves have an address for each provider, which needs no page to be read. */
function ToolsAddress({ address }: { readonly address: string }): ReactElement {
  const [provider, setProvider] = useState(usePage().copy.provider);
  const url = `${address}/${provider}.json`;
  return (
    <div className="stack section">
      <p>
        <strong>An agent can fetch its tools by URL.</strong>{' '}
        <span className="quiet">Plain JSON, as the provider takes it.</span>
      </p>
      <div className="row">
        <Select aria-label="Tools for" options={PROVIDER_OPTIONS} value={provider} onChoose={setProvider} />
        <ReadField label="Address of the tools" value={url} />
        <CopyButton label="Copy URL" text={() => url} />
      </div>
    </div>
  );
}

/** A text to be taken along whole: it is selected as soon as it is entered. */
function ReadField({ label, value }: { readonly label: string; readonly value: string }): ReactElement {
  return (
    <input
      className="field mono grow"
      aria-label={label}
      readOnly
      value={value}
      onFocus={(event) => event.target.select()}
    />
  );
}
