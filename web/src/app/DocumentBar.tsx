import { type Dispatch, type ReactElement, useEffect, useRef } from 'react';
import { DocumentTabs } from '../components/DocumentTabs.tsx';
import { Icon } from '../components/Icon.tsx';
import type { PlaygroundAction } from '../state/playground.ts';
import type { WorkingCopy } from '../state/working-copy.ts';

interface DocumentBarProps {
  readonly copy: WorkingCopy;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly onNew: () => void;
  /** One document is left, and with its tab went the focus. */
  readonly onAlone: () => void;
}

/** The tabs of the open documents; with one document its name in the header is enough. */
export function DocumentBar({ copy, dispatch, onNew, onAlone }: DocumentBarProps): ReactElement | null {
  const isAlone = copy.documents.length < 2;
  const wasAlone = useRef(isAlone);
  useEffect(() => {
    if (isAlone && !wasAlone.current && document.activeElement === document.body) onAlone();
    wasAlone.current = isAlone;
  });
  if (isAlone) return null;
  return (
    <DocumentTabs
      documents={copy.documents}
      active={copy.active}
      onChoose={(id) => dispatch({ type: 'choose-document', id })}
      onClose={(id) => dispatch({ type: 'close-document', id })}
      onRename={(id, name) => dispatch({ type: 'rename', id, name })}
    >
      <button
        type="button"
        className="button button-plain button-icon button-small"
        aria-label="New document"
        title="New document"
        onClick={onNew}
      >
        <Icon name="plus" />
      </button>
    </DocumentTabs>
  );
}
