import type { Range } from '@atip/core';
import { useEffect, useRef, useState } from 'react';
import type { PanelProps } from '../../page/page-context.ts';

export type Side = 'before' | 'after';

/** An open document, or another text: a sample, a well-known tool, or a pasted one. */
export type CompareSource =
  | { readonly id: string }
  | { readonly choice: 'sample' | 'pasted' | `tool:${string}`; readonly name: string; readonly text: string };

export const PASTED = { choice: 'pasted', name: 'Pasted text', text: '' } as const satisfies CompareSource;

interface ComparedText {
  readonly name: string;
  readonly text: string;
  /** Of the open document. Absent: it is not open. */
  readonly id?: string;
}

export type SourcesModel = ReturnType<typeof useSources>;

/** The two sides: at first another open document, if there is one, against the shown one. */
export function useSources({ copy, document, dispatch, page }: PanelProps) {
  const { documents } = copy;
  const [chosen, setSources] = useState<Readonly<Record<Side, CompareSource>>>();
  const [shown] = useState(document.id);
  const other = documents.find(({ id }) => id !== shown)?.id ?? shown;
  const sources: NonNullable<typeof chosen> = chosen ?? { before: { id: other }, after: { id: shown } };
  // For a document that was closed, the one that is shown.
  const textOf = (source: CompareSource): ComparedText =>
    'id' in source ? (documents.find(({ id }) => id === source.id) ?? document) : source;
  const texts = { before: textOf(sources.before), after: textOf(sources.after) };
  const wanted = useRef<{ readonly side: Side; readonly text: string; readonly range: Range }>(undefined);
  useEffect(() => {
    const place = wanted.current;
    if (place === undefined || document.text !== place.text) return;
    wanted.current = undefined;
    setSources({ ...sources, [place.side]: { id: document.id } });
    page.reveal(place.range);
  }, [document, page, sources]);
  /** Opens a place of a side; another text opens in a tab of its own, and is compared from there on. */
  const goTo = (side: Side, range: Range): void => {
    const { id, name, text } = texts[side];
    if (id === document.id) {
      page.reveal(range);
      return;
    }
    wanted.current = { side, text, range };
    const file = name.endsWith('.json') ? name : `${name.replaceAll(' ', '-')}.json`;
    if (id !== undefined) dispatch({ type: 'choose-document', id });
    else dispatch({ type: 'open', name: file, text, label: `Opened ${file}` });
  };
  return { sources, texts, setSources, goTo };
}
