import type { Dispatch, ReactElement } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { Icon } from '../components/Icon.tsx';
import type { Playground, PlaygroundAction } from '../state/playground.ts';
import type { SafeStorage } from '../state/safe-storage.ts';
import { HintStrip } from './HintStrip.tsx';

interface NoticesProps {
  readonly state: Playground;
  readonly dispatch: Dispatch<PlaygroundAction>;
  /** The browser keeps nothing between visits. */
  readonly unsaved: boolean;
  readonly local: SafeStorage;
}

/** What a person must know about the document on screen before typing into it. */
export function Notices({ state, dispatch, unsaved, local }: NoticesProps): ReactElement {
  const { source, unreadable } = state;
  return (
    <div className="notices">
      {source.kind === 'draft' && unreadable === undefined && <HintStrip local={local} />}
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
