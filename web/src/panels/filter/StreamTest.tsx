import { type ReactElement, useMemo, useState } from 'react';
import type { FilterQuestion } from '../../analysis/filter/answer-filter.ts';
import type { StreamQuestion } from '../../analysis/filter/answer-filter-stream.ts';
import type { MarkedText } from '../../analysis/filter/text-chunks.ts';
import { Choice } from '../../components/Choice.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { useAnswer } from '../use-answer.ts';
import { BoundaryField } from './BoundaryField.tsx';
import { cutOf, type CutWay } from './cut-of.ts';
import { ShuffleTest } from './ShuffleTest.tsx';
import { StreamTable } from './StreamTable.tsx';
import { StreamVerdict } from './StreamVerdict.tsx';

interface StreamTestProps {
  readonly active: boolean;
  readonly question: FilterQuestion;
  readonly before: MarkedText;
}

const WAYS = [
  { value: '1', label: '1' },
  { value: '7', label: '7' },
  { value: '64', label: '64' },
  { value: '4096', label: '4,096' },
  { value: 'random', label: 'Random' },
  { value: 'at', label: 'One boundary' },
] as const;

/** The same output as it would arrive in pieces: what leaves when, and whether a boundary ever lets a secret slip. */
export function StreamTest(props: StreamTestProps): ReactElement {
  return (
    <Disclosure summary="Streaming: does a chunk boundary let a secret slip?" open>
      <StreamBody {...props} />
    </Disclosure>
  );
}

function StreamBody({ active, question, before }: StreamTestProps): ReactElement {
  const [way, setWay] = useState<CutWay>('64');
  const [seed, setSeed] = useState(1);
  const [moved, setMoved] = useState<number>();
  const [first] = before.marks;
  // Until it is moved, the boundary runs through the first secret.
  const middle = first === undefined ? before.text.length >> 1 : (first.start + first.end) >> 1;
  const boundary = Math.min(moved ?? middle, before.text.length - 1);
  const asked = useMemo(
    (): StreamQuestion => ({ ...question, cut: cutOf(way, seed, boundary) }),
    [question, way, seed, boundary],
  );
  const { last, failure } = useAnswer('filter-stream', active ? asked : undefined);
  return (
    <div className="filter-form">
      <div className="filter-row">
        <span className="quiet">Characters in a chunk</span>
        <Choice label="Characters in a chunk" name="filter-cut" options={WAYS} value={way} onChoose={setWay} />
        {way === 'random' && (
          <button type="button" className="button button-small" onClick={() => setSeed(seed + 1)}>
            Cut anew (seed {seed})
          </button>
        )}
      </div>
      {way === 'at' && <BoundaryField before={before} value={boundary} onChange={setMoved} />}
      {failure !== undefined && <p className="bad">{failure}</p>}
      {last && (
        <>
          <StreamVerdict answer={last.answer} settings={last.question.settings} />
          <StreamTable answer={last.answer} before={before.text === last.question.text ? before : undefined} />
        </>
      )}
      <ShuffleTest question={question} />
    </div>
  );
}
