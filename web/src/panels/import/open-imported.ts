import type { Dispatch } from 'react';
import type { ImportedSource } from '../../analysis/import/answer-import.ts';
import { readFragment } from '../../state/fragment.ts';
import type { ImportItem } from '../../state/import-items.ts';
import type { PlaygroundAction } from '../../state/playground.ts';

/** Opens what became a document each in a tab of its own, and last a session, which covers the draft. */
export function openImported(
  items: readonly ImportItem[],
  imported: readonly ImportedSource[],
  dispatch: Dispatch<PlaygroundAction>,
): void {
  for (const [index, { result }] of imported.entries()) {
    if (result.made !== 'document') continue;
    const { name, text } = result;
    const replaces = items[index]?.replaces;
    dispatch({ type: 'open', name, text, label: `Imported ${name}`, ...(replaces !== undefined && { replaces }) });
  }
  for (const { result } of imported) {
    const fragment = result.made === 'session' ? readFragment(result.fragment) : undefined;
    if (fragment?.kind === 'shared')
      dispatch({ type: 'open-shared', fragment: fragment.fragment, copy: fragment.copy });
  }
}
