import { type ReactElement, useMemo } from 'react';
import type { LineRun } from '../../analysis/compare/diff-lines.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../state/health.ts';
import { visibleOutput } from '../../state/visible-text.ts';
import { useAnswer } from '../use-answer.ts';

interface LineDiffProps {
  readonly active: boolean;
  readonly before: string;
  readonly after: string;
}

const WORDS: Readonly<Record<LineRun['sign'], string>> = { ' ': 'In both', '-': 'Gone', '+': 'New' };

/** What differs as one list from top to bottom, for a small screen and for screen readers. */
export function LineDiff({ active, before, after }: LineDiffProps): ReactElement {
  const question = useMemo(() => ({ before, after }), [before, after]);
  const { last, pending, failure } = useAnswer('compare-lines', active ? question : undefined);
  if (failure !== undefined) return <p className="bad">{failure}</p>;
  if (last === undefined) return <p className="quiet">Comparing…</p>;
  const { runs, added, removed, more } = last.answer;
  if (added + removed === 0) return <p role="status">Not a line differs.</p>;
  return (
    <div className={pending ? 'compare-text is-stale' : 'compare-text'}>
      <p role="status">
        {countOf(removed, 'line')} gone, {added.toLocaleString('en')} new.
      </p>
      <ScrollRegion label="Lines that differ" className="compare-lines">
        {runs.map((run, index) => (
          <Run key={`${run.sign}${run.before}-${run.after}`} run={run} hasGap={isGap(runs[index - 1], run)} />
        ))}
        {more > 0 && <p className="quiet">{countOf(more, 'more part')} not shown.</p>}
      </ScrollRegion>
    </div>
  );
}

function isGap(earlier: LineRun | undefined, run: LineRun): boolean {
  if (earlier === undefined) return run.before > 1;
  return earlier.sign === ' ' && run.before > earlier.before + earlier.lines.length;
}

/** Lines of one run that are laid out. */
const MOST_LINES = 400;

function Run({ run, hasGap }: { readonly run: LineRun; readonly hasGap: boolean }): ReactElement {
  const { sign, lines, before, after } = run;
  const shown = lines.slice(0, MOST_LINES);
  return (
    <>
      {hasGap && <p className="compare-gap quiet">⋯</p>}
      <div className="compare-run" data-sign={sign}>
        <span className="visually-hidden">
          {WORDS[sign]}, line {sign === '+' ? after : before}:
        </span>
        <pre>
          {shown.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity beyond their order.
            <span key={index} className="compare-line" data-sign={sign}>
              {visibleOutput(line)}
              {'\n'}
            </span>
          ))}
        </pre>
        {lines.length > MOST_LINES && <p className="quiet">{countOf(lines.length - MOST_LINES, 'more line')}</p>}
      </div>
    </>
  );
}
