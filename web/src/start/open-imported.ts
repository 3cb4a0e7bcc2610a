import { readFragment } from '../document/fragment.ts';
import { activeDocument } from '../document/working-copy.ts';
import { useAsk } from '../worker/use-answer.ts';
import type { Page } from '../page/page-context.ts';
import type { DocumentResult, ImportSource } from './answer-import.ts';

/** Opens a pasted or dropped text as what it describes. @returns the reason where it cannot be opened, as a sentence */
export function useOpenImported(page: Pick<Page, 'dispatch' | 'copy' | 'setSide'>) {
  const ask = useAsk('import');
  /** @param replaces id of the open document with this text; absent: it opens beside */
  return async (source: ImportSource, replaces?: string): Promise<string | undefined> => {
    const outcome = await ask(source);
    if (!outcome.ok) return outcome.message;
    const result = outcome.answer;
    if (result.made === 'nothing') return result.message;
    if (result.made === 'document') openDocument(result, replaces, page);
    else {
      const read = readFragment(result.fragment);
      // It covers the draft.
      if (read.kind === 'shared') page.dispatch({ type: 'open-shared', fragment: read.fragment, copy: read.copy });
    }
    return undefined;
  };
}

function openDocument(
  { name, text, response, line, counts, isTried }: DocumentResult,
  replaces: string | undefined,
  { dispatch, copy, setSide }: Pick<Page, 'dispatch' | 'copy' | 'setSide'>,
): void {
  const shown = activeDocument(copy);
  const hasDocument = shown.text.trim() !== '' && shown.id !== replaces;
  const inferred =
    counts.inferred > 0 ? `; effects of ${counts.inferred} of ${counts.commands} commands are inferred` : '';
  const label = `Opened ${name}${inferred}`;
  // An answer belongs to the document that is shown.
  if (response === undefined || !hasDocument) dispatch({ type: 'open', name, text, label, replaces });
  if (response !== undefined) dispatch({ type: 'set', key: 'response', value: response });
  if (line !== undefined) dispatch({ type: 'set', key: 'line', value: line });
  const way = response === undefined ? 'line' : 'paste';
  if (response !== undefined || line !== undefined) dispatch({ type: 'set', key: 'way', value: way });
  if (isTried !== true) return;
  dispatch({ type: 'choose-tab', tab: 'try' });
  setSide('result');
}
