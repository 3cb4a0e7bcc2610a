import './replay.css';
import type { Decision, PolicyRule } from '@atip/core';
import { DECISIONS, type RecordedOutcome, type RuleShape } from '@atip/core/internal';
import { type ReactElement, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Button, Choice, FileButton } from '../../components/controls.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Disclosure, Table } from '../../components/content.tsx';
import { Icon } from '../../components/Icon.tsx';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';
import { countOf, sizeOf } from '../../text/words.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { DECIDED } from '../safety/decision-words.ts';
import { policyName } from '../safety/policy-edit.ts';
import { RuleLine } from '../safety/RuleList.tsx';
import { MAX_DECISIONS, type Replay } from './answer-replay.ts';
import { MAX_RECORD, openRecord, type OpenRecord, readCompanionRecord, RECORD } from './record.ts';

/** Decides a record again under the page's policy: shows the different decisions, and rules that would spare questions. */
export function ReplayDialog(): ReactElement {
  const { closeDialog } = usePage();
  const { record, problem } = useSyncExternalStore(RECORD.subscribe, RECORD.get);
  return (
    <Dialog title="Replay a record" part="replay" size="large" onClose={closeDialog}>
      <div className="scroller stack replay">
        {problem !== undefined && (
          <p role="alert" className="bad">
            {visibleText(problem)}
          </p>
        )}
        {record ? <ReplayedRecord record={record} /> : <NoRecord />}
      </div>
    </Dialog>
  );
}

function NoRecord(): ReactElement {
  const { companion } = usePage();
  return (
    <div className="stack replay-empty">
      <h3 className="replay-headline">What would this policy have done last month?</h3>
      <p>
        A record is the log of decisions that <code>atip run</code>, a companion and an MCP server keep, one JSON object
        a line. Every call on it is decided anew by the policy of this page; nothing runs, and nothing leaves the page.
      </p>
      <div className="row">
        <RecordButton primary />
        {companion.state.kind === 'connected' && (
          <Button icon="connect" onClick={() => void readCompanionRecord(companion)}>
            Take this computer’s record
          </Button>
        )}
      </div>
      <p className="quiet">
        Or drop the file anywhere. On most machines it is <code>~/.local/state/agent-tools/audit.jsonl</code>. Up to{' '}
        {sizeOf(MAX_RECORD)} are read, and the last {MAX_DECISIONS.toLocaleString('en')} decisions replayed.
      </p>
    </div>
  );
}

function RecordButton({ primary }: { readonly primary?: boolean }): ReactElement {
  return (
    <FileButton
      look={primary ? 'primary' : undefined}
      label="Record to replay"
      accept=".jsonl,.ndjson,.log,.json"
      onFiles={([chosen]) => chosen && openRecord(chosen)}
    >
      {primary ? 'Choose a record' : 'Another record'}
    </FileButton>
  );
}

function ReplayedRecord({ record: { name, text } }: { readonly record: OpenRecord }): ReactElement {
  const { copy } = usePage();
  const { policy, documents } = copy;
  const question = useMemo(
    () => ({ text, ...(policy && { policy }), documents: documents.map((one) => one.text) }),
    [text, policy, documents],
  );
  const { last, pending, failure } = useAnswer('replay', question);
  const replay = last?.question.text === text ? last.answer : undefined;
  if (replay === undefined)
    return (
      <p className={failure === undefined ? 'quiet' : 'bad'} role="status">
        {failure ?? `Reading ${visibleText(name)} …`}
      </p>
    );
  const { decisions, unread, differing, leftOut, missing } = replay;
  const own = policyName(policy, 'native');
  return (
    <div className="stack replay-found" aria-busy={pending}>
      <div className="row">
        <div className="grow" role="status">
          <h3 className="replay-headline">
            {decisions === 0
              ? 'There is no decision in this file.'
              : `${differing.toLocaleString('en')} of ${countOf(decisions - unread, 'decision')} would be different under ${own === 'yours' ? 'your policy' : `the ${own} policy`}.`}
          </h3>
          <p className="quiet wrap">
            {visibleText(name)}: {linesWords(replay)}
            {leftOut > 0 && ` The ${countOf(leftOut, 'decision')} before the last ${MAX_DECISIONS} are left out.`}
          </p>
        </div>
        <RecordButton />
      </div>
      {missing.length > 0 && (
        <p className="verdict tone-warning">
          <Icon name="warning" />
          Nobody here describes {missing.slice(0, 8).map(visibleText).join(', ')}. Open{' '}
          {missing.length === 1 ? 'its document' : 'their documents'} on the page, and these calls are decided too.
        </p>
      )}
      <BadLines {...replay} />
      {replay.table.length > 0 && <Sums table={replay.table} />}
      <Suggestions {...replay.suggested} />
      {decisions > 0 && <Calls replay={replay} />}
    </div>
  );
}

