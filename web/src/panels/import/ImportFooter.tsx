import type { ReactElement } from 'react';
import type { ImportResult } from '../../analysis/import/answer-import.ts';

interface ImportFooterProps {
  /** Empty while they are not known. */
  readonly results: readonly ImportResult[];
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The verb says how much is opened. */
export function ImportFooter({ results, onOpen, onClose }: ImportFooterProps): ReactElement {
  const documents = results.filter(({ made }) => made === 'document').length;
  const hasSession = results.some(({ made }) => made === 'session');
  return (
    <div className="dialog-actions">
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button
        type="button"
        className="button button-primary"
        disabled={documents === 0 && !hasSession}
        onClick={onOpen}
      >
        {verbFor(documents, hasSession)}
      </button>
    </div>
  );
}

function verbFor(documents: number, hasSession: boolean): string {
  if (documents === 0 && hasSession) return 'Open the session';
  return documents > 1 ? `Open ${documents} documents` : 'Open as document';
}
