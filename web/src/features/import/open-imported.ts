import { readFragment } from '../../document/fragment.ts';
import type { Page } from '../../page/page-context.ts';
import type { ImportedSource } from './answer-import.ts';
import type { ImportItem } from './import-list.ts';

/** Opens each resulting document in a tab of its own, and last a session, which covers the draft. */
export function openImported(
  items: readonly Pick<ImportItem, 'replaces'>[],
  imported: readonly ImportedSource[],
  { dispatch, copy, setSide }: Pick<Page, 'dispatch' | 'copy' | 'setSide'>,
): void {
  const hasDocument = copy.documents.some(
    ({ text, id }) => text.trim() !== '' && items.every((item) => item.replaces !== id),
  );
  for (const [index, { result }] of imported.entries()) {
    if (result.made !== 'document') continue;
    const { name, text, response, line, counts } = result;
    const replaces = items[index]?.replaces;
    const inferred =
      counts.inferred > 0 ? `; effects of ${counts.inferred} of ${counts.commands} commands are inferred` : '';
    const label = `Opened ${name}${inferred}`;
    // An answer belongs to the document that is open.
    if (response === undefined || !hasDocument)
      dispatch({ type: 'open', name, text, label, ...(replaces !== undefined && { replaces }) });
    if (response !== undefined) dispatch({ type: 'set', key: 'response', value: response });
    if (line !== undefined) dispatch({ type: 'set', key: 'line', value: line });
    const way = response === undefined ? 'line' : 'paste';
    if (response !== undefined || line !== undefined) dispatch({ type: 'set', key: 'way', value: way });
    if (result.isTried !== true) continue;
    dispatch({ type: 'choose-tab', tab: 'try' });
    setSide('result');
  }
  for (const { result } of imported) {
    const read = result.made === 'session' ? readFragment(result.fragment) : undefined;
    if (read?.kind === 'shared') dispatch({ type: 'open-shared', fragment: read.fragment, copy: read.copy });
  }
}
