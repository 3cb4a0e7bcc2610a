import type { ReactElement } from 'react';
import { countOf } from '../../state/health.ts';
import { PROVIDER_LABELS } from '../../state/providers.ts';
import { contentsOf, type ShareChoice } from '../../state/share-link.ts';
import { activeDocument, type WorkingCopy } from '../../state/working-copy.ts';

interface ShareContentsProps {
  readonly copy: WorkingCopy;
  readonly choice: ShareChoice;
  /** It goes to a server, and not only into a link. */
  readonly isStored: boolean;
  readonly onChoice: (choice: ShareChoice) => void;
}

/** What goes along; by default nothing that its maker may have forgotten. */
export function ShareContents({ copy, choice, isStored, onChoice }: ShareContentsProps): ReactElement {
  const others = copy.documents.length - 1;
  const contents = Object.keys(contentsOf(copy));
  return (
    <div className="share-contents">
      <p className="quiet">
        Carries {activeDocument(copy).name}, {PROVIDER_LABELS[copy.provider]}
        {copy.strict ? ' strict' : ''} and the open panel.{' '}
        {!isStored && 'Nothing is uploaded: it is all in the part after the #, which browsers do not send.'}
      </p>
      {others > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={choice.everyDocument === true}
            onChange={(event) => onChoice({ ...choice, everyDocument: event.target.checked })}
          />
          {others === 1 ? 'With the other document' : `With the other ${countOf(others, 'document')}`}
        </label>
      )}
      {contents.length > 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={choice.panelContents === true}
            onChange={(event) => onChoice({ ...choice, panelContents: event.target.checked })}
          />
          With what is in the panel ({contents.join(', ')})
        </label>
      )}
    </div>
  );
}
