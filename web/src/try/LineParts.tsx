import { useRef, type ReactElement } from 'react';
import { EffectBadges } from '../components/content.tsx';
import { Icon } from '../components/Icon.tsx';
import { marksOf, type Risk } from '../document/risks.ts';
import { visibleArgument, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { CheckedLine, ShownPart, ShownWord } from './answer-line.ts';
import { KINDS, VERDICTS } from './verdict.ts';

interface LinePartsProps {
  readonly answer: CheckedLine;
  readonly part: number;
  readonly onChoose: (part: number) => void;
  readonly onPoint: (part: number | undefined) => void;
}

export function LineParts({ answer, part, onChoose, onPoint }: LinePartsProps): ReactElement {
  const { parts, total } = answer;
  const looked = parts[part] ?? parts[0];
  const detail = useRef<HTMLElement>(null);
  const tones = new Set(parts.map(toneOf));
  const choose = (at: number): void => {
    onChoose(at);
    detail.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <ul className="row line-key" aria-label="Colours">
        {TONE_WORDS.filter(([tone]) => tones.has(tone)).map(([tone, words]) => (
          <li key={tone} className="small quiet">
            <span className="mono" data-tone={tone}>
              abc
            </span>{' '}
            {words}
          </li>
        ))}
      </ul>
      <div className="line-parts">
        <ol className="line-list" aria-label="Parts of the line">
          {parts.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same command may come twice; its place is its identity.
            <li key={at}>
              <button
                type="button"
                className="bare line-part"
                aria-current={one === looked}
                data-verdict={KINDS[one.decision]}
                onClick={() => choose(at)}
                onFocus={() => onChoose(at)}
                onPointerEnter={() => onPoint(at)}
                onPointerLeave={() => onPoint(undefined)}
              >
                <PartRow part={one} place={at} />
              </button>
            </li>
          ))}
          {total > parts.length && <li className="quiet boxed">and {countOf(total - parts.length, 'more part')}</li>}
        </ol>
        {looked && <PartDetail ref={detail} part={looked} place={parts.indexOf(looked)} />}
      </div>
    </>
  );
}

function PartRow({ part, place }: { readonly part: ShownPart; readonly place: number }): ReactElement {
  const { decision, danger, through } = part;
  const kind = KINDS[decision];
  return (
    <>
      <span className="line-number quiet">{place + 1}</span>
      <code className="clip">
        {through.map((wrapper, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a wrapper may come twice.
          <span key={at} className="quiet">
            {visibleText(wrapper)} ›{' '}
          </span>
        ))}
        <span data-tone={toneOf(part)}>{textOf(part)}</span>
      </code>
      {danger !== undefined && (
        <span className={`badge risk-${danger}`}>
          <Icon name={danger} />
          {marksOf([danger])[0]?.word}
        </span>
      )}
      <span className="row try-word small">
        <Icon name={VERDICTS[kind].icon} /> {VERDICTS[kind].word}
      </span>
    </>
  );
}

/** Longest text of a row, in UTF-16 units. */
const MAX_ROW = 200;

function textOf({ words, kind, remarks }: ShownPart): string {
  const text = kind === 'nothing' && words.length === 0 ? (remarks[0] ?? '') : words.map((word) => word.text).join(' ');
  return visibleText(text.slice(0, MAX_ROW));
}

interface PartDetailProps {
  readonly ref: React.Ref<HTMLElement>;
  readonly part: ShownPart;
  readonly place: number;
}

