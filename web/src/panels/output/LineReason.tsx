import { Button } from '../../components/Button.tsx';
import { pointerTokens } from '@atip/core/internal';
import { Fragment, type ReactElement, type RefObject, useCallback, useEffect, useMemo, useState } from 'react';
import type { CodeViewHandle } from '../../components/CodeView.tsx';
import { countOf } from '../../text/words.ts';
import { linesOfOffset, type Provenance, sourceOfLine } from '../../analysis/provenance/provenance.ts';
import type { PanelProps } from '../page-context.ts';
import { useAnswer } from '../use-answer.ts';
import type { OutputPartProps, ShownOutput } from './shown-output.ts';

interface LineReasonProps {
  readonly links: LineLinks;
  readonly view: RefObject<CodeViewHandle | null>;
}

/** The bottom line of the panel: what made the line that is pointed at, or where to find what the document's place made. */
export function LineReason({ links: { pointed, elsewhere }, view }: LineReasonProps): ReactElement {
  const [first] = elsewhere;
  return (
    <div className="foot output-reason">
      <p role="status" className="grow clip">
        {pointed !== undefined ? (
          <Reason {...pointed} />
        ) : elsewhere.length > 0 ? (
          `${countOf(elsewhere.length, 'line')} of the output ${elsewhere.length === 1 ? 'comes' : 'come'} from here`
        ) : (
          <span className="quiet">Point at a line to see what made it; click to go there.</span>
        )}
      </p>
      {pointed === undefined && first !== undefined && (
        <Button small onClick={() => view.current?.reveal(first)}>
          Show in output
        </Button>
      )}
    </div>
  );
}

function Reason({ line, source }: NonNullable<LineLinks['pointed']>): ReactElement {
  if (source === undefined) return <span className="quiet">line {line}: known as soon as the document compiles</span>;
  const [path = ''] = source.paths;
  const place = pointerWords(path);
  return (
    <>
      line {line} is <Quoted text={source.why} />
      {place !== '' && <span className="quiet"> · {place}</span>}
    </>
  );
}

function Quoted({ text }: { readonly text: string }): readonly ReactElement[] {
  return text.split('`').map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity beyond their order.
    return index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>;
  });
}

/**
 * A JSON Pointer in words, without its document: `/commands/pr/commands/create/effects/network` →
 * `"pr create › effects.network"`; the document itself is `""`.
 */
function pointerWords(pointer: string): string {
  const tokens = pointerTokens(pointer);
  const path: string[] = [];
  let at = 0;
  for (; tokens[at] === 'commands' && at + 1 < tokens.length; at += 2) path.push(tokens[at + 1] ?? '');
  const words = [path.filter((name) => name !== '').join(' '), tokens.slice(at).join('.')];
  return words.filter((word) => word !== '').join(' › ');
}

interface LineLinksProps extends Pick<OutputPartProps, 'active' | 'document' | 'page' | 'question'> {
  readonly shown: ShownOutput;
  readonly view: RefObject<CodeViewHandle | null>;
}

const NONE: readonly number[] = [];

type LineLinks = ReturnType<typeof useLineLinks>;

/** Which place of the document made which output line, both ways: what is pointed at on one side is marked on the other. */
export function useLineLinks(props: LineLinksProps) {
  const { active, document, page, shown, question, view } = props;
  const { last } = useAnswer('output-provenance', active ? question : undefined);
  const isCurrent = last !== undefined && last.question.text === document.text && isSame(last.question, shown.question);
  const provenance = isCurrent ? last.answer : undefined;
  const [line, setLine] = useState<number>();
  const { marks, elsewhere } = useMarks(active ? provenance : undefined, page, view);
  const source = useMemo(
    () => (line === undefined || provenance === undefined ? undefined : sourceOfLine(provenance, line)),
    [provenance, line],
  );
  useEffect(() => {
    if (source === undefined) return undefined;
    page.highlight(source.ranges);
    return () => page.highlight([]);
  }, [page, source]);
  const onPick = useCallback(
    (picked: number) => {
      const [range] = (provenance && sourceOfLine(provenance, picked)?.ranges) ?? [];
      if (range) page.reveal(range);
      else page.tell('Where this line comes from is known as soon as the document compiles.');
    },
    [page, provenance],
  );
  const actions = useMemo(() => ({ marks, onPoint: setLine, onPick }), [marks, onPick]);
  return { actions, elsewhere, ...(line !== undefined && { pointed: { line, source } }) };
}

function isSame(one: ShownOutput['question'], other: ShownOutput['question']): boolean {
  return one.text === other.text && one.filter === other.filter;
}

interface Marks {
  readonly marks: readonly number[];
  readonly elsewhere: readonly number[];
}

const NO_MARKS: Marks = { marks: NONE, elsewhere: NONE };

/** The lines made from where a person points in the document; looked up once a frame at most. */
function useMarks(
  provenance: Provenance | undefined,
  { cursor }: PanelProps['page'],
  view: RefObject<CodeViewHandle | null>,
): Marks {
  const [found, setFound] = useState(NO_MARKS);
  useEffect(() => {
    if (provenance === undefined) {
      setFound(NO_MARKS);
      return undefined;
    }
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const offset = cursor.get();
      // Who leaves the document goes to look at what is marked here.
      if (offset === undefined) return;
      const marks = linesOfOffset(provenance, offset);
      const isSeen = marks.length === 0 || view.current?.shows(marks) !== false;
      setFound((before) => {
        if (before.marks.join() === marks.join()) return before;
        return marks.length === 0 ? NO_MARKS : { marks, elsewhere: isSeen ? NONE : marks };
      });
    };
    const unsubscribe = cursor.subscribe(() => {
      if (frame === 0) frame = requestAnimationFrame(look);
    });
    look();
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
    };
  }, [provenance, cursor, view]);
  return found;
}
