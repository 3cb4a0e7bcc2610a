import type { ReactElement } from 'react';
import type { ShareAnswer } from '../../analysis/share/answer-share.ts';
import { downloadText } from '../../components/download-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { sessionText } from '../../state/share-texts.ts';

interface FileFormProps {
  readonly made: NonNullable<ShareAnswer['made']>;
  /** Of the shown document. */
  readonly name: string;
}

/** The document for other programs, or all of it for this page. */
export function FileForm({ made, name }: FileFormProps): ReactElement {
  const stem = name.replace(/(?:\.atip)?\.json$/, '');
  const [shown] = made.state.documents;
  return (
    <div className="share-files">
      <button type="button" className="button" onClick={() => downloadText(`${stem}.atip.json`, shown?.text ?? '')}>
        <Icon name="download" />
        Download {stem}.atip.json
      </button>
      <span className="quiet">The document alone, for every tool that reads ATIP.</span>
      <button
        type="button"
        className="button"
        onClick={() => downloadText(`${stem}.atip-session.json`, sessionText(made.fragment))}
      >
        <Icon name="download" />
        Download {stem}.atip-session.json
      </button>
      <span className="quiet">
        {countOf(made.state.documents.length, 'document')} with provider and panel. Dropped on this page, it opens
        again.
      </span>
    </div>
  );
}
