import { Fragment, type ReactElement, useMemo } from 'react';
import { Badges } from '../components/content.tsx';
import { Button } from '../components/controls.tsx';
import { usePage } from '../page/page-context.ts';
import { visibleOutput, visibleText } from '../text/visible-text.ts';
import { useAnswer } from '../worker/use-answer.ts';
import type { SafetyCallQuestion } from './answer-safety-call.ts';
import type { SafetyTable } from './answer-safety-table.ts';
import { changedWords, changeWords, policyLabel, policySubject, reasonOf, VERBS } from './decision-words.ts';
import { changedPolicy, type PolicyChange, tidyPolicy } from './policy-edit.ts';

interface CallDrawerProps {
  readonly id: string;
  readonly about: Omit<SafetyCallQuestion, 'id'> | undefined;
  readonly trust: SafetyTable['trust'];
}

/** One command: its effects, the reason of the decision, and the setting that would change it. */
export function CallDrawer({ id, about, trust }: CallDrawerProps): ReactElement {
  const { copy, dispatch, page } = usePage();
  const question = useMemo(() => about && { ...about, id }, [about, id]);
  const { last } = useAnswer('safety-call', question);
  if (last?.question.id !== id) return <p className="quiet">Looking it up …</p>;
  if (!last.answer.ok) return <p className="quiet">{last.answer.message}</p>;
  const { description, marks, range, decisions, told, changes, ruled } = last.answer;
  const [inForce, ...others] = decisions;
  return (
    <div className="stack">
      <p className="quiet wrap">{visibleText(description)}</p>
      <Badges label="Effects" marks={marks} />
      {range && (
        <Button small className="start" onClick={() => page.reveal(range)}>
          Show in the document
        </Button>
      )}
      {inForce && (
        <>
          <h3>Why it {VERBS[inForce.cell.decision]}</h3>
          <p>
            {policySubject(inForce.policy, trust)} {reasonOf(inForce.cell, trust)}
          </p>
          {inForce.cell.rule !== undefined && (
            <p className="quiet">
              From <code>/{inForce.cell.rule}</code>
              {ruled !== undefined && `: ${visibleText(ruled)}`}
            </p>
          )}
        </>
      )}
      <h3>What would change it</h3>
      {changes.length === 0 && <p className="quiet">No single rule or setting: several block it together.</p>}
      {changes.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the button that was pressed stays, and the focus with it.
        <Fragment key={index}>
          <pre className="boxed mono wrap">{shownChange(one.change)}</pre>
          <p className="quiet">{changeWords(one)}</p>
          <Button
            className="start"
            onClick={() =>
              dispatch({
                type: 'set',
                key: 'policy',
                label: changedWords(one.change),
                value: tidyPolicy(changedPolicy(copy.policy ?? {}, one.change)),
              })
            }
          >
            {'rule' in one.change
              ? 'Add this rule'
              : 'without' in one.change
                ? 'Remove that rule'
                : 'Set this in my policy'}
          </Button>
        </Fragment>
      ))}
      <h3>Other policies</h3>
      <ul className="stack">
        {others.map(({ policy, cell }) => (
          <li key={policy}>
            <strong>{policyLabel(policy, trust)}</strong> {reasonOf(cell, trust)}
          </li>
        ))}
      </ul>
      <h3>What a model is told</h3>
      <p className="quiet">{told.length > 0 ? `[${told.join(' | ')}]` : 'Nothing about danger.'}</p>
    </div>
  );
}

function shownChange(change: PolicyChange): string {
  if ('without' in change) return `{ "rules": [ … ] } without rule ${change.without + 1}`;
  if ('key' in change && change.value === undefined) return `{ } without "${change.key}"`;
  const made = 'rule' in change ? change.rule : changedPolicy({}, change);
  return visibleOutput(JSON.stringify(made, null, 1).replaceAll(/\n */g, ' '));
}
