import type { Dispatch, ReactElement } from 'react';
import { DocumentTabs } from '../components/DocumentTabs.tsx';
import { Icon } from '../components/Icon.tsx';
import type { PlaygroundAction } from '../state/playground.ts';
import type { WorkingCopy } from '../state/working-copy.ts';

interface DocumentBarProps {
  readonly copy: WorkingCopy;
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly onNew: () => void;
}

/** The tabs of the open documents; with one document its name in the header is enough. */
export function DocumentBar({ copy, dispatch, onNew }: DocumentBarProps): ReactElement | null {
  if (copy.documents.length < 2) return null;
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
