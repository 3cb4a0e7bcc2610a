import './line.css';
import { type ReactElement, useRef, useState } from 'react';
import { Button } from '../components/controls.tsx';
import { Disclosure } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import { usePage } from '../page/page-context.ts';
import { visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { LineAnswer } from './answer-line.ts';
import { LINE_EXAMPLES } from './line-examples.ts';
import { LineField } from './LineField.tsx';
import { LineParts } from './LineParts.tsx';
import { type LineModel, useLine } from './use-line.ts';
import { KINDS, VERDICTS } from './verdict.ts';

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
    <div className="stack line" data-part="line" data-pending={!model.settled}>
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

function reasonOf({ reasons, parts }: LineAnswer): string {
  const [first, ...others] = reasons;
  if (first !== undefined) {
    return visibleText(others.length === 0 ? first : `${first} (${countOf(others.length, 'more reason')} below)`);
  }
  const isQuiet = parts.every(({ danger }) => danger === undefined || danger === 'reads');
  return isQuiet ? 'No part of it changes anything.' : 'The policy allows every part of it.';
}

/** `"3 parts · writes out.txt · reads names"`. */
function summaryOf({ total, writes, reads, issues }: LineAnswer): string {
  return [
    countOf(total, 'part'),
    ...(issues.length > 0 ? [`${countOf(issues.length, 'place')} not understood`] : []),
    ...(writes.length > 0 ? [`writes ${writes.map(visibleText).join(', ')}`] : []),
    ...(reads.length > 0 ? [`reads ${reads.map(visibleText).join(', ')}`] : []),
  ].join(' · ');
}

interface IssuesProps {
  readonly issues: LineAnswer['issues'];
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
            <code>{line}</code>
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
