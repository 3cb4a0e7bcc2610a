import type { ReactElement } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import { type MadeLink, shortAddress } from '../../state/made-links.ts';
import { keptUntil } from '../../state/share-keep.ts';
import type { WorkingCopy } from '../../state/working-copy.ts';
import { DeleteLink } from './DeleteLink.tsx';
import { ToolsAddress } from './ToolsAddress.tsx';
import type { ShortLinks } from './use-short-links.ts';

interface StoredLinkProps {
  readonly link: MadeLink;
  readonly provider: WorkingCopy['provider'];
  readonly short: ShortLinks;
  /** Copied as soon as it was there. */
  readonly isCopied: boolean;
}

/** The link that was just stored, the tools behind it, and the way to take it back. */
export function StoredLink({ link, provider, short, isCopied }: StoredLinkProps): ReactElement {
  const address = shortAddress(location.origin, link.id);
  return (
    <>
      <div className="share-line">
        <input
          className="field mono grow"
          aria-label="Short link"
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton label="Copy short link" text={() => address} primary />
      </div>
      <div className="dialog-row">
        <p className="grow" role="status">
          {isCopied ? 'Stored and copied' : 'Stored'}; {keptUntil(link.expiresAt)}.{' '}
          {link.deleteToken === undefined && 'It was stored before; only who stored it first can delete it.'}
        </p>
        <DeleteLink link={link} short={short} what="this link" />
      </div>
      <ToolsAddress address={address} provider={provider} />
    </>
  );
}
