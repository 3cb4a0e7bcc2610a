import type { ShareLink } from '@atip/companion';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { ask, type CompanionAnswer } from '../companion/client.ts';
import { isOwnMachine } from '../companion/companion.ts';
import { fileNameOf } from '../document/tool-name.ts';
import { usePage } from '../page/page-context.ts';
import { copyText, downloadText, takeFocus } from '../parts/browser.ts';
import { Choice } from '../parts/choices.tsx';
import { Button, CopyButton } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { ShareAnswer, ShareQuestion } from './answer-share.ts';
import { embedHtml, shareStateOf } from './share-link.ts';

/** Copies the link as soon as it is made, and offers the other ways to pass a document on. */
export function ShareDialog(): ReactElement {
  const { copy, document, closeDialog } = usePage();
  const [consent, setConsent] = useState<ShareQuestion['consent']>();
  const question = useMemo(() => ({ state: shareStateOf(copy), consent }), [copy, consent]);
  const { last, pending, failure } = useAnswer('share', question);
  // The link of an earlier choice must not be copied for this one.
  const answer = pending ? undefined : last?.answer;
  const problem = failure ?? answer?.failure;
  return (
    <Dialog title={`Share ${visibleText(document.name)}`} part="share" onClose={closeDialog}>
      {last !== undefined && last.answer.suspects > 0 && (
        <div className="stack boxed washed tone-warning">
          <p role="alert">
            <strong>{countOf(last.answer.suspects, 'possible secret')}.</strong> You cannot take back what you share.
          </p>
          <ul aria-label="Possible secrets">
            {[...new Set(last.answer.places)].map((place) => (
              <li key={place} className="wrap">
                {visibleText(place)}
              </li>
            ))}
            {last.answer.suspects > last.answer.places.length && <li className="quiet">and more</li>}
          </ul>
          <Choice
            label="With the possible secrets"
            options={CONSENTS}
            value={consent ?? ''}
            onChoose={(way) => setConsent(way || undefined)}
          />
        </div>
      )}
      {problem !== undefined && (
        <p role="alert" className="bad">
          {visibleText(problem)}
        </p>
      )}
      {answer?.made && <Ways {...answer.made} isClean={answer.suspects === 0} />}
    </Dialog>
  );
}

const CONSENTS = [
  { value: 'redacted', label: 'Share redacted' },
  { value: 'anyway', label: 'Share anyway' },
] as const;

interface WaysProps extends NonNullable<ShareAnswer['made']> {
  /** Nothing in it looks like a secret, so it is copied without being asked for. */
  readonly isClean: boolean;
}

function Ways({ state, fragment, isClean }: WaysProps): ReactElement {
  const { base, companion, page } = usePage();
  const isLocal = isOwnMachine(base);
  const link = base + fragment;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isClean) return;
    // A large document comes into the address here, and not at each key.
    page.setAddress(fragment);
    if (!isLocal) void copyText(link).then(setCopied);
  }, [isClean, isLocal, link, fragment, page]);
  // The shared name, because the original may hold a secret itself.
  const [{ name, text } = { name: '', text: '' }] = state.documents;
  const file = fileNameOf(name);
  return (
    <>
      <LinkField label="Link" link={link} isFirst={isClean} primary={!isLocal} />
      <p className="quiet" role="status">
        {isCopied && <strong>Copied. </strong>}
        {isLocal
          ? 'This page is on your own computer, so a link opens only here. Send others the file.'
          : `The document is in the link itself, ${countOf(link.length, 'character')}; nothing is uploaded.`}
      </p>
      {companion.isHosted && <ShortLink key={fragment} fragment={fragment} />}
      <div className="dialog-actions">
        {!isLocal && <CopyButton label="Copy HTML to embed it" text={() => embedHtml(name, base, fragment)} />}
        <Button look={isLocal ? 'primary' : undefined} icon="download" onClick={() => downloadText(file, text)}>
          Download {visibleText(file)}
        </Button>
      </div>
    </>
  );
}

interface LinkFieldProps {
  readonly label: string;
  readonly link: string;
  readonly isFirst?: boolean;
  readonly primary?: boolean;
}

function LinkField({ label, link, isFirst, primary }: LinkFieldProps): ReactElement {
  return (
    <div className="row">
      <input
        // Not where a choice about secrets has the focus.
        ref={isFirst ? takeFocus : undefined}
        className="field mono grow"
        aria-label={label}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton label={`Copy ${label.toLowerCase()}`} text={() => link} primary={primary} />
    </div>
  );
}

/** Seconds after which a public server forgets a link, so that a forgotten one does no harm for ever. */
const LIFETIME = 30 * 86_400;

/** A short address at the public host of this page. */
function ShortLink({ fragment }: { readonly fragment: string }): ReactElement {
  const { copy, companion } = usePage();
  const [answer, setAnswer] = useState<CompanionAnswer<ShareLink>>();
  const store = async (): Promise<void> =>
    setAnswer(await ask(companion.api.shares.$post({ json: { fragment, expiresIn: LIFETIME } })));
  const address = answer?.ok && `${location.origin}/s/${answer.value.id}`;
  const isGone = answer?.ok === false && answer.problem.code === 'unreachable';
  const refusal = answer?.ok === false && (isGone ? 'This server does not answer.' : answer.problem.detail);
  return (
    <div className="stack section">
      <p role="status" className={refusal ? 'bad' : 'quiet wrap'}>
        {refusal
          ? `${visibleText(refusal)} Nothing was kept.`
          : address
            ? `Kept for 30 days. An agent can fetch its tools from ${address}/${copy.provider}.json.`
            : 'This server can keep it for 30 days, for everybody with the address.'}
      </p>
      {address ? (
        <LinkField label="Short link" link={address} />
      ) : (
        <Button small className="start" onClick={() => void store()}>
          Make a short link
        </Button>
      )}
    </div>
  );
}
