import { memo, type MemoExoticComponent, type ReactElement } from 'react';
import { cellAt, type SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { gravestRisk } from '../../analysis/commands/risk-bits.ts';
import { Icon } from '../../components/Icon.tsx';
import type { PageActions } from '../panel.ts';
import { DecisionMark } from './DecisionMark.tsx';
import { optionWords, rowLabel } from './decision-words.ts';

interface MatrixRowProps {
  readonly matrix: SafetyMatrix;
  /** In `matrix.rows`. */
  readonly row: number;
  /** Among the rows that fit the filter. */
  readonly place: number;
  readonly page: PageActions;
  /** Which of its cells the Tab key reaches; -1 is the name. */
  readonly activeColumn: number | undefined;
}

/** One command under every policy. */
export const MatrixRow: MemoExoticComponent<(props: MatrixRowProps) => ReactElement | undefined> = memo(
  function MatrixRow({ matrix, row, place, page, activeColumn }) {
    const command = matrix.rows[row];
    if (command === undefined) return undefined;
    const { options, names, range, risks } = command;
    const risk = gravestRisk(risks);
    return (
      <tr aria-rowindex={place + 2}>
        <th scope="row" className="safety-name">
          <button
            type="button"
            className={`safety-place mono${risk === undefined ? '' : ` risk-${risk}`}`}
            data-row={row}
            data-column={-1}
            tabIndex={activeColumn === -1 ? 0 : -1}
            title={`${rowLabel(command)}: goes there in the document`}
            aria-label={rowLabel(command)}
            onClick={() => range && page.reveal(range)}
          >
            {risk !== undefined && <Icon name={risk} />}
            <span className="safety-label">
              {options === undefined || names !== undefined ? rowLabel(command) : `└ with ${optionWords(options)}`}
            </span>
          </button>
        </th>
        {matrix.columns.map(({ key }, column) => (
          <td key={key} data-row={row} data-column={column} tabIndex={activeColumn === column ? 0 : -1}>
            <DecisionMark cell={cellAt(matrix, row, column)} />
          </td>
        ))}
      </tr>
    );
  },
);
