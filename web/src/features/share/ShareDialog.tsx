import './share.css';
import { usePage } from '../../page/page-context.ts';
import { Table } from '../../components/Table.tsx';
import { type ReactElement, useMemo, useState, type ReactNode } from 'react';
import type { ShareQuestion, Suspect, ShareAnswer } from './answer-share.ts';
import { shareHostOf } from '../../companion/share-host.ts';
import { Choice } from '../../components/Choice.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import {
  type ShareChoice,
  contentsOf,
  shareStateOf,
  USUAL_PORT,
  companionAddress,
  portFrom,
  embedHtml,
  isOwnMachine,
  lengthMarks,
  markdownLink,
  sessionText,
} from './share-link.ts';
import { activeDocument } from '../../document/working-copy.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { useShortLinks, type ShortLinks } from './short-links.ts';
import { countOf } from '../../text/words.ts';
import { PROVIDER_LABELS } from '../../document/providers.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { ReadField } from '../../components/ReadField.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { ShortLink } from './ShortLink.tsx';
import { downloadText } from '../../components/download-text.ts';

const KINDS: readonly { readonly value: ShareKind; readonly label: string }[] = [
  { value: 'link', label: 'Link' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'embed', label: 'Embed' },
  { value: 'file', label: 'File' },
];
const SHORT = { value: 'short', label: 'Short link' } as const;

/** The link and its other forms, how far each reaches, and what it gives away. */
export function ShareDialog(): ReactElement {
  const { copy, companion, page, closeDialog } = usePage();
  const [choice, setChoice] = useState<ShareChoice>({});
  const [consent, setConsent] = useState<ShareQuestion['consent']>();
  const [chosen, setKind] = useState<ShareKind>('link');
  const short = useShortLinks(shareHostOf(companion), page.local);
  // The host of short links may have gone since one was chosen.
  const kind = chosen === 'short' && short === undefined ? 'link' : chosen;
  const question = useMemo<ShareQuestion>(
    () => ({ state: shareStateOf(copy, choice), ...(consent && { consent }) }),
    [copy, choice, consent],
  );
  const { last, pending, failure } = useAnswer('share', question);
  // The link of an earlier choice must not be copied for this one.
  const answer = pending ? undefined : last?.answer;
  return (
    <Dialog title="Share" part="share-dialog" onClose={closeDialog}>
      <ShareContents
        choice={choice}
        isStored={kind === 'short'}
        onChoice={(next) => {
          setChoice(next);
          // Consent was given for what had been seen.
          setConsent(undefined);
        }}
      />
      {last !== undefined && last.answer.suspectsTotal > 0 && (
        <Suspects
          suspects={last.answer.suspects}
          total={last.answer.suspectsTotal}
          consent={consent}
          onConsent={setConsent}
        />
      )}
      <Choice
        label="Share as"
        name="share-kind"
        options={short === undefined ? KINDS : [...KINDS, SHORT]}
        value={kind}
        onChoose={setKind}
      />
      {failure !== undefined && <p role="alert">{failure} Close this dialog and open it again.</p>}
      {answer?.failure !== undefined && (
        <p role="alert">{answer.failure} Leave documents out above, or download them one by one.</p>
      )}
      <ShareForm kind={kind} made={answer?.made} pending={pending} short={short}>
        {companion.state.kind === 'absent' && <HandOver fragment={answer?.made?.fragment} />}
      </ShareForm>
    </Dialog>
  );
}

interface ShareContentsProps {
  readonly choice: ShareChoice;
  /** It goes to a server, and not only into a link. */
  readonly isStored: boolean;
  readonly onChoice: (choice: ShareChoice) => void;
}

/** Chooses the contents; by default nothing that its maker may have forgotten. */
function ShareContents({ choice, isStored, onChoice }: ShareContentsProps): ReactElement {
  const { copy } = usePage();
  const others = copy.documents.length - 1;
  const contents = Object.keys(contentsOf(copy));
  return (
    <div className="stack">
      <p className="quiet">
        Carries {activeDocument(copy).name}, {PROVIDER_LABELS[copy.provider]}
        {copy.strict ? ' strict' : ''} and the open panel.{' '}
        {!isStored && 'Nothing is uploaded: it is all in the part after the #, which browsers do not send.'}
      </p>
      {others > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={choice.everyDocument === true}
            onChange={(event) => onChoice({ ...choice, everyDocument: event.target.checked })}
          />
          {others === 1 ? 'With the other document' : `With the other ${countOf(others, 'document')}`}
        </label>
      )}
      {contents.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={choice.panelContents === true}
            onChange={(event) => onChoice({ ...choice, panelContents: event.target.checked })}
          />
          With what is in the panel ({contents.join(', ')})
        </label>
      )}
    </div>
  );
}

