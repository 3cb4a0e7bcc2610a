import { type Dispatch, type ReactElement, useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { Icon } from '../components/Icon.tsx';
import type { Playground, PlaygroundAction } from '../state/playground.ts';

interface NoticesProps {
  readonly state: Playground;
  readonly dispatch: Dispatch<PlaygroundAction>;
  /** The browser keeps nothing between visits. */
  readonly unsaved: boolean;
  /** Another tab has the draft open that this one started from. */
  readonly copied: boolean;
  /** Another version of the page has taken over behind this one. */
  readonly outdated: boolean;
}

/** What a person must know about the document on screen before typing into it. */
export function Notices({ state, dispatch, unsaved, copied, outdated }: NoticesProps): ReactElement {
  const { source, unreadable } = state;
  const [copyNoted, setCopyNoted] = useState(false);
  const [later, setLater] = useState(false);
  return (
    <div className="notices">
      {unreadable && (
        <div className="notice notice-error" role="alert" data-part="unreadable-link">
          <Icon name="error" />
          <span className="grow">
            <strong>The link could not be read.</strong> {unreadable.message} <code>{unreadable.code}</code> What was on
            screen before is untouched.
          </span>
          <CopyButton label="Copy the raw link" text={() => unreadable.raw} />
          <button type="button" className="button button-small" onClick={() => dispatch({ type: 'dismiss-link' })}>
            Dismiss
          </button>
        </div>
      )}
      {source.kind === 'shared' && (
        <div className="notice" role="status" data-part="shared-document">
          <Icon name="share" />
          <span className="grow">
            <strong>Shared document.</strong> You are viewing a shared link; your draft is safe.
          </span>
          <button type="button" className="button button-small" onClick={() => dispatch({ type: 'keep-shared' })}>
            Keep as my draft
          </button>
          <button type="button" className="button button-small" onClick={() => dispatch({ type: 'back-to-draft' })}>
            Back to my draft
          </button>
        </div>
      )}
      {copied && !copyNoted && source.kind === 'draft' && (
        <div className="notice" role="status" data-part="copied-draft">
          <Icon name="copy" />
          <span className="grow">
            <strong>A copy of your draft.</strong> Another tab has it open; each tab keeps its own from here on.
          </span>
          <button type="button" className="button button-small" onClick={() => setCopyNoted(true)}>
            Got it
          </button>
        </div>
      )}
      {outdated && !later && (
        <div className="notice" role="status" data-part="new-version">
          <Icon name="info" />
          <span className="grow">
            <strong>A new version of this page is ready.</strong> Your documents stay as they are.
          </span>
          <button type="button" className="button button-small" onClick={() => location.reload()}>
            Reload
          </button>
          <button type="button" className="button button-plain button-small" onClick={() => setLater(true)}>
            Later
          </button>
        </div>
      )}
      {unsaved && (
        <div className="notice" role="status">
          <Icon name="warning" />
          <span className="grow">
            <strong>The browser does not store this draft</strong> (storage is off or full). It is gone when the page
            closes: share or copy it first.
          </span>
        </div>
      )}
    </div>
  );
}
