import type { ReactElement } from 'react';
import type { RuleCount } from '../../analysis/filter/answer-filter.ts';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';

interface RuleTableProps {
  readonly rules: readonly RuleCount[];
  /** Whether what is found is taken out. */
  readonly redacts: boolean;
  readonly onGo: (mark: number) => void;
}

/** What was found, by rule; a line number leads there. */
export function RuleTable({ rules, redacts, onGo }: RuleTableProps): ReactElement {
  const count = rules.reduce((sum, rule) => sum + rule.count, 0);
  if (count === 0) {
    return (
      <p className="filter-verdict">
        <strong>Nothing here looks like a secret.</strong>{' '}
        <span className="quiet">
          One without a telling prefix, key or header passes; a pattern of yours can find it.
        </span>
      </p>
    );
  }
  return (
    <div className="filter-part">
      <p className="filter-verdict" role="status">
        <Icon name={redacts ? 'check' : 'warning'} />
        <strong>
          {count === 1 ? '1 stretch looks like a secret' : `${count.toLocaleString('en')} stretches look like secrets`}
        </strong>
        , by {countOf(rules.length, 'rule')}.{!redacts && ' They are let through: redacting is switched off below.'}
      </p>
      <table className="filter-table">
        <caption className="visually-hidden">Secrets by rule</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col" className="is-number">
              Found
            </th>
            <th scope="col">First</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, count: found, first, line }) => (
            <tr key={rule}>
              <th scope="row" className="mono">
                {rule}
              </th>
              <td className="is-number">{found.toLocaleString('en')}</td>
              <td>
                <button type="button" className="button button-link" onClick={() => onGo(first)}>
                  line {line.toLocaleString('en')}
                  <span className="visually-hidden">, {rule}</span>
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
