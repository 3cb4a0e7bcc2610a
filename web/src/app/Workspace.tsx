import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { View } from '../document/working-copy.ts';
import { type EditorRef, type PanelProps, usePage } from '../page/page-context.ts';
import { Start } from '../start/Start.tsx';
import { Loaded } from './Loaded.tsx';

export const loadSides = async () => ({ default: (await import('./Sides.tsx')).Sides });
const Sides = lazy(loadSides);

const START = { label: 'Start', panel: Start };

const VIEWS: Readonly<Record<View, { readonly label: string; readonly panel: ComponentType<PanelProps> }>> = {
  line: { label: 'Shell line', panel: lazy(async () => ({ default: (await import('../line/Line.tsx')).Line })) },
  redact: {
    label: 'Redaction',
    panel: lazy(async () => ({ default: (await import('../redact/Redaction.tsx')).Redaction })),
  },
};

/**
 * Shows the editor, a view that has no document, or the start panel while there is no document. A document that a
 * person empties to retype it stays in the editor.
 */
export function Workspace({ editor }: { readonly editor: EditorRef }): ReactElement {
  const { document, copy } = usePage();
  const isBlank = document.text.trim() === '';
  // The last document that was no blank one. Undo takes an opened document back, and the next one then has its id.
  const [used, setUsed] = useState<string>();
  useEffect(
    () => setUsed((before) => (isBlank && before !== document.id ? undefined : document.id)),
    [isBlank, document.id],
  );
  const { view } = copy;
  if (view === undefined && (!isBlank || used === document.id))
    return (
      <Suspense fallback={<main className="panel" />}>
        <Sides editor={editor} />
      </Suspense>
    );
  return (
    <main className="scroll-screen" data-pane={view ?? 'start'} tabIndex={-1}>
      <Loaded key={view} {...(view === undefined ? START : VIEWS[view])} active />
    </main>
  );
}