function linesWords({ lines, others, decisions, unread }: Replay): string {
  const rest = others > 0 ? `, ${countOf(others, 'other entry').replace('entrys', 'entries')}` : '';
  const passed = unread > 0 ? ` ${unread.toLocaleString('en')} cannot be decided again.` : '';
  return `${countOf(lines, 'line')}, ${countOf(decisions, 'decision')}${rest}.${passed}`;
}

function BadLines({ bad, badLines }: Replay): ReactElement | null {
  if (badLines === 0) return null;
  return (
    <Disclosure summary={`${countOf(badLines, 'line')} cannot be read`}>
      <ul className="small">
        {bad.map(({ line, why }) => (
          <li key={line}>
            Line {line.toLocaleString('en')}: {visibleText(why)}
          </li>
        ))}
        {badLines > bad.length && <li className="quiet">and {(badLines - bad.length).toLocaleString('en')} more</li>}
      </ul>
    </Disclosure>
  );
}

const WAS: Readonly<Record<RecordedOutcome, string>> = {
  allowed: 'ran unasked',
  yes: 'asked, yes',
  no: 'asked, no',
  unanswered: 'asked, no answer',
  refused: 'refused',
};

/** The decision behind a recorded outcome; cells of unchanged decisions are quiet. */
const SAME: Readonly<Record<RecordedOutcome, Decision>> = {
  ...{ allowed: 'allow', refused: 'deny', yes: 'confirm', no: 'confirm', unanswered: 'confirm' },
};

