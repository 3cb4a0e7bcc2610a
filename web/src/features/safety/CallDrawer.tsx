import { type ReactElement, useMemo } from 'react';
import { Badges } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import type { SafetyCallQuestion } from './answer-safety-call.ts';
import type { SafetyTable } from './answer-safety-table.ts';
import { changeWords, policyLabel, policySubject, reasonOf, settingWords, VERBS } from './decision-words.ts';
import { tidyPolicy, withSetting } from './policy-edit.ts';

interface CallDrawerProps {
  readonly id: string;
  readonly about: Omit<SafetyCallQuestion, 'id'> | undefined;
  readonly trust: SafetyTable['trust'];
}

/** One command: what it does, why the policy decides so, and the setting that would change it. */
export function CallDrawer({ id, about, trust }: CallDrawerProps): ReactElement {
  const { copy, dispatch, page } = usePage();
  const question = useMemo(() => about && { ...about, id }, [about, id]);
  const { last } = useAnswer('safety-call', question);
  if (last?.question.id !== id) return <p className="quiet">Looking it up …</p>;
  if (!last.answer.ok) return <p className="quiet">{last.answer.message}</p>;
  const { description, marks, range, decisions, told, change } = last.answer;
  const [inForce, ...others] = decisions;
  const { key, value } = change;
  const label = settingWords(key, value);
  const setting =
    value === undefined
      ? `{ } without "${key}"`
      : JSON.stringify(withSetting({}, key, value), null, 1).replaceAll(/\n */g, ' ');
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
        </>
      )}
      <h3>What would change it</h3>
      <pre className="boxed mono">{setting}</pre>
      <p className="quiet">{changeWords(change, inForce?.cell.decision)}</p>
      <Button
        className="start"
        onClick={() =>
          dispatch({ type: 'set', key: 'policy', value: tidyPolicy(withSetting(copy.policy ?? {}, key, value)), label })
        }
      >
        Set this in my policy
      </Button>
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
