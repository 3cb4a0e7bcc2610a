import { usePage } from '../page-context.ts';
import { Table } from '../../components/Table.tsx';
import { type ReactElement, useState } from 'react';
import type { Gap, OpenFact } from '../../analysis/safety/answer-safety-gaps.ts';
import type { Subject } from '../../analysis/subject.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../use-answer.ts';

/** Lists the unstated effects, and the assumptions that everybody who decides makes instead. */
export function Assumptions({ subject }: { readonly subject: Subject | undefined }): ReactElement {
  const { last, failure } = useAnswer('safety-gaps', subject);
  const [chosen, setChosen] = useState<number>();
  const answer = last?.answer;
  if (answer === undefined || !answer.ok) {
    return <p className="empty quiet">{failure ?? answer?.message ?? 'Looking for what is not stated …'}</p>;
  }
  const { commands, open, total, facts, gaps } = answer;
  if (commands === 0) return <p className="empty">0 commands: nothing is assumed of anything.</p>;
  const number = (value: number): string => value.toLocaleString('en');
  return (
    <div className="panel">
      <div className="safety-flow">
        <p>
          <strong>
            {number(total - open)} of {number(total)} facts are stated.
          </strong>{' '}
          {number(commands - gaps.length)} of {countOf(commands, 'command')} state everything. Whoever decides by a fact
          that is not stated assumes something instead.
        </p>
        <FactTable facts={facts} chosen={chosen} onChoose={setChosen} />
        <GapList key={chosen} facts={facts} gaps={gaps} chosen={chosen} />
      </div>
    </div>
  );
}

interface FactTableProps {
  readonly facts: readonly OpenFact[];
  /** The fact that the list is narrowed to. */
  readonly chosen: number | undefined;
  readonly onChoose: (fact: number | undefined) => void;
}

function FactTable({ facts, chosen, onChoose }: FactTableProps): ReactElement {
  return (
    <Table
      className="table-narrow"
      caption="What is assumed where a fact is not stated"
      columns={['Not stated', 'Commands', 'A policy that restricts it', 'MCP clients', 'Sandbox']}
    >
      {facts.map((fact, index) => (
        <tr key={fact.field} aria-current={chosen === index || undefined}>
          <th scope="row">
            {fact.question} <code className="quiet">{fact.field}</code>
          </th>
          <td>
            <Button
              small
              aria-pressed={chosen === index}
              aria-label={`${countOf(fact.missing, 'command')} without ${fact.field}`}
              disabled={fact.missing === 0}
              onClick={() => onChoose(chosen === index ? undefined : index)}
            >
              {fact.missing.toLocaleString('en')}
            </Button>
          </td>
          <td data-label="Policy: ">{policyWords(fact)}</td>
          <td data-label="MCP: ">{hintWords(fact)}</td>
          <td data-label="Sandbox: ">{sandboxWords(fact)}</td>
        </tr>
      ))}
    </Table>
  );
}

function policyWords({ missing, assumed }: OpenFact): string {
  if (assumed === undefined) return 'no policy goes by it';
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
  if (refused === undefined) return 'does not go by it';
  if (missing === 0) return '–';
  return refused === missing ? 'not given' : `not given to ${refused.toLocaleString('en')}`;
}

/** Commands that are listed at first; five times as many come with each click. */
const STEP = 40;

interface GapListProps {
  readonly facts: readonly OpenFact[];
  readonly gaps: readonly Gap[];
  /** Only commands that leave this fact open. */
  readonly chosen: number | undefined;
}

/** The commands that leave facts open, the most valuable to complete first; each leads to its place. */
function GapList({ facts, gaps, chosen }: GapListProps): ReactElement {
  const { page } = usePage();
  const [shown, setShown] = useState(STEP);
  const listed = chosen === undefined ? gaps : gaps.filter(({ missing }) => missing.includes(chosen));
  if (listed.length === 0) return <p>Every command states everything: nothing has to be assumed.</p>;
  const field = chosen === undefined ? undefined : facts[chosen]?.field;
  const title = `${countOf(listed.length, 'command')} ${field === undefined ? 'leave something open' : `without ${field}`}`;
  return (
    <section className="stack" aria-label={title}>
      <h3 className="subheading">{title}, the most valuable to complete first</h3>
      <ul>
        {listed.slice(0, shown).map((gap) => (
          <li key={gap.name} className="row safety-gap">
            <button
              type="button"
              className="place-link bare mono"
              title="Goes there in the document"
              onClick={() => gap.range && page.reveal(gap.range)}
            >
              {visibleText(gap.label)}
            </button>
            {gap.readsDestructive && (
              <span className="badge risk-destroys">
                <Icon name="warning" />
                reads like deletion
              </span>
            )}
            <span className="badge risk-not-stated">
              <Icon name="not-stated" />
              {gap.missing.length === facts.length ? 'nothing stated' : countOf(gap.missing.length, 'fact')}
            </span>
            {gap.missing.length < facts.length && (
              <span className="quiet small">{gap.missing.map((index) => facts[index]?.field).join(', ')}</span>
            )}
          </li>
        ))}
      </ul>
      {listed.length > shown && (
        <Button small className="start" onClick={() => setShown(shown + 5 * STEP)}>
          Show {Math.min(5 * STEP, listed.length - shown)} more of {listed.length.toLocaleString('en')}
        </Button>
      )}
    </section>
  );
}
