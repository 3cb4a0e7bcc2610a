import type { Range } from '@atip/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { PageDocument } from '../../document/working-copy.ts';
import type { PanelProps } from '../../page/page-context.ts';

export type Side = 'before' | 'after';

export type CompareSource =
  | { readonly kind: 'document'; readonly id: string }
  /** A text that is not open: a sample, an everyday tool, or one that was pasted. */
  | {
      readonly kind: 'text';
      readonly origin: 'sample' | 'tool' | 'pasted';
      readonly name: string;
      readonly text: string;
    };

/** A field to paste into. */
export const PASTED = {
  kind: 'text',
  origin: 'pasted',
  name: 'Pasted text',
  text: '',
} as const satisfies CompareSource;

interface ComparedText {
  readonly name: string;
  readonly text: string;
  /** Of the open document. Absent: it is not open. */
  readonly id?: string;
}

export interface SourcesModel {
  readonly sources: Readonly<Record<Side, CompareSource>>;
  readonly texts: Readonly<Record<Side, ComparedText>>;
  readonly setSources: (sources: Readonly<Record<Side, CompareSource>>) => void;
  /** Leads to a place of a side; a text that is not open opens in a tab of its own, and is compared from there on. */
  readonly goTo: (side: Side, range: Range) => void;
}

/** The two sides: at first another open document, if there is one, against the one that is shown. */
export function useSources({ copy, document, dispatch, page }: PanelProps): SourcesModel {
  const { documents } = copy;
  const [chosen, setSources] = useState<SourcesModel['sources']>();
  const [shown] = useState(document.id);
  const sources = useMemo((): SourcesModel['sources'] => {
    const other = documents.find(({ id }) => id !== shown)?.id ?? shown;
    return chosen ?? { before: { kind: 'document', id: other }, after: { kind: 'document', id: shown } };
  }, [chosen, documents, shown]);
  const texts = useMemo(
    () => ({
      before: textOf(sources.before, documents, document),
      after: textOf(sources.after, documents, document),
    }),
    [sources, documents, document],
  );
  const wanted = useRef<{ readonly side: Side; readonly text: string; readonly range: Range }>(undefined);
  useEffect(() => {
    const place = wanted.current;
    if (place === undefined || document.text !== place.text) return;
    wanted.current = undefined;
    setSources({ ...sources, [place.side]: { kind: 'document', id: document.id } });
    page.reveal(place.range);
  }, [document, page, sources]);
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

/** The text of a source; for a document that was closed, the one that is shown. */
function textOf(source: CompareSource, documents: readonly PageDocument[], shown: PageDocument): ComparedText {
  if (source.kind === 'text') return { name: source.name, text: source.text };
  const { id, name, text } = documents.find((document) => document.id === source.id) ?? shown;
  return { id, name, text };
}

export function keyOf(source: CompareSource): string {
  if (source.kind === 'document') return `document:${source.id}`;
  return source.origin === 'pasted' ? 'pasted' : `${source.origin}:${source.name}`;
}
