import type { Range } from '@atip/core';
import { useEffect, useRef, useState } from 'react';
import type { PanelProps } from '../../page/page-context.ts';

export type Side = 'before' | 'after';

export type SourcesModel = ReturnType<typeof useSources>;

/** The two open documents: at first another one, if there is one, against the shown one. */
export function useSources({ copy, document, dispatch, page }: PanelProps) {
  const { documents } = copy;
  const [chosen, setSources] = useState<Readonly<Record<Side, string>>>();
  const [shown] = useState(document.id);
  const sources = chosen ?? { before: documents.find(({ id }) => id !== shown)?.id ?? shown, after: shown };
  // For a document that was closed, the one that is shown.
  const documentOf = (source: string) => documents.find(({ id }) => id === source) ?? document;
  const sides = { before: documentOf(sources.before), after: documentOf(sources.after) };
  const wanted = useRef<{ readonly id: string; readonly range: Range }>(undefined);
  useEffect(() => {
    const place = wanted.current;
    if (place?.id !== document.id) return;
    wanted.current = undefined;
    page.reveal(place.range);
  }, [document, page]);
  const goTo = (side: Side, range: Range): void => {
    const { id } = sides[side];
    if (id === document.id) {
      page.reveal(range);
      return;
    }
    wanted.current = { id, range };
    setSources(sources);
    dispatch({ type: 'choose-document', id });
  };
  return { sides, setSources, goTo };
}
