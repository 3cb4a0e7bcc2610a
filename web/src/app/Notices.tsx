/** Messages of the page: rows under the header, the state of the result, and the message that floats. */
import { type ReactElement, type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button, CopyButton } from '../components/controls.tsx';
import { Notice } from '../components/content.tsx';
import { staleLine } from '../document/compilation.ts';
import { type Page, usePage } from '../page/page-context.ts';

/** Ms that a message stays; under the pointer or the focus it waits. */
const SHOWN_FOR = 6000;

/** The last message, with Undo where something was taken away. It floats, so that nothing below it moves. */
export function Toast({ message, clearMessage, state, dispatch }: Page): ReactElement | null {
  /** When the message is gone, Ctrl+Z still undoes. */
  const [gone, setGone] = useState<Page['state']['undo']>();
  const { undo } = state;
  const said = [message, undo?.label].filter((text) => text !== undefined).join(' · ');
  const close = useCallback(() => {
    clearMessage();
    setGone(undo);
  }, [clearMessage, undo]);
  if (said === '' || (message === undefined && undo === gone)) return <div role="status" className="visually-hidden" />;
  return (
    <Message key={said} said={said} close={close}>
      {undo && undo !== gone && (
        <Button small onClick={() => dispatch({ type: 'undo' })}>
          Undo
        </Button>
      )}
    </Message>
  );
}

interface MessageProps {
  readonly said: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Holding a message ends with the message itself, because the pointer never leaves a removed element. */
function Message({ said, close, children }: MessageProps): ReactElement {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const timer = isHeld ? undefined : setTimeout(close, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [isHeld, close]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the pointer.
    <div
      className="toast popup"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span role="status">{said}</span>
      {children}
      <Button small look="plain" icon="close" aria-label="Close message" onClick={close} />
    </div>
  );
}

/** Says on every tab that the result belongs to an earlier text. */
export function ResultState(): ReactElement {
  const { compilation } = usePage();
  return (
    <p className="result-state" role="status">
      {staleLine(compilation)}
    </p>
  );
}

export function Notices(): ReactElement {
  const { state, dispatch, unsaved } = usePage();
  const { source, unreadable } = state;
  const action = (label: string, onClick: () => void): ReactElement => (
    <Button small key={label} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <div className="notices">
      {unreadable && (
        <Notice
          icon="error"
          part="unreadable-link"
          isError
          actions={[
            <CopyButton key="copy" label="Copy the raw link" text={() => unreadable.raw} />,
            action('Dismiss', () => dispatch({ type: 'dismiss-link' })),
          ]}
        >
          <strong>The link could not be read.</strong> {unreadable.message} <code>{unreadable.code}</code> Your
          documents are unchanged.
        </Notice>
      )}
      {source.kind === 'shared' && (
        <Notice
          icon="share"
          part="shared-document"
          actions={[
            action('Keep as my draft', () => dispatch({ type: 'keep-shared' })),
            action('Back to my draft', () => dispatch({ type: 'back-to-draft' })),
          ]}
        >
          <strong>Shared document.</strong> A link opened it. Your own draft is unchanged.
        </Notice>
      )}
      {unsaved && (
        <Notice icon="warning">
          <strong>The browser does not store this draft</strong> because its storage is off or full. Share or copy it
          before you close the page.
        </Notice>
      )}
    </div>
  );
}
