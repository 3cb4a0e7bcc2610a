import { usePage } from '../page-context.ts';
import { ReadField } from '../../components/ReadField.tsx';
import type { ReactElement, ReactNode } from 'react';
import type { ShareAnswer } from '../../analysis/share/answer-share.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { embedHtml, isOwnMachine, lengthMarks, markdownLink, sessionText } from './share-link.ts';
import { ShortLink } from './ShortLink.tsx';
import type { ShortLinks } from './short-links.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { downloadText } from '../../components/download-text.ts';
import { countOf } from '../../text/words.ts';

export type ShareKind = 'link' | 'markdown' | 'embed' | 'file' | 'short';

interface ShareFormProps {
  readonly kind: ShareKind;
  /** Absent: being made, or a person has to decide first. */
  readonly made: ShareAnswer['made'];
  readonly pending: boolean;
  /** Absent where nobody stores short links. */
  readonly short: ShortLinks | undefined;
  /** Stands above the buttons. */
  readonly children?: ReactNode;
}

const COPIES: Readonly<Record<'link' | 'markdown' | 'embed', string>> = {
  link: 'Copy link',
  markdown: 'Copy Markdown',
  embed: 'Copy HTML',
};

/** The state in the chosen form, and the button that takes it along. */
export function ShareForm(props: ShareFormProps): ReactElement {
  const { kind, made, pending, short, children } = props;
  const { base, copy, closeDialog } = usePage();
  // As it is shared: the name may have held a secret itself.
  const name = made?.state.documents[0]?.name ?? '';
  const link = base + (made?.fragment ?? '');
  return (
    <>
      {made === undefined ? (
        <p className="quiet" role="status">
          {pending ? 'Making it…' : 'Not made yet: choose what to do about the secrets first.'}
        </p>
      ) : (
        <>
          {kind === 'file' && <FileForm made={made} name={name} />}
          {kind === 'short' && short && (
            <ShortLink fragment={made.fragment} name={name} provider={copy.provider} short={short} />
          )}
          {kind === 'link' && <ReadField label="Share link" value={link} />}
          {kind === 'markdown' && <ReadText label="Markdown" text={markdownLink(name, link)} />}
          {kind === 'embed' && <ReadText label="HTML" text={embedHtml(name, base, made.fragment)} />}
          {kind !== 'file' && kind !== 'short' && <LinkLength length={link.length} />}
          <Reach kind={kind} base={base} />
        </>
      )}
      {children}
      <div className="dialog-actions">
        <Button onClick={closeDialog}>Close</Button>
        {kind !== 'file' && kind !== 'short' && (
          <CopyButton
            label={COPIES[kind]}
            text={() => textOf(kind, { name, base, fragment: made?.fragment ?? '' })}
            disabled={made === undefined}
            primary
          />
        )}
      </div>
    </>
  );
}

function textOf(
  kind: 'link' | 'markdown' | 'embed',
  { name, base, fragment }: { readonly name: string; readonly base: string; readonly fragment: string },
): string {
  const link = base + fragment;
  switch (kind) {
    case 'link':
      return link;
    case 'markdown':
      return markdownLink(name, link);
    case 'embed':
      return embedHtml(name, base, fragment);
  }
}

/** A link that opens only here must not be sent to others in good faith. */
function Reach({ kind, base }: { readonly kind: ShareKind; readonly base: string }): ReactElement | null {
  if (kind === 'file' || !isOwnMachine(base)) return null;
  const { host } = new URL(base);
  if (kind === 'short') {
    return <p className="quiet">{host} is your own machine: a short link opens on it alone. Send others a file.</p>;
  }
  return (
    <p className="quiet">
      {host} is your own machine: others need a companion on the same port
      {kind === 'embed' && ', and a companion does not let itself be framed: embed from a page on the web'}. Or send it
      as a file.
    </p>
  );
}

/** A text to be taken along whole: it is selected as soon as it is entered. */
function ReadText({ label, text }: { readonly label: string; readonly text: string }): ReactElement {
  return (
    <textarea
      className="field mono share-text"
      aria-label={label}
      readOnly
      value={text}
      rows={4}
      onFocus={(event) => event.target.select()}
    />
  );
}

/** How long a link is, and where it can be pasted. */
function LinkLength({ length }: { readonly length: number }): ReactElement {
  return (
    <div className="dialog-row">
      <span data-length={length}>{length.toLocaleString('en')} characters</span>
      {lengthMarks(length).map(({ place, limit, fits }) => (
        <span key={place} className={fits ? 'verdict tone-good' : 'verdict quiet'}>
          <Icon name={fits ? 'check' : 'close'} />
          {fits ? 'fits in' : 'too long for'} {place} ({limit.toLocaleString('en')})
        </span>
      ))}
    </div>
  );
}

interface FileFormProps {
  readonly made: NonNullable<ShareAnswer['made']>;
  readonly name: string;
}

/** The document for other programs, or all of it for this page. */
function FileForm({ made, name }: FileFormProps): ReactElement {
  const stem = name.replace(/(?:\.atip)?\.json$/, '');
  const [shown] = made.state.documents;
  return (
    <div className="stack">
      <Button icon="download" onClick={() => downloadText(`${stem}.atip.json`, shown?.text ?? '')}>
        Download {stem}.atip.json
      </Button>
      <span className="quiet">The document alone, for every tool that reads ATIP.</span>
      <Button icon="download" onClick={() => downloadText(`${stem}.atip-session.json`, sessionText(made.fragment))}>
        Download {stem}.atip-session.json
      </Button>
      <span className="quiet">
        {countOf(made.state.documents.length, 'document')} with provider and panel. Dropped on this page, it opens
        again.
      </span>
    </div>
  );
}
