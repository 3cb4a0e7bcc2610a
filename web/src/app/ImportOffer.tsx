import type { ReactElement } from 'react';
import { Icon } from '../components/Icon.tsx';
import type { PageActions } from '../panels/panel.ts';
import { IMPORT_LIST } from '../state/import-list.ts';
import { importOffer } from '../state/import-offer.ts';
import type { PageDocument } from '../state/working-copy.ts';

interface ImportOfferProps {
  readonly document: PageDocument;
  readonly page: PageActions;
}

/** For a document that is a help text or the like: what to do about it, above it. */
export function ImportOffer({ document: { id, text }, page }: ImportOfferProps): ReactElement | null {
  const offer = importOffer(text);
  if (offer === undefined) return null;
  return (
    <div className="notice" role="status" data-part="import-offer">
      <Icon name="import" />
      <span className="grow">{offer}</span>
      <button
        type="button"
        className="button button-small"
        onClick={() => {
          IMPORT_LIST.add([{ text, replaces: id }]);
          page.openDialog('import');
        }}
      >
        Import it…
      </button>
    </div>
  );
}
