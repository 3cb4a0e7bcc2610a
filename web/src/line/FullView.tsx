import type { ReactElement, ReactNode } from 'react';
import { VIEW_LABELS, type View } from '../document/working-copy.ts';
import { usePage } from '../page/page-context.ts';
import { Button } from '../parts/controls.tsx';
import { visibleText } from '../text/visible-text.ts';

interface FullViewProps {
  readonly view: View;
  readonly sentence: string;
  readonly children: ReactNode;
}

/** A view of its own, without a document, and the way back to the document or to the start. */
export function FullView({ view, sentence, children }: FullViewProps): ReactElement {
  const { document, dispatch } = usePage();
  return (
    <div className="page-column stack apart" data-part={view}>
      <div className="row">
        <h2 className="title grow">{VIEW_LABELS[view]}</h2>
        <Button icon="close" onClick={() => dispatch({ type: 'set', key: 'view', value: undefined })}>
          {document.text.trim() === '' ? 'Back to the start' : `Back to ${visibleText(document.name)}`}
        </Button>
      </div>
      <p className="quiet">{sentence}</p>
      {children}
    </div>
  );
}
