import './share.css';
import { usePage } from '../page/page-context.ts';
import { Table, ScrollRegion } from '../components/content.tsx';
import { useMemo, useState, type ReactElement } from 'react';
import type { ShareQuestion, ShareAnswer } from './answer-share.ts';
import { isOwnMachine } from '../computer/companion.ts';
import { Choice, Button, CopyButton, Select } from '../components/controls.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { shareStateOf, embedHtml, targetWords, tooLongFor } from './share-link.ts';
import { useAnswer } from '../worker/use-answer.ts';
import {
  useShortLinks,
  KEEPS,
  keptUntil,
  shortAddress,
  type Keep,
  type ShareHostKind,
  type ShortLinks,
} from './short-links.ts';
import { countOf } from '../text/words.ts';
import { Icon } from '../components/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';
import { downloadText } from '../components/browser.ts';
import { PROVIDER_OPTIONS } from '../document/providers.ts';

const LABELS = { link: 'Link', embed: 'Embed', file: 'File', short: 'Short link' };
type ShareKind = keyof typeof LABELS;

const EVERYWHERE: readonly ShareKind[] = ['link', 'embed', 'file'];
/** Others cannot open a page on this machine, so they need a file. */
const HERE: readonly ShareKind[] = ['file', 'link'];

export function ShareDialog(): ReactElement {
  const { base, copy, companion, closeDialog } = usePage();
  const [everyDocument, setEveryDocument] = useState(false);
  const [consent, setConsent] = useState<ShareQuestion['consent']>();
  const [chosen, setKind] = useState<ShareKind>();
  const short = useShortLinks(companion);
  const isLocal = isOwnMachine(base);
  const usual = isLocal ? HERE : EVERYWHERE;
  const options = [...usual, ...(short ? (['short'] as const) : [])].map((value) => ({
    value,
    label: isLocal && value === 'link' ? 'Link for this computer' : LABELS[value],
  }));
  // The host of short links may have gone since one was chosen.
  const kind = options.find(({ value }) => value === chosen)?.value ?? (isLocal ? 'file' : 'link');
  const question = useMemo<ShareQuestion>(
    () => ({ state: shareStateOf(copy, everyDocument), consent }),
    [copy, everyDocument, consent],
  );
  const { last, pending, failure } = useAnswer('share', question);
  // The link of an earlier choice must not be copied for this one.
  const answer = pending ? undefined : last?.answer;
  const made = answer?.made;
  return (
    <Dialog title="Share" part="share-dialog" onClose={closeDialog}>
      <ShareContents
        everyDocument={everyDocument}
        onChoice={(next) => {
          setEveryDocument(next);
          // The approval covered the text that was shown.
          setConsent(undefined);
        }}
      />
      {last !== undefined && last.answer.suspectsTotal > 0 && (
        <Suspects answer={last.answer} consent={consent} onConsent={setConsent} />
      )}
      <Choice label="Share as" name="share-kind" options={options} value={kind} onChoose={setKind} />
      {isLocal && (
        <p className="quiet">
          This page is on your own computer, so a link opens only here.
          {kind === 'file' ? ' A file opens on every page like this one.' : ' Send others the file.'}
        </p>
      )}
      {failure !== undefined && <p role="alert">{failure} Close this dialog and open it again.</p>}
      {answer?.failure !== undefined && (
        <p role="alert">{answer.failure} Leave documents out above, or download them one by one.</p>
      )}
      {kind === 'short' && short && made ? (
        <ShortLink fragment={made.fragment} short={short} />
      ) : kind === 'file' ? (
        <FileForm made={made} />
      ) : (
        <LinkForm kind={kind} made={made} />
      )}
      {made === undefined && !pending && answer?.failure === undefined && failure === undefined && (
        <p className="quiet" role="status">
          First choose above what happens to the possible secrets.
        </p>
      )}
    </Dialog>
  );
}

interface ShareContentsProps {
  readonly everyDocument: boolean;
  readonly onChoice: (everyDocument: boolean) => void;
}

