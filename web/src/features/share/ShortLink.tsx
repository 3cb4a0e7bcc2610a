import { type ReactElement, useState } from 'react';
import { Button, Choice, CopyButton, Select } from '../../components/controls.tsx';
import { Disclosure } from '../../components/content.tsx';
import { PROVIDER_OPTIONS } from '../../document/providers.ts';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';
import { whenSaid } from '../../text/words.ts';
import {
  KEEPS,
  type Keep,
  MAX_LINKS,
  type MadeLink,
  type ShareHostKind,
  type ShortLinks,
  keptUntil,
  shortAddress,
} from './short-links.ts';

interface ShortLinkProps {
  readonly fragment: string;
  readonly name: string;
  readonly short: ShortLinks;
}

export function ShortLink({ fragment, name, short }: ShortLinkProps): ReactElement {
  const { storing, links } = short;
  // The result of an earlier choice says nothing of this one.
  const here = storing?.fragment === fragment ? storing : undefined;
  const stored = here?.kind === 'stored' ? here : undefined;
  const link = links.find(({ id }) => id === stored?.id);
  return (
    <div className="stack">
      {link === undefined ? (
        <StoreForm {...{ fragment, name, short }} isStoring={here?.kind === 'storing'} />
      ) : (
        <StoredLink key={link.id} link={link} short={short} isCopied={stored?.isCopied === true} />
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
    'This server stores it under a short address. What is named above leaves your computer, and everybody with the address can read it.',
  companion:
    'The companion stores it in a file, under a short address. It stays on this computer, and everybody who can open the companion’s address can read it.',
};

function StoreForm({ fragment, name, short, isStoring }: ShortLinkProps & { isStoring: boolean }): ReactElement {
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
        <Button look="primary" disabled={isStoring} onClick={() => void short.store(fragment, name, keep)}>
          {isStoring ? 'Storing…' : 'Store it and copy the short link'}
        </Button>
      </div>
    </>
  );
}

interface LinkProps {
  readonly link: MadeLink;
  readonly short: ShortLinks;
}

/** @param isCopied as soon as it was there */
function StoredLink({ link, short, isCopied }: LinkProps & { isCopied: boolean }): ReactElement {
  const address = shortAddress(location.origin, link.id);
  return (
    <>
      <div className="row">
        <ReadField label="Short link" value={address} />
        <CopyButton label="Copy short link" text={() => address} primary />
      </div>
      <div className="dialog-row">
        <p className="grow" role="status">
          {isCopied ? 'Stored and copied' : 'Stored'}; {keptUntil(link.expiresAt)}.{' '}
          {link.deleteToken === undefined && 'It was stored before, and only the person who stored it can delete it.'}
        </p>
        <DeleteLink link={link} short={short} what="this link" />
      </div>
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

/** Time until a deleted link is gone. */
const GONE: Readonly<Record<ShareHostKind, string>> = {
  hosted: 'It stops working within a minute. People who opened it before may have a copy.',
  companion: 'It no longer works. People who opened it before may have a copy.',
};

interface MadeLinksProps {
  readonly short: ShortLinks;
  readonly except: string | undefined;
}

/** The links that this browser made and can delete, below the current one. */
function MadeLinks({ short, except }: MadeLinksProps): ReactElement {
  const { links, removed, isKept, kind } = short;
  const others = links.filter(({ id }) => id !== except);
  return (
    <>
      {removed !== undefined && (
        <p role="status">
          Deleted the link to {visibleText(removed.name)}. <span className="quiet">{GONE[kind]}</span>
        </p>
      )}
      {others.length > 0 && (
        <Disclosure summary={`Links made here (${others.length})`}>
          <ul className="scrolls" aria-label="Links made here">
            {others.map((link) => (
              <MadeLinkRow key={link.id} link={link} short={short} />
            ))}
          </ul>
          <p className="quiet">
            {isKept
              ? `This browser remembers the newest ${MAX_LINKS}, so that you can delete them.`
              : 'This browser stores nothing: once you close the page, you can no longer delete these links.'}
          </p>
        </Disclosure>
      )}
    </>
  );
}

function MadeLinkRow({ link, short }: LinkProps): ReactElement {
  const address = shortAddress(location.origin, link.id);
  const name = visibleText(link.name);
  const when = whenSaid(link.made, Date.now());
  const what = `${name}, ${when}`;
  return (
    <li className="row listed">
      <div className="grow">
        <p className="name">{name}</p>
        <p className="quiet">
          {when} · {keptUntil(link.expiresAt)}
        </p>
      </div>
      <a className="button button-small" href={address} target="_blank" rel="noopener" aria-label={`Open ${what}`}>
        Open
      </a>
      <CopyButton label="Copy" text={() => address} />
      <DeleteLink link={link} short={short} what={what} />
    </li>
  );
}

/** Deletes a short link for everybody who has it, after a question, because it cannot be undone. */
function DeleteLink({ link, short, what }: LinkProps & { what: string }): ReactElement | null {
  const [step, setStep] = useState<'asking' | 'deleting'>();
  const [trouble, setTrouble] = useState<string>();
  const { deleteToken } = link;
  if (deleteToken === undefined) return null;
  const remove = async (): Promise<void> => {
    setStep('deleting');
    setTrouble(await short.remove(link, deleteToken));
    setStep(undefined);
  };
  return (
    <div className="row">
      {trouble !== undefined && (
        <p role="alert">
          <strong>Not deleted.</strong> {trouble}
        </p>
      )}
      {step === undefined ? (
        <Button small look="plain" aria-label={`Delete ${what}`} onClick={() => setStep('asking')}>
          Delete
        </Button>
      ) : (
        <>
          <span role="status">Delete it for everybody?</span>
          <Button small look="danger" disabled={step === 'deleting'} onClick={() => void remove()}>
            {step === 'deleting' ? 'Deleting…' : 'Delete link'}
          </Button>
          <Button small disabled={step === 'deleting'} ref={focus} onClick={() => setStep(undefined)}>
            Keep it
          </Button>
        </>
      )}
    </div>
  );
}

/** The pressed button is gone; a harmless one takes its place. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
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