const PORT_KEY = 'atip.companion-port.v1';

/**
 * Takes what is shared over to the person's own companion: a link that they follow. Whether one runs there is not asked: a
 * page that looks around on the machine of its visitor is none to trust. Nor is it known that what answers at that port is
 * a companion, so this is held to the same gate as every other link.
 *
 * @param fragment the link's part with secrets seen to; absent while it is made, or a person has to decide first
 */
function HandOver({ fragment }: { readonly fragment: string | undefined }): ReactElement {
  const { local } = usePage().page;
  const [typed, setTyped] = useState(() => local.getItem(PORT_KEY) ?? String(USUAL_PORT));
  const port = portFrom(typed);
  const isReady = port !== undefined && fragment !== undefined;
  return (
    <div className="stack section">
      <p>
        <strong>Run it on your own machine.</strong>{' '}
        <span className="quiet">
          Start <code>atip serve</code> there first; what is named above goes along.
        </span>
      </p>
      <div className="dialog-row">
        <label className="check">
          Port
          <input
            className="field select"
            size={6}
            inputMode="numeric"
            value={typed}
            aria-invalid={port === undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              const chosen = portFrom(event.target.value);
              if (chosen !== undefined) local.setItem(PORT_KEY, String(chosen));
            }}
          />
        </label>
        {isReady ? (
          <a className="button" href={companionAddress(port, fragment)}>
            <Icon name="external" />
            Open in my companion
          </a>
        ) : (
          <Button disabled>{port === undefined ? 'A port is 1 to 65535' : 'No link yet'}</Button>
        )}
      </div>
    </div>
  );
}

interface SuspectsProps {
  readonly suspects: readonly Suspect[];
  /** As many as there are, with those that are not listed. */
  readonly total: number;
  readonly consent: ShareQuestion['consent'];
  readonly onConsent: (consent: ShareQuestion['consent']) => void;
}

/** Lists possible secrets by place and rule; no link is made before a person decides about them. */
function Suspects({ suspects, total, consent, onConsent }: SuspectsProps): ReactElement {
  return (
    <div className="stack">
      <p role="alert" className="row tone-warning">
        <Icon name="warning" />
        <strong>{countOf(total, 'place')} may hold a secret.</strong> A link cannot be called back.
      </p>
      <ScrollRegion className="scrolls" label="Places that may hold a secret">
        <Table caption="Places that may hold a secret" columns={['Where', 'Rule', 'Line, without it']}>
          {suspects.map(({ part, line, rule, shown }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two secrets of one line differ in nothing else.
            <tr key={index}>
              <td>
                {visibleText(part)}, line {line.toLocaleString('en')}
              </td>
              <td>{rule}</td>
              <td className="mono">{visibleText(shown)}</td>
            </tr>
          ))}
        </Table>
      </ScrollRegion>
      {total > suspects.length && (
        <p className="quiet">
          and {(total - suspects.length).toLocaleString('en')} more; Share redacted takes all out.
        </p>
      )}
      <div className="dialog-row" role="radiogroup" aria-label="What to do about them">
        {(['redacted', 'anyway'] as const).map((way) => (
          <label key={way} className="check">
            <input type="radio" name="share-consent" checked={consent === way} onChange={() => onConsent(way)} />
            Share {way}
          </label>
        ))}
      </div>
    </div>
  );
}

type ShareKind = 'link' | 'markdown' | 'embed' | 'file' | 'short';

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
function ShareForm(props: ShareFormProps): ReactElement {
  const { kind, made, pending, short, children } = props;
  const { base, copy, closeDialog } = usePage();
  // As it is shared: the name may have held a secret itself.
  const name = made?.state.documents[0]?.name ?? '';
  const fragment = made?.fragment ?? '';
  const link = base + fragment;
  const text =
    kind === 'markdown' ? markdownLink(name, link) : kind === 'embed' ? embedHtml(name, base, fragment) : link;
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
          {kind === 'markdown' && <ReadText label="Markdown" text={text} />}
          {kind === 'embed' && <ReadText label="HTML" text={text} />}
          {kind !== 'file' && kind !== 'short' && <LinkLength length={link.length} />}
          <Reach kind={kind} base={base} />
        </>
      )}
      {children}
      <div className="dialog-actions">
        <Button onClick={closeDialog}>Close</Button>
        {kind !== 'file' && kind !== 'short' && (
          <CopyButton label={COPIES[kind]} text={() => text} disabled={made === undefined} primary />
        )}
      </div>
    </>
  );
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
