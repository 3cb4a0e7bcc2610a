import { type ReactElement, useMemo } from 'react';
import type { CommandTree } from '../../analysis/commands/command-tree.ts';
import { riskBits } from '../../analysis/commands/risk-bits.ts';
import { Icon } from '../../components/Icon.tsx';
import { marksOf } from './command-words.ts';
import { countRisks } from './count-risks.ts';

interface RiskChipsProps {
  readonly tree: CommandTree;
  /** By `riskBits`. */
  readonly chosen: number;
  readonly onChoose: (risks: number) => void;
}

/** The legend of the picture, with counts; a chosen risk stands out in the picture and narrows the list. */
export function RiskChips({ tree, chosen, onChoose }: RiskChipsProps): ReactElement {
  const counts = useMemo(() => countRisks(tree), [tree]);
  return (
    <fieldset className="risk-chips" aria-label="Commands by risk">
      {counts.map(({ risk, commands }) => {
        const bit = riskBits([risk]);
        const mark = marksOf(bit)[0];
        return (
          <button
            key={risk}
            type="button"
            className={`risk-chip badge risk-${risk}`}
            aria-pressed={(chosen & bit) !== 0}
            title={mark?.meaning}
            onClick={() => onChoose(chosen ^ bit)}
          >
            <Icon name={risk} />
            {mark?.word} <span className="risk-chip-count">{commands.toLocaleString('en')}</span>
          </button>
        );
      })}
      {chosen !== 0 && (
        <button type="button" className="button button-small button-plain" onClick={() => onChoose(0)}>
          All risks
        </button>
      )}
    </fieldset>
  );
}
