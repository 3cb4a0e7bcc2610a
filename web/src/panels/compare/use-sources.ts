import { useEffect, useMemo, useRef, useState } from 'react';
import type { Range } from '@atip/core';
import type { PanelProps } from '../panel.ts';
import { type ComparedText, type CompareSource, textOf } from './compare-source.ts';

export type Side = 'before' | 'after';

export interface SourcesModel {
  readonly sources: Readonly<Record<Side, CompareSource>>;
  readonly texts: Readonly<Record<Side, ComparedText>>;
  readonly setSource: (side: Side, source: CompareSource) => void;
  readonly setBoth: (before: CompareSource, after: CompareSource) => void;
  readonly swap: () => void;
  /** Leads to a place of a side; what is not open yet opens in a tab of its own, and is compared from there on. */
  readonly goTo: (side: Side, range: Range) => void;
}

interface Wanted {
  readonly side: Side;
  readonly text: string;
  readonly range: Range;
}

/** The two sides: at first another open document, if there is one, against the one that is shown. */
export function useSources({ copy, document, dispatch, page }: PanelProps): SourcesModel {
  const { documents } = copy;
  const [chosen, setChosen] = useState((): Readonly<Record<Side, CompareSource>> => {
    const other = documents.find(({ id }) => id !== document.id) ?? document;
    return { before: sourceOf(other.id), after: sourceOf(document.id) };
  });
  // With one document both sides were the same; the second one that is opened is what it waited for.
  const second = documents.find(({ id }) => id !== keyId(chosen.after));
  const untouched = keyId(chosen.before) !== undefined && keyId(chosen.before) === keyId(chosen.after);
  const [isChosen, setIsChosen] = useState(false);
  const sources = untouched && !isChosen && second ? { ...chosen, before: sourceOf(second.id) } : chosen;
  const texts = useMemo(
    () => ({
      before: textOf(sources.before, documents, document),
      after: textOf(sources.after, documents, document),
    }),
    [sources.before, sources.after, documents, document],
  );
  const wanted = useRef<Wanted>(undefined);
  const set = (next: Readonly<Record<Side, CompareSource>>): void => {
    setIsChosen(true);
    setChosen({ before: next.before, after: next.after });
  };
  useEffect(() => {
    const place = wanted.current;
    if (place === undefined || document.text !== place.text) return;
    wanted.current = undefined;
    setChosen((before) => ({ ...before, [place.side]: sourceOf(document.id) }));
    page.reveal(place.range);
  }, [document, page]);
  return {
    sources,
    texts,
    setSource: (side, source) => set({ ...sources, [side]: source }),
    setBoth: (before, after) => set({ before, after }),
    swap: () => set({ before: sources.after, after: sources.before }),
    goTo: (side, range) => {
      const { id, name, text } = texts[side];
      if (id === document.id) return page.reveal(range);
      wanted.current = { side, text, range };
      if (id !== undefined) dispatch({ type: 'choose-document', id });
      else dispatch({ type: 'open', name: fileName(name), text, label: `Opened ${fileName(name)}` });
    },
  };
}

function sourceOf(id: string): CompareSource {
  return { kind: 'document', id };
}

function keyId(source: CompareSource): string | undefined {
  return source.kind === 'document' ? source.id : undefined;
}

function fileName(name: string): string {
  return name.endsWith('.json') ? name : `${name.replaceAll(' ', '-')}.json`;
}
