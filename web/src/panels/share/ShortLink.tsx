import { type ReactElement, useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import { KEEPS, type ShareHostKind, usualKeep } from '../../state/share-keep.ts';
import type { WorkingCopy } from '../../state/working-copy.ts';
import { MadeLinks } from './MadeLinks.tsx';
import { StoredLink } from './StoredLink.tsx';
import type { ShortLinks } from './use-short-links.ts';

interface ShortLinkProps {
  readonly fragment: string;
  /** Of the document. */
  readonly name: string;
  readonly provider: WorkingCopy['provider'];
  readonly short: ShortLinks;
}

/** A link of some 50 characters to what a server keeps. */
export function ShortLink({ fragment, name, provider, short }: ShortLinkProps): ReactElement {
  const { storing, links } = short;
  // What became of an earlier choice says nothing of this one.
  const here = storing?.fragment === fragment ? storing : undefined;
  const link = here?.kind === 'stored' ? links.find(({ id }) => id === here.id) : undefined;
  return (
    <div className="share-short">
      {link === undefined || here?.kind !== 'stored' ? (
        <StoreForm {...{ fragment, name, short }} isStoring={here?.kind === 'storing'} />
      ) : (
        <StoredLink key={link.id} {...{ link, provider, short }} isCopied={here.isCopied} />
      )}
      {here?.kind === 'failed' && (
        <p role="alert">
          <strong>Not stored.</strong> {here.trouble}
        </p>
      )}
      <MadeLinks short={short} except={link?.id} />
    </div>
  );
}

const WHERE: Readonly<Record<ShareHostKind, string>> = {
  hosted:
    'This server keeps it and gives it a short address: what is named above leaves your machine, and whoever has the address can read it.',
  companion:
    'The companion keeps it in a file and gives it a short address: it leaves this page and not this machine. Whoever can open the companion’s address can read it.',
};

interface StoreFormProps {
  readonly fragment: string;
  readonly name: string;
  readonly short: ShortLinks;
  readonly isStoring: boolean;
}

function StoreForm({ fragment, name, short, isStoring }: StoreFormProps): ReactElement {
  const [keep, setKeep] = useState(() => usualKeep(short.host.kind));
  return (
    <>
      <p>{WHERE[short.host.kind]}</p>
      <div className="dialog-row">
        <span className="quiet" aria-hidden="true">
          Keep it
        </span>
        <Choice label="Keep it" name="share-keep" options={KEEPS} value={keep} onChoose={setKeep} />
        <button
          type="button"
          className="button button-primary"
          disabled={isStoring}
          onClick={() => void short.store(fragment, name, keep)}
        >
          {isStoring ? 'Storing…' : 'Store it and copy the short link'}
        </button>
      </div>
    </>
  );
}
