import { type ReactElement, useState } from 'react';
import type { Subject } from '../../analysis/subject.ts';
import { Meter } from '../../components/Meter.tsx';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';
import { FactTable } from './FactTable.tsx';
import { GapList } from './GapList.tsx';

interface AssumptionsProps extends PanelProps {
  readonly subject: Subject | undefined;
}

/** Silence is not neutral: what is not stated, and what everybody who decides by it assumes instead. */
export function Assumptions({ active, subject, page }: AssumptionsProps): ReactElement {
  const { last, failure } = useAnswer('safety-gaps', active ? subject : undefined);
  const [fact, setFact] = useState<number>();
  const answer = last?.answer;
  if (answer === undefined || !answer.ok) {
    return <p className="empty quiet">{failure ?? answer?.message ?? 'Looking for what is not stated …'}</p>;
  }
  const { commands, complete, open, total, facts, gaps } = answer;
  if (commands === 0) return <p className="empty">0 commands: nothing is assumed of anything.</p>;
  const number = (value: number): string => value.toLocaleString('en');
  return (
    <div className="safety-body">
      <div className="safety-flow">
        <p className="safety-lead">
          <strong>Silence is not neutral.</strong> Whoever decides by a fact that is not stated assumes something
          instead.
        </p>
        <div className="safety-meters">
          <Meter
            label="Commands that state everything"
            value={complete}
            limit={commands}
            words={`${number(complete)} of ${number(commands)}`}
          />
          <Meter
            label="Facts that are stated"
            value={total - open}
            limit={total}
            words={`${number(total - open)} of ${number(total)}; ${number(open)} missing`}
          />
        </div>
        <FactTable facts={facts} chosen={fact} onChoose={setFact} />
        <GapList key={fact} facts={facts} gaps={gaps} chosen={fact} page={page} />
      </div>
    </div>
  );
}