function Sums({ table }: Pick<Replay, 'table'>): ReactElement {
  return (
    <Table
      className="replay-sums"
      caption="Decisions then and now"
      columns={['On record', ...DECISIONS.map((one) => `Now ${DECIDED[one]}`)]}
    >
      {table.map(({ was, ...counts }) => (
        <tr key={was}>
          <th scope="row">{WAS[was]}</th>
          {DECISIONS.map((one) => (
            <td key={one}>
              <span className={SAME[was] === one || counts[one] === 0 ? 'quiet' : `safety-mark is-${one}`}>
                {counts[one].toLocaleString('en')}
              </span>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

const SHAPES: Readonly<Record<RuleShape, string>> = {
  exact: 'These arguments only',
  open: 'One argument may vary',
  command: 'Every argument that adds no harm',
};

function Suggestions({ rules, questions, left }: Replay['suggested']): ReactElement | null {
  const { copy, dispatch } = usePage();
  const [added, setAdded] = useState<string>();
  const box = useRef<HTMLElement>(null);
  if (questions === 0 && added === undefined) return null;
  const add = (more: readonly PolicyRule[]): void => {
    const policy = { ...copy.policy, rules: [...(copy.policy?.rules ?? []), ...more] };
    const label = `Policy: ${countOf(more.length, 'rule')} added`;
    dispatch({ type: 'set', key: 'policy', value: policy, label });
    setAdded(label);
    // The button that was pressed goes away, and the focus must not go with it.
    box.current?.focus();
  };
  const spared = questions - left;
  return (
    <section className="stack" aria-label="Suggested rules" tabIndex={-1} ref={box}>
      <div className="row">
        <h3 className="grow">
          {questions === 0
            ? 'No question is left that was always answered yes.'
            : rules.length === 0
              ? `No rule would spare the ${countOf(questions, 'question')} that were always answered yes.`
              : `${countOf(rules.length, 'rule')} would spare ${spared.toLocaleString('en')} of ${countOf(questions, 'question')} that were always answered yes.`}
        </h3>
        {rules.length > 1 && (
          <Button icon="plus" onClick={() => add(rules.map(({ rule }) => rule))}>
            Add all {rules.length}
          </Button>
        )}
      </div>
      <p role="status" className="row">
        {added !== undefined && (
          <>
            <span className="verdict tone-good">
              <Icon name="check" />
              {added}.
            </span>
            <Button
              small
              onClick={() => {
                dispatch({ type: 'undo' });
                box.current?.focus();
                setAdded(undefined);
              }}
            >
              Undo
            </Button>
          </>
        )}
      </p>
      <ul>
        {rules.map(({ rule, shape, questions: asked, examples }) => (
          <li key={JSON.stringify(rule)} className="row replay-rule">
            <div className="grow">
              <RuleLine rule={rule} />
              <p className="quiet small wrap">
                {SHAPES[shape]}. Spares {countOf(asked, 'question')}, such as{' '}
                <code>{visibleText(examples[0]?.join(' ') ?? '')}</code>
              </p>
            </div>
            <Button small onClick={() => add([rule])} aria-label={`Add the rule about ${visibleText(rule.run)}`}>
              Add
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Which = 'different' | 'all' | 'passed';

function Calls({ replay }: { readonly replay: Replay }): ReactElement {
  const { rows, calls, differingCalls, unreadRows } = replay;
  const [chosen, setChosen] = useState<Which>();
  const which = chosen ?? (differingCalls > 0 ? 'different' : 'all');
  const options = [
    { value: 'different', label: `Different (${differingCalls})` },
    { value: 'all', label: `All (${calls})` },
    ...(unreadRows.length > 0 ? [{ value: 'passed', label: `Skipped (${unreadRows.length})` } as const] : []),
  ] as const;
  const shown = which === 'passed' ? unreadRows : which === 'different' ? rows.filter(({ differs }) => differs) : rows;
  const total = which === 'passed' ? shown.length : which === 'different' ? differingCalls : calls;
  return (
    <section className="stack" aria-label="Calls on record">
      <div className="row">
        <Choice label="Which calls" name="replay-which" options={options} value={which} onChoose={setChosen} />
        <span className="quiet small">Identical calls share a row.</span>
      </div>
      <Table
        caption={which === 'passed' ? 'Skipped calls' : 'Calls and their decisions'}
        className="table-narrow replay-calls"
        columns={['Times', 'Call', 'Then', ...(which === 'passed' ? ['Why not'] : ['Now', 'Because'])]}
      >
        {shown.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call may be there with several outcomes; the list is made anew each time.
          <CallRow key={index} call={call} />
        ))}
      </Table>
      {total > shown.length && (
        <p className="quiet">
          The first {shown.length} of {total.toLocaleString('en')} calls are listed.
        </p>
      )}
    </section>
  );
}

function CallRow({ call }: { readonly call: Replay['rows'][number] | Replay['unreadRows'][number] }): ReactElement {
  const { argv, was, count } = call;
  return (
    <tr>
      <td>{count.toLocaleString('en')}×</td>
      <th scope="row" className="mono">
        {visibleText(argv.join(' ').slice(0, 400))}
      </th>
      <td>{WAS[was]}</td>
      {'why' in call ? (
        <td className="quiet">{visibleText(call.why)}</td>
      ) : (
        <>
          <td>
            <span className={call.differs ? `safety-mark is-${call.now}` : 'quiet'}>{DECIDED[call.now]}</span>
          </td>
          <td className="quiet">
            {visibleText(call.ruled ?? call.reasons.join(' '))}{' '}
            {call.nowBy !== undefined && <code className="small">/{call.nowBy}</code>}
          </td>
        </>
      )}
    </tr>
  );
}
