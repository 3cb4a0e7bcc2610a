import type { ReactElement } from 'react';
import { Badges } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { SafetyCall } from './answer-safety-call.ts';
import type { SafetyTable } from './answer-safety-table.ts';
import { changeWords, policyLabel, policySubject, reasonOf, settingWords, VERBS } from './decision-words.ts';
import { withPolicyField } from './policy-edit.ts';

interface CallDrawerProps {
  readonly call: SafetyCall;
  readonly trust: SafetyTable['trust'];
}

/** One command: what it does, why the policy decides so, and the setting that would change it. */
export function CallDrawer({ call, trust }: CallDrawerProps): ReactElement {
  const { copy, dispatch, page } = usePage();
  const { description, marks, range, decisions, told, change } = call;
  const [inForce, ...others] = decisions;
  const apply = (): void =>
    dispatch({
      type: 'set',
      key: 'policy',
      value: withPolicyField(copy.policy ?? {}, change.key, change.value),
      label: settingWords(change.key, change.value),
    });
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
      <pre className="boxed mono">{settingJson(change.key, change.value)}</pre>
      <p className="quiet">{changeWords(change, inForce?.cell.decision)}</p>
      <Button className="start" onClick={apply}>
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

function settingJson(key: string, value: unknown): string {
  return value === undefined ? `{ } without "${key}"` : `{ "${key}": ${JSON.stringify(value)} }`;
}
