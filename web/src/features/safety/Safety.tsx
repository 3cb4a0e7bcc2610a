import '../../components/content.css';
import './safety.css';
import { usePage, type PanelProps } from '../../page/page-context.ts';
import { EmptyDocument } from '../start/EmptyDocument.tsx';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { MatrixQuestion, SafetyMatrix } from './answer-safety-matrix.ts';
import { Choice } from '../../components/Choice.tsx';
import { staleLine } from '../../document/compilation.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { onWantedPart } from '../../page/wanted-part.ts';
import { Matrix } from './Matrix.tsx';
import { Policy } from './Policy.tsx';
import { changedFields } from './policy-edit.ts';
import type { Subject } from '../../worker/subject.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { downloadText } from '../../components/download-text.ts';
import { Button } from '../../components/Button.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../text/words.ts';
import { visibleOutput, visibleText } from '../../text/visible-text.ts';
import { Table } from '../../components/Table.tsx';
import type { Gap, OpenFact } from './answer-safety-gaps.ts';
import { Icon } from '../../components/Icon.tsx';

const PARTS = [
  { value: 'matrix', label: 'Matrix' },
  { value: 'policy', label: 'Policy' },
  { value: 'prompt', label: 'Prompt' },
  { value: 'assumptions', label: 'Assumptions' },
] as const;
type Part = (typeof PARTS)[number]['value'];

const KEPT_PART = 'atip.safety.part';

/** Policies' decisions about the commands, the words for models, and the assumptions about unstated effects. */
export function Safety({ active, copy, compilation, page }: PanelProps): ReactElement {
  const [part, setPart] = useState(
    () => PARTS.find(({ value }) => value === page.local.getItem(KEPT_PART))?.value ?? 'matrix',
  );
  useEffect(() => onWantedPart('policy', () => setPart('policy')), []);
  const subject = compilation.result?.source;
  // A hidden panel asks nothing.
  const asked = active ? subject : undefined;
  const { policy } = copy;
  const question = useMemo(
    (): MatrixQuestion | undefined => subject && { ...subject, ...(policy && { policy }) },
    [subject, policy],
  );
  const decides = part === 'matrix' || part === 'policy';
  const { last, pending, failure } = useAnswer('safety-matrix', active && decides ? question : undefined);
  const answer = last?.answer;
  const changed = changedFields(policy).length;
  const choose = (chosen: Part): void => {
    setPart(chosen);
    page.local.setItem(KEPT_PART, chosen);
  };
  const behind = staleLine(compilation) ?? failure ?? (decides && answer?.ok === false ? answer.message : undefined);
  const matrix = answer?.ok === true ? answer : undefined;
  return (
    <div className="panel safety" data-part="safety" aria-busy={pending}>
      <p className="stale-line" role="status">
        {behind}
      </p>
      <div className="bar safety-bar">
        <Choice label="Part of Safety" name="safety-part" options={PARTS} value={part} onChoose={choose} />
        <Button look="link" onClick={() => choose('policy')}>
          {changed === 0 ? 'Your policy: the default' : `Your policy: ${changed} changed`}
        </Button>
      </div>
      {part === 'prompt' && <SafetyPrompt subject={asked} />}
      {part === 'assumptions' && <Assumptions subject={asked} />}
      {part === 'policy' && <Policy matrix={matrix} />}
      {part === 'matrix' && (matrix ? <MatrixOrNone matrix={matrix} /> : <Waiting behind={behind} />)}
    </div>
  );
}

function MatrixOrNone({ matrix }: { readonly matrix: SafetyMatrix }): ReactElement {
  if (matrix.rows.length > 0) return <Matrix matrix={matrix} />;
  return (
    <EmptyDocument
      title="0 commands: there is nothing to allow or deny yet."
      example={'"effects": { "destructive": false, "network": false }'}
    >
      A policy goes by <code>effects</code>. What states nothing is taken for the worst:
    </EmptyDocument>
  );
}

function Waiting({ behind }: { readonly behind: string | undefined }): ReactElement {
  return (
    <p className="empty quiet">
      {behind === undefined
        ? 'Deciding about the commands …'
        : 'The decisions appear as soon as the document compiles.'}
    </p>
  );
}

/** The section for a system prompt that tells a model which commands need care. */
function SafetyPrompt({ subject }: { readonly subject: Subject | undefined }): ReactElement {
  const { document, dispatch } = usePage();
  const { last, failure } = useAnswer('safety-prompt', subject);
  const answer = last?.answer;
  if (answer === undefined || !answer.ok) {
    return <p className="empty quiet">{failure ?? answer?.message ?? 'Writing the prompt …'}</p>;
  }
  const { text, tokens, label, commands } = answer;
  return (
    <div className="panel">
      <div className="bar safety-tools">
        <p className="grow">
          <strong>{countOf(tokens, 'token')}</strong>{' '}
          <span className="quiet">
            ({label}) about {countOf(commands, 'command')}
          </span>
        </p>
        <CopyButton label={`Copy ${countOf(tokens, 'token')}`} text={() => text} disabled={text === ''} />
        <Button
          small
          icon="download"
          disabled={text === ''}
          onClick={() => downloadText(`${document.name.replace(/\.json$/, '')}-safety.md`, text)}
        >
          Download as Markdown
        </Button>
        {document.filter !== undefined && (
          <Button look="link" onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}>
            Only what Commands offers is in it. Show all commands
          </Button>
        )}
      </div>
      {text === '' ? (
        <p className="empty">
          <strong>0 lines: no command needs a word.</strong> Each states that it does no harm, so a model is told
          nothing.
        </p>
      ) : (
        <ScrollRegion label="Safety prompt" className="safety-prompt text-box">
          <pre>{visibleOutput(text)}</pre>
        </ScrollRegion>
      )}
    </div>
  );
}

/** Lists the unstated effects, and the assumptions that everybody who decides makes instead. */
function Assumptions({ subject }: { readonly subject: Subject | undefined }): ReactElement {
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
