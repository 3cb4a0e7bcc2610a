import { useEffect, useState } from 'react';
import { readFiles } from '../panels/import/read-files.ts';
import type { PageActions } from '../panels/panel.ts';
import { IMPORT_LIST } from '../panels/import/import-items.ts';

/** A file dropped anywhere on the page opens Import with it. @returns whether files are held over the page now. */
export function useImportDrop({ openDialog, tell }: PageActions): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const take = async (files: FileList): Promise<void> => {
      const { items, refused } = await readFiles(files);
      if (refused.length > 0) tell(refused.join(' '));
      if (items.length === 0) return;
      IMPORT_LIST.add(items);
      openDialog('import');
    };
    const onDragOver = (event: DragEvent): void => {
      if (event.dataTransfer === null || !holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      const busy = isBusy();
      event.dataTransfer.dropEffect = busy ? 'none' : 'copy';
      setOver(!busy);
    };
    // From one element to the next there is one to go to; out of the page there is none.
    const onDragLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      setOver(false);
      if (event.dataTransfer === null || !holdsFiles(event.dataTransfer)) return;
      // Else the browser leaves the page for the file, or the editor takes it.
      event.preventDefault();
      event.stopPropagation();
      if (!isBusy()) void take(event.dataTransfer.files);
    };
    window.addEventListener('dragover', onDragOver, { capture: true });
    window.addEventListener('drop', onDrop, { capture: true });
    window.addEventListener('dragleave', onDragLeave, { capture: true });
    return () => {
      window.removeEventListener('dragover', onDragOver, { capture: true });
      window.removeEventListener('drop', onDrop, { capture: true });
      window.removeEventListener('dragleave', onDragLeave, { capture: true });
    };
  }, [openDialog, tell]);
  return isOver;
}

function holdsFiles({ types }: DataTransfer): boolean {
  return types.includes('Files');
}

/** A question that is open comes first. */
function isBusy(): boolean {
  return document.querySelector('dialog[open]:not([data-part=import])') !== null;
}
