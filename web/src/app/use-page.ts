import { type RefObject, useMemo, useRef } from 'react';
import type { EditorHandle } from '../editor/editor-handle.ts';
import type { PageActions } from '../panels/panel.ts';
import { createCursorStore } from '../state/cursor-store.ts';
import type { OpenDialog } from '../state/open-dialog.ts';
import type { SafeStorage } from '../state/safe-storage.ts';
import type { Side } from './Workspace.tsx';

interface PageParts {
  readonly local: SafeStorage;
  readonly setDialog: (dialog: OpenDialog | undefined) => void;
  readonly setSide: (side: Side) => void;
  readonly tell: (message: string) => void;
}

/** What panels can do with the page, as one object that stays the same; the parts given first are those that count. */
export function usePage({ local, setDialog, setSide, tell }: PageParts): {
  readonly page: PageActions;
  readonly editor: RefObject<EditorHandle | null>;
} {
  const editor = useRef<EditorHandle>(null);
  const page = useMemo<PageActions>(
    () => ({
      reveal: (range) => {
        setSide('document');
        editor.current?.reveal(range);
      },
      highlight: (ranges) => editor.current?.highlight(ranges),
      cursor: createCursorStore(),
      openDialog: setDialog,
      tell,
      local,
    }),
    [local, setDialog, setSide, tell],
  );
  return { page, editor };
}
