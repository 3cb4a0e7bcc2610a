import type { ReactElement } from 'react';
import type { OpenFact } from '../../analysis/safety/answer-safety-gaps.ts';
import { countOf } from '../../state/health.ts';

interface FactTableProps {
  readonly facts: readonly OpenFact[];
  /** The fact that the list is narrowed to. */
  readonly chosen: number | undefined;
  readonly onChoose: (fact: number | undefined) => void;
}

/** Each fact with the commands that leave it open, and who assumes what. */
export function FactTable({ facts, chosen, onChoose }: FactTableProps): ReactElement {
  return (
    <div className="safety-facts-box">
      <table className="safety-facts">
        <caption className="visually-hidden">What is assumed where a fact is not stated</caption>
        <thead>
          <tr>
            <th scope="col">Not stated</th>
            <th scope="col">Commands</th>
            <th scope="col">A policy that restricts it</th>
            <th scope="col">MCP clients</th>
            <th scope="col">Sandbox</th>
          </tr>
        </thead>
        <tbody>
          {facts.map((fact, index) => (
            <tr key={fact.field} data-chosen={chosen === index || undefined}>
              <th scope="row">
                {fact.question} <code className="quiet">{fact.field}</code>
              </th>
              <td>
                <button
                  type="button"
                  className="button button-small"
                  aria-pressed={chosen === index}
                  aria-label={`${countOf(fact.missing, 'command')} without ${fact.field}`}
                  disabled={fact.missing === 0}
                  onClick={() => onChoose(chosen === index ? undefined : index)}
                >
                  {fact.missing.toLocaleString('en')}
                  <span className="safety-only-narrow"> do not say</span>
                </button>
              </td>
              <td data-label="Policy: ">{policyWords(fact)}</td>
              <td data-label="MCP: ">{hintWords(fact)}</td>
              <td data-label="Sandbox: ">{sandboxWords(fact)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function policyWords({ missing, assumed }: OpenFact): string {
  if (assumed === undefined) return 'none goes by it';
  if (missing === 0) return '–';
  const other = missing - assumed;
  if (assumed === 0) return 'takes it for no';
  if (other === 0) return 'assumes the worst';
  return `assumes the worst of ${assumed.toLocaleString('en')}; the other effects rule it out for ${other.toLocaleString('en')}`;
}

function hintWords({ missing, hint }: OpenFact): string {
  if (hint === undefined) return 'no hint';
  if (missing === 0) return '–';
  const part = hint.commands === missing ? '' : ` for ${hint.commands.toLocaleString('en')}`;
  return `${hint.name}: ${hint.value}${part}`;
}

function sandboxWords({ missing, refused }: OpenFact): string {
  if (refused === undefined) return 'not concerned';
  if (missing === 0) return '–';
  return refused === missing ? 'not given' : `not given to ${refused.toLocaleString('en')}`;
}
