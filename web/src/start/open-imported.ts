import { readFragment } from '../document/fragment.ts';
import { documentName, toolNameIn } from '../document/tool-name.ts';
import { activeDocument } from '../document/working-copy.ts';
import { useAsk } from '../worker/use-answer.ts';
import type { Page } from '../page/page-context.ts';
import type { DocumentResult, ImportSource } from './answer-import.ts';
import type { Found } from './recognise.ts';

interface Recognised {
  /** Id of the open document with this text. Absent: it opens beside. */
  readonly replaces?: string;
  /** Absent: the worker looks first. */
  readonly found?: Found | undefined;
}

/** Opens a pasted or dropped text as what it describes. @returns the reason where it cannot be opened, as a sentence */
export function useOpenImported(page: Pick<Page, 'dispatch' | 'copy' | 'setSide'>) {
  const ask = useAsk('import');
  return async (source: ImportSource, { replaces, found }: Recognised = {}): Promise<string | undefined> => {
    const { text, fileName } = source;
    if (found?.kind === 'atip' || found?.kind === 'broken') {
      const name = fileName ?? documentName(toolNameIn(text));
      openDocument({ made: 'document', name, text }, replaces, page);
      return undefined;
    }
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
  { name, text, note, tried }: DocumentResult,
  replaces: string | undefined,
  { dispatch, copy, setSide }: Pick<Page, 'dispatch' | 'copy' | 'setSide'>,
): void {
  const shown = activeDocument(copy);
  const hasDocument = shown.text.trim() !== '' && shown.id !== replaces;
  const isAnswer = tried !== undefined && 'response' in tried;
  const label = note === undefined ? `Opened ${name}` : `Opened ${name}; ${note}`;
  // An answer belongs to the document that is shown.
  if (!isAnswer || !hasDocument) dispatch({ type: 'open', name, text, label, replaces });
  if (tried === undefined) return;
  if (isAnswer) dispatch({ type: 'set', key: 'response', value: tried.response });
  else dispatch({ type: 'set', key: 'line', value: tried.line });
  dispatch({ type: 'set', key: 'way', value: isAnswer ? 'paste' : 'line' });
  dispatch({ type: 'choose-tab', tab: 'try' });
  setSide('result');
}
