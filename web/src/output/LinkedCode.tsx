/** The tools in Monaco, linked with the document: pointing at one side marks the other. */
import type * as Monaco from 'monaco-editor/editor';
import {
  type ReactElement,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { usePage } from '../page/page-context.ts';
import { flagWords } from '../parts/PlainCode.tsx';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer, useAsk } from '../worker/use-answer.ts';
import type { OutputSide } from './Output.tsx';
import { createViews, type ToolsView } from './tools-view.ts';

interface LinkedCodeProps {
  readonly monaco: typeof Monaco;
  /** One, or two beside each other with their differences; their number stays the same. */
  readonly sides: readonly OutputSide[];
  readonly active: boolean;
}

export function LinkedCode({ monaco, sides, active }: LinkedCodeProps): ReactElement {
  const { document, page } = usePage();
  // An output of an earlier text leads to wrong places.
  const current = sides.map((side) => (active && side.source.text === document.text ? side : undefined));
  /** Where the line starts that is pointed at. */
  const [pointed, setPointed] = useState<{ readonly index: number; readonly offset: number }>();
  const { part, source } = (pointed && current[pointed.index]) ?? {};
  const offset = pointed && part?.toWhole(pointed.offset);
  const place = useMemo(() => (source && offset !== undefined ? { ...source, offset } : undefined), [source, offset]);
  const { last } = useAnswer('output-origin', place);
  const origin = last?.question === place ? last?.answer : undefined;
  useEffect(() => {
    if (origin === undefined) return undefined;
    page.highlight(origin.ranges);
    return () => page.highlight([]);
  }, [page, origin]);
  const ask = useAsk('output-origin');
  const go = async (side: OutputSide | undefined, start: number): Promise<void> => {
    const whole = side?.part.toWhole(start);
    const outcome = side && whole !== undefined ? await ask({ ...side.source, offset: whole }) : undefined;
    const range = outcome?.ok ? outcome.answer?.ranges[0] : undefined;
    if (range) page.reveal(range);
    else if (side === undefined) page.tell('The document must compile before its lines lead there.');
  };
  const marks = useMarks(current[0]);
  const host = useViews(
    monaco,
    sides.map((side, index) => ({
      ...side,
      marks: index === 0 ? marks : undefined,
      onPoint: (start) =>
        setPointed((before) => {
          if (start === undefined) return undefined;
          return before?.index === index && before.offset === start ? before : { index, offset: start };
        }),
      onPick: (start) => void go(current[index], start),
    })),
  );
  const [line = ''] = part && pointed ? part.text.slice(pointed.offset).split('\n', 1) : [];
  const [label = '', ...others] = origin?.labels ?? [];
  return (
    <>
      <div ref={host} className="output-code" />
      <p role="status" className="foot output-foot">
        {pointed === undefined && 'Point at a line to see where it comes from.'}
        {origin && 'Belongs to '}
        <code>{visibleText(label)}</code>
        {others.length > 0 && ` and ${countOf(others.length, 'more place')}`}
        {flagWords(line, pointed?.offset ?? 0, part?.flags).map(({ meaning }) => ` · ${meaning}`)}
      </p>
    </>
  );
}

/** Read-only editors of the sides. An edit of the document changes only what differs, so the place stays. */
function useViews(monaco: typeof Monaco, sides: readonly ToolsView[]) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(sides);
  latest.current = sides;
  const views = useRef<ReturnType<typeof createViews>>(undefined);
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const created = createViews(monaco, host.current, () => latest.current);
    views.current = created;
    return created.dispose;
  }, [monaco]);
  useLayoutEffect(() => views.current?.update());
  return host;
}

/** Lines that come from the place under pointer or cursor. `undefined`: not known, or the pointer goes to look at the marks. */
function useMarks(side: OutputSide | undefined): ToolsView['marks'] {
  const { pointer, cursor } = usePage().page;
  const offset = useDeferredValue(useSyncExternalStore(pointer.subscribe, pointer.get));
  const { source, part } = side ?? {};
  const place = useMemo(() => (source && offset !== undefined ? { ...source, offset } : undefined), [source, offset]);
  const { last } = useAnswer('output-places', place);
  const found = place && last?.question === place ? last.answer : undefined;
  return useMemo(() => {
    const offsets = part && found?.flatMap((one) => part.toPart(one) ?? []);
    return offsets && { offsets, isCursor: offset === cursor.get() };
  }, [part, found, offset, cursor]);
}