/** Everything about one part: its program and command, effects, the rule and the reasons, and what bash would start. */
function PartDetail({ ref, part, place }: PartDetailProps): ReactElement {
  const { program, command, effects, decision, reasons, rule, remarks, kind, notUnderstood } = part;
  const verdict = VERDICTS[KINDS[decision]];
  return (
    <section ref={ref} className="card try-card stack line-detail" aria-label={`Part ${place + 1}`}>
      <div className="row" data-verdict={KINDS[decision]}>
        <h2 className="grow mono name">{visibleText(command ?? program ?? 'No program')}</h2>
        <span className="row try-word">
          <Icon name={verdict.icon} /> {verdict.word}
        </span>
      </div>
      {kind !== 'nothing' && kind !== 'function' && <EffectBadges effects={effects} />}
      <ul className="stack">
        {reasons.length === 0 && <li>No rule of the policy objects.</li>}
        {[...new Set(reasons)].map((reason) => (
          <li key={reason} className="wrap">
            {visibleText(reason)}
          </li>
        ))}
        {rule !== undefined && (
          <li className="quiet">
            Decided by <code>/{rule}</code>
          </li>
        )}
        <li className="quiet">{sourceOf(part)}</li>
        {notUnderstood.length > 0 && (
          <li>
            Not understood: <code>{notUnderstood.map(visibleArgument).join(' ')}</code>
          </li>
        )}
        {[...new Set(remarks)].map((remark) => (
          <li key={remark} className="quiet wrap">
            {visibleText(remark)}
          </li>
        ))}
      </ul>
      <Starts part={part} />
    </section>
  );
}

function sourceOf({ kind, source, program }: ShownPart): string {
  if (kind === 'builtin') return 'A builtin of the shell.';
  if (kind === 'function') return 'A function that the line defines: its commands are parts of their own.';
  if (kind === 'nothing') return 'It starts no program.';
  if (source === 'table') return 'Described by the table that comes with this page.';
  if (source === 'document') return 'Described by the document that is open here.';
  return program === undefined
    ? 'Its program is not known before the line runs.'
    : 'No document describes this program.';
}

/** The argv of a part, element by element, below the wrappers that it goes through. */
function Starts({ part: { through, words, kind } }: { readonly part: ShownPart }): ReactElement | null {
  if (kind === 'nothing' || words.length === 0) return null;
  const starts = kind === 'program' ? 'bash would start' : 'bash would do by itself';
  return (
    <div className="stack line-starts">
      <h3 className="subheading">{through.length === 0 ? starts : 'bash would start'}</h3>
      {through.length > 0 && (
        <p>
          {through.map((wrapper, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a wrapper may come twice.
            <span key={at}>
              <code>{visibleText(wrapper)}</code>, which {kind === 'program' ? 'starts' : 'runs'}{' '}
            </span>
          ))}
        </p>
      )}
      <ol className="argv mono" start={0} aria-label="What bash would start">
        {words.map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same word may come twice; its place is its identity.
          <li key={at}>
            <Element word={word} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Element({ word: { text, open } }: { readonly word: ShownWord }): ReactElement {
  if (open === undefined) return <code>{visibleArgument(text)}</code>;
  return (
    <>
      <code className="line-open">{visibleArgument(text)}</code> <span className="small quiet">{open}</span>
    </>
  );
}

/** The look of a part in the line: its colour, and a kind of underline for people who see no colours. */
type Tone = 'destroys' | 'risky' | 'changes' | 'unknown' | 'reads';

const TONES: Readonly<Record<Risk, Tone>> = {
  destroys: 'destroys',
  'no-undo': 'destroys',
  root: 'risky',
  ends: 'risky',
  runs: 'risky',
  sends: 'risky',
  reveals: 'risky',
  costs: 'risky',
  deletes: 'risky',
  writes: 'changes',
  network: 'changes',
  asks: 'changes',
  'not-twice': 'changes',
  'not-stated': 'unknown',
  reads: 'reads',
};

export function toneOf({ danger }: Pick<ShownPart, 'danger'>): Tone {
  return danger === undefined ? 'reads' : TONES[danger];
}

/** For the key below the line, gravest first. */
const TONE_WORDS: readonly (readonly [Tone, string])[] = [
  ['destroys', 'destroys, or cannot be undone'],
  ['risky', 'deletes, sends, reveals, ends processes, or runs what it is given'],
  ['changes', 'writes, or uses the network'],
  ['unknown', 'no document says what it does'],
  ['reads', 'only reads'],
];