/** Chooses the documents; by default only the one that is shown. */
function ShareContents({ everyDocument, onChoice }: ShareContentsProps): ReactElement {
  const { copy, document: shown } = usePage();
  const others = copy.documents.filter((document) => document !== shown).map(({ name }) => visibleText(name));
  return (
    <div className="stack">
      <p>
        <strong className="wrap">{visibleText(shown.name)}</strong> <span className="quiet">{targetWords(copy)}</span>
      </p>
      {others.length > 0 && (
        <label className="check">
          <input type="checkbox" checked={everyDocument} onChange={(event) => onChoice(event.target.checked)} />
          Also {others.length < 3 ? others.join(' and ') : `${others.length} others`}
        </label>
      )}
    </div>
  );
}

interface SuspectsProps {
  readonly answer: ShareAnswer;
  readonly consent: ShareQuestion['consent'];
  readonly onConsent: (consent: ShareQuestion['consent']) => void;
}

/** Lists possible secrets by place and rule; no link is made before a person decides about them. */
function Suspects({ answer, consent, onConsent }: SuspectsProps): ReactElement {
  const { suspects, suspectsTotal: total } = answer;
  return (
    <div className="stack share-secrets">
      <p role="alert" className="row tone-warning">
        <Icon name="warning" />
        <strong>{countOf(total, 'place')} may hold a secret.</strong> You cannot take back what you share.
      </p>
      <ScrollRegion className="scrolls" label="Places that may hold a secret">
        <Table caption="Places that may hold a secret" columns={['Where', 'Rule', 'Line, redacted']}>
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
          and {(total - suspects.length).toLocaleString('en')} more. “Share redacted” removes them all.
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

interface FormProps {
  /** Absent: in the making, or waiting for a person's decision. */
  readonly made: ShareAnswer['made'];
}

const LINK_FORMS = {
  link: { label: 'Share link', copy: 'Copy link' },
  short: { label: 'Share link', copy: 'Copy link' },
  embed: { label: 'HTML', copy: 'Copy HTML' },
};

function LinkForm({ kind, made }: FormProps & { readonly kind: keyof typeof LINK_FORMS }): ReactElement {
  const { base } = usePage();
  // The shared name, because the original may hold a secret itself.
  const name = made?.state.documents[0]?.name ?? '';
  const fragment = made?.fragment ?? '';
  const link = base + fragment;
  const forms = { link, short: link, embed: embedHtml(name, base, fragment) };
  const { label, copy } = LINK_FORMS[kind];
  const tooLong = tooLongFor(link.length);
  return (
    <>
      {made && (
        <textarea
          className="field mono wrap"
          aria-label={label}
          readOnly
          value={forms[kind]}
          rows={3}
          onFocus={(event) => event.target.select()}
        />
      )}
      {made && tooLong.length > 0 && (
        <p className="row tone-warning">
          <Icon name="warning" />
          {link.length.toLocaleString('en')} characters: too long for {tooLong.join(' and for ')}. Send the file.
        </p>
      )}
      <div className="dialog-actions">
        <p className="quiet grow">Nothing is uploaded: the document is in the link itself.</p>
        <CopyButton label={copy} text={() => forms[kind]} disabled={made === undefined} primary />
      </div>
    </>
  );
}

function FileForm({ made }: FormProps): ReactElement {
  const shown = made?.state.documents[0];
  const name = `${shown?.name.replace(/(?:\.atip)?\.json$/, '') ?? ''}.atip.json`;
  return (
    <div className="dialog-actions">
      <p className="quiet grow">The shown document. Programs that read ATIP take this file.</p>
      <Button
        look="primary"
        icon="download"
        disabled={made === undefined}
        onClick={() => downloadText(name, shown?.text ?? '')}
      >
        Download {name}
      </Button>
    </div>
  );
}

interface ShortLinkProps {
  readonly fragment: string;
  readonly short: ShortLinks;
}

function ShortLink({ fragment, short }: ShortLinkProps): ReactElement {
  const { storing } = short;
  // The result of an earlier choice says nothing of this one.
  const here = storing?.fragment === fragment ? storing : undefined;
  return (
    <div className="stack">
      {here?.kind === 'stored' ? (
        <StoredLink {...here} />
      ) : (
        <StoreForm fragment={fragment} short={short} isStoring={here?.kind === 'storing'} />
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
