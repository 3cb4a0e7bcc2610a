import { type ReactElement, useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { Notice, SmallButton } from '../components/Notice.tsx';
import { usePage } from '../panels/page-context.ts';

/** What a person must know about the document on screen before typing into it. */
export function Notices(): ReactElement {
  const { state, dispatch, unsaved, drafts } = usePage();
  const { source, unreadable } = state;
  const [isCopyNoted, setCopyNoted] = useState(false);
  return (
    <div className="notices">
      {unreadable && (
        <Notice
          icon="error"
          part="unreadable-link"
          isError
          actions={
            <>
              <CopyButton label="Copy the raw link" text={() => unreadable.raw} />
              <SmallButton onClick={() => dispatch({ type: 'dismiss-link' })}>Dismiss</SmallButton>
            </>
          }
        >
          <strong>The link could not be read.</strong> {unreadable.message} <code>{unreadable.code}</code> What was on
          screen before is untouched.
        </Notice>
      )}
      {source.kind === 'shared' && (
        <Notice
          icon="share"
          part="shared-document"
          actions={
            <>
              <SmallButton onClick={() => dispatch({ type: 'keep-shared' })}>Keep as my draft</SmallButton>
              <SmallButton onClick={() => dispatch({ type: 'back-to-draft' })}>Back to my draft</SmallButton>
            </>
          }
        >
          <strong>Shared document.</strong> You are viewing a shared link; your draft is safe.
        </Notice>
      )}
      {drafts.copied && !isCopyNoted && source.kind === 'draft' && (
        <Notice
          icon="copy"
          part="copied-draft"
          actions={<SmallButton onClick={() => setCopyNoted(true)}>Got it</SmallButton>}
        >
          <strong>A copy of your draft.</strong> Another tab has it open; each tab keeps its own from here on.
        </Notice>
      )}
      {unsaved && (
        <Notice icon="warning">
          <strong>The browser does not store this draft</strong> (storage is off or full). It is gone when the page
          closes: share or copy it first.
        </Notice>
      )}
    </div>
  );
}
