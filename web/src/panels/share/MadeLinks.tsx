import type { ReactElement } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { type MadeLink, MAX_LINKS, shortAddress } from '../../state/made-links.ts';
import { keptUntil, type ShareHostKind } from '../../state/share-keep.ts';
import { visibleText } from '../../state/visible-text.ts';
import { whenSaid } from '../../state/when-said.ts';
import { DeleteLink } from './DeleteLink.tsx';
import type { ShortLinks } from './use-short-links.ts';

interface MadeLinksProps {
  readonly short: ShortLinks;
  /** Id of the one that is shown already. */
  readonly except: string | undefined;
}

/** How soon a deleted link is gone. */
const GONE: Readonly<Record<ShareHostKind, string>> = {
  hosted: 'Within a minute it opens nowhere; who opened it before may have kept it.',
  companion: 'It opens nowhere any more; who opened it before may have kept it.',
};

/** The links that this browser made and can delete, below the one that is being made. */
export function MadeLinks({ short, except }: MadeLinksProps): ReactElement {
  const { links, removed, isKept, host } = short;
  const others = links.filter(({ id }) => id !== except);
  return (
    <>
      {removed !== undefined && (
        <p role="status">
          Deleted the link to {visibleText(removed.name)}. <span className="quiet">{GONE[host.kind]}</span>
        </p>
      )}
      {others.length > 0 && (
        <Disclosure summary={`Links made here (${others.length})`}>
          <ul className="share-links" aria-label="Links made here">
            {others.map((link) => (
              <MadeLinkRow key={link.id} link={link} short={short} />
            ))}
          </ul>
          <p className="quiet share-links-kept">
            {isKept
              ? `This browser keeps the newest ${MAX_LINKS} and what deletes them.`
              : 'This browser keeps nothing: the list, and with it the way to delete, ends with this page.'}
          </p>
        </Disclosure>
      )}
    </>
  );
}

function MadeLinkRow({ link, short }: { readonly link: MadeLink; readonly short: ShortLinks }): ReactElement {
  const address = shortAddress(location.origin, link.id);
  const name = visibleText(link.name);
  const when = whenSaid(link.made, Date.now());
  return (
    <li className="share-made">
      <div className="grow">
        <p className="share-made-name">{name}</p>
        <p className="quiet">
          {when} · {keptUntil(link.expiresAt)}
        </p>
      </div>
      <div className="share-made-acts">
        <a
          className="button button-small"
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${name}, ${when}`}
        >
          Open
        </a>
        <CopyButton label="Copy" text={() => address} />
        <DeleteLink link={link} short={short} what={`${name}, ${when}`} />
      </div>
    </li>
  );
}
