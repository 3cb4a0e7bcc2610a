import './line.css';
import { useRef, useState, memo, useMemo, type ReactElement, type PointerEvent, type Ref } from 'react';
import { Button } from '../components/controls.tsx';
import { Disclosure } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import { usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { CheckedLine, ShownPart, Stretch } from './answer-line.ts';
import { LINE_EXAMPLES } from './line-examples.ts';
import { LineParts, toneOf } from './LineParts.tsx';
import { KINDS, VERDICTS } from './verdict.ts';
import { differenceOf } from '../document/playground.ts';
import { useAnswer } from '../worker/use-answer.ts';

/** One shell line: the decision about it, the effects of each part, and what bash would start. */
export function Line({ active, onPolicy }: { readonly active: boolean; readonly onPolicy: () => void }): ReactElement {
  const { dispatch } = usePage();
  const model = useLine(active);
  const { text, answer, failure } = model;
  const field = useRef<HTMLTextAreaElement>(null);
  const [pointed, setPointed] = useState<number>();
  // For that text: in another text the part has another place.
  const [chosen, setChosen] = useState<{ readonly text: string; readonly part: number }>();
  const part = pointed ?? (chosen?.text === text ? chosen.part : undefined) ?? answer?.deciding ?? 0;
  const set = (line: string, label?: string): void =>
    dispatch({ type: 'set', key: 'line', value: line || undefined, label });
  const put = (line: string): void => {
    set(line, text === '' ? undefined : 'Another line');
    takeFocus();
  };
  // The button that was pressed goes away. On a touch screen the keyboard would hide what it showed.
  const takeFocus = (): void => {
    const choice = document.querySelector<HTMLElement>('input[name=way][value=line]');
    (matchMedia('(pointer: fine)').matches ? field.current : choice)?.focus();
  };
  const select = (start: number, end: number): void => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  return (
    <div className="stack apart" data-part="line" data-pending={!model.settled}>
      <LineField
        ref={field}
        model={model}
        part={answer && part}
        onType={set}
        onClear={() => {
          set('', 'Line cleared');
          takeFocus();
        }}
        onPoint={setPointed}
        onChoose={(at) => setChosen({ text, part: at })}
      />
      {text.trim() === '' ? (
        <section className="stack" aria-label="Lines that surprise">
          <p className="quiet">
            Type a line to see what bash would start for it, and what that does. Or choose one of twelve that surprise:
          </p>
          <Gallery onChoose={put} />
        </section>
      ) : (
        <>
          <LineVerdict model={model} onPolicy={onPolicy} />
          {failure !== undefined && <p className="bad">{failure}</p>}
          {answer && answer.issues.length > 0 && <Issues issues={answer.issues} text={text} onGo={select} />}
          {answer && answer.parts.length > 0 && (
            <LineParts
              answer={answer}
              part={part}
              onChoose={(at) => setChosen({ text, part: at })}
              onPoint={setPointed}
            />
          )}
          <Disclosure summary="Twelve lines that surprise">
            <Gallery onChoose={put} />
          </Disclosure>
        </>
      )}
    </div>
  );
}

const TITLES = { runs: 'Runs', asks: 'Asks first', refused: 'Refused' } as const;

/** The decision about the whole line, visible however many parts it has. */
function LineVerdict({ model, onPolicy }: { readonly model: LineModel; readonly onPolicy: () => void }): ReactElement {
  const { answer, settled, failure } = model;
  const kind = answer && KINDS[answer.decision];
  return (
    <section className="row try-verdict" data-verdict={kind ?? 'none'} aria-label="Verdict" aria-busy={!settled}>
      <Icon name={kind ? VERDICTS[kind].icon : 'info'} />
      <div role="status" className="wrap">
        <p className="try-verdict-title">{kind ? TITLES[kind] : 'Not read yet'}</p>
        <p>{answer ? reasonOf(answer) : failure === undefined ? 'Reading the line…' : 'The line was not read.'}</p>
        {answer && <p className="small quiet">{summaryOf(answer)}</p>}
      </div>
      <Button onClick={onPolicy}>{kind === 'refused' ? 'Change the policy' : 'Show the policy'}</Button>
    </section>
  );
}

function reasonOf({ reasons, parts }: CheckedLine): string {
  const [first, ...others] = reasons;
  if (first !== undefined) {
    return visibleText(others.length === 0 ? first : `${first} (${countOf(others.length, 'more reason')} below)`);
  }
  const isQuiet = parts.every(({ danger }) => danger === undefined || danger === 'reads');
  return isQuiet ? 'No part of it changes anything.' : 'The policy allows every part of it.';
}

/** `"3 parts · writes out.txt · reads names"`. */
function summaryOf({ total, writes, reads, issues }: CheckedLine): string {
  return [
    countOf(total, 'part'),
    ...(issues.length > 0 ? [`${countOf(issues.length, 'place')} not understood`] : []),
    ...(writes.length > 0 ? [`writes ${writes.map(visibleText).join(', ')}`] : []),
    ...(reads.length > 0 ? [`reads ${reads.map(visibleText).join(', ')}`] : []),
  ].join(' · ');
}

interface IssuesProps {
  readonly issues: CheckedLine['issues'];
  readonly text: string;
  readonly onGo: (start: number, end: number) => void;
}

/** Longest excerpt of a place, in UTF-16 units. */
const MAX_EXCERPT = 60;
const MAX_ISSUES = 20;

/** Places that the reader does not understand: bash may start more there than the listed parts. */
function Issues({ issues, text, onGo }: IssuesProps): ReactElement {
  return (
    <section className="stack" aria-label="Not understood">
      <h2 className="subheading">Not understood: bash may start more here</h2>
      <ul className="stack">
        {issues.slice(0, MAX_ISSUES).map(({ code, message, start, end }) => {
          const excerpt = text.slice(start, end);
          return (
            <li key={`${code} ${start} ${end} ${message}`} className="row line-issue">
              <Icon name="warning" />
              <span className="wrap">{visibleText(message)}</span>
              <Button look="link" className="mono clip" onClick={() => onGo(start, end)}>
                {excerpt.trim() === '' ? 'at its end' : visibleText(excerpt.slice(0, MAX_EXCERPT))}
                {excerpt.length > MAX_EXCERPT && '…'}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Gallery({ onChoose }: { readonly onChoose: (line: string) => void }): ReactElement {
  return (
    <ul className="line-gallery" aria-label="Examples">
      {LINE_EXAMPLES.map(({ line, decision, why }) => (
        <li key={line} data-verdict={KINDS[decision]}>
          <button type="button" className="bare card line-example" onClick={() => onChoose(line)}>
            <code className="wrap">{line}</code>
            <span className="quiet">{why}</span>
            <span className="row try-word small">
              <Icon name={VERDICTS[KINDS[decision]].icon} /> {VERDICTS[KINDS[decision]].word}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface LineFieldProps {
  readonly ref: Ref<HTMLTextAreaElement>;
  readonly model: LineModel;
  /** Index of the chosen part. Absent: none. */
  readonly part: number | undefined;
  readonly onType: (text: string) => void;
  readonly onClear: () => void;
  readonly onPoint: (part: number | undefined) => void;
  readonly onChoose: (part: number) => void;
}

/** A text area that shows only its caret, before the same text in the colours of its parts. The list of parts says all of it. */
function LineField({ ref, model, part, onType, onClear, onPoint, onChoose }: LineFieldProps): ReactElement {
  const { text, stretches, answer } = model;
  const point = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') onPoint(partAt(event.clientX, event.clientY));
  };
  const chooseAt = (caret: number): void => {
    const found = stretches.find(({ start, end }) => start <= caret && caret <= end && end > start);
    const inside = stretches.find(({ start, end, part: at }) => at !== undefined && start <= caret && caret < end);
    const at = (inside ?? found)?.part;
    if (at !== undefined) onChoose(at);
  };
  return (
    <div className="stack">
      <div className="row">
        <label className="grow" htmlFor="shell-line">
          A shell line
        </label>
        {text !== '' && (
          <Button small onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      <div className="line-field mono">
        <Colours text={text} stretches={stretches} parts={answer?.parts} looked={part} />
        <textarea
          ref={ref}
          id="shell-line"
          className="line-text"
          rows={2}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          autoComplete="off"
          placeholder="git status && rm -rf build"
          value={text}
          onChange={(event) => onType(event.target.value)}
          onPointerMove={point}
          onPointerLeave={() => onPoint(undefined)}
          onClick={(event) => chooseAt(event.currentTarget.selectionStart)}
          onKeyUp={(event) => NAVIGATION.has(event.key) && chooseAt(event.currentTarget.selectionStart)}
        />
      </div>
    </div>
  );
}

const NAVIGATION = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** The part whose colours lie at a place of the window, beneath the text area. */
function partAt(x: number, y: number): number | undefined {
  const found = document.elementsFromPoint(x, y).find((one) => one instanceof HTMLElement && 'stretch' in one.dataset);
  const part = found instanceof HTMLElement ? found.dataset['stretch'] : undefined;
  return part === undefined || part === '' ? undefined : Number(part);
}

interface ColoursProps {
  readonly text: string;
  readonly stretches: readonly Stretch[];
  readonly parts: readonly ShownPart[] | undefined;
  readonly looked: number | undefined;
}

const Colours = memo(function Colours({ text, stretches, parts, looked }: ColoursProps): ReactElement {
  const pieces = [];
  let end = 0;
  for (const stretch of stretches) {
    if (stretch.start > end) pieces.push(text.slice(end, stretch.start));
    end = stretch.end;
    const part = stretch.part === undefined ? undefined : parts?.[stretch.part];
    pieces.push(
      <span
        key={stretch.start}
        data-stretch={stretch.part}
        data-tone={part && toneOf(part)}
        data-unread={stretch.isUnread}
        data-looked={stretch.part !== undefined && stretch.part === looked}
      >
        {text.slice(stretch.start, stretch.end)}
      </span>,
    );
  }
  return (
    <div className="line-colours" aria-hidden="true">
      {pieces}
      {text.slice(end)}
      {/* Else the last line would have no height after a line break. */}
      {'\u200b'}
    </div>
  );
});

type LineModel = ReturnType<typeof useLine>;

const NOTHING: readonly Stretch[] = [];

/** The line of the page and its analysis; each key asks the worker again, and the colours move along until it answers. */
function useLine(active: boolean) {
  const { copy, compilation } = usePage();
  const { line: text = '', policy } = copy;
  const document = compilation.result?.source;
  const question = useMemo(() => ({ text, policy, document }), [text, policy, document]);
  const isBlank = text.trim() === '';
  const { last, failure } = useAnswer('line', active && !isBlank ? question : undefined);
  const asked = last?.question.text;
  const kept = isBlank ? undefined : last?.answer;
  const edit = useMemo(() => (asked === undefined ? undefined : editOf(asked, text)), [asked, text]);
  const answer = edit === undefined ? undefined : kept;
  const stretches = useMemo(
    () => (answer && edit ? answer.stretches.flatMap((stretch) => moved(stretch, edit)) : NOTHING),
    [answer, edit],
  );
  return {
    // `answer` is for this text, or for the one before a small change; `stretches` are where they are in this text.
    text,
    stretches,
    answer,
    // False: `answer` belongs to the text, or the policy, before the last change.
    settled: last?.question === question,
    failure,
  };
}

/** One change of a text: the offset where it begins, where it ended in the text before, and by how much that moved. */
interface Edit {
  readonly from: number;
  readonly until: number;
  readonly by: number;
}

/** @returns undefined when most of the text changed, so that the earlier analysis says nothing about it */
export function editOf(before: string, after: string): Edit | undefined {
  const { start: from, same } = differenceOf(before, after);
  if ((from + same) * 2 < Math.max(before.length, after.length)) return undefined;
  return { from, until: before.length - same, by: after.length - before.length };
}

/** Text typed at the end of a stretch belongs to it. */
function moved(stretch: Stretch, { from, until, by }: Edit): readonly Stretch[] {
  const place = (offset: number): number => (offset >= until ? offset + by : Math.min(offset, from));
  const [start, end] = [place(stretch.start), place(stretch.end)];
  return end > start ? [{ ...stretch, start, end }] : [];
}
