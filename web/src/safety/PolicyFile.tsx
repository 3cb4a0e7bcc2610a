import { type ReactElement, useId, useState } from 'react';
import { Disclosure } from '../components/content.tsx';
import type { PlainPolicy } from '../document/working-copy.ts';
import { type ReadPolicy, readPolicy } from './policy-edit.ts';
import type { SetPolicy } from './RuleList.tsx';

interface PolicyPartProps {
  readonly policy: PlainPolicy;
  readonly onChange: SetPolicy;
}

/** Typed text, as long as it produced the present value; otherwise the value's own text. */
function useTyped(value: unknown, text: string) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly made: string }>();
  const now = JSON.stringify(value) ?? '';
  const isTyped = typed?.made === now;
  return {
    text: isTyped ? typed.text : text,
    isTyped,
    /** @param made the value that the text stands for; absent for an invalid text, so that the present one stays */
    set: (next: string, ...made: readonly [] | readonly [made: unknown]): void =>
      setTyped({ text: next, made: made.length === 0 ? now : (JSON.stringify(made[0]) ?? '') }),
  };
}

/** The policy as JSON, both ways: a valid text applies at once, an invalid one lists its problems. */
export function PolicyFile({ policy, onChange }: PolicyPartProps): ReactElement {
  const problemsId = useId();
  const own = JSON.stringify(policy, null, 2);
  const typed = useTyped(policy, own);
  const { text } = typed;
  const { problems }: ReadPolicy = typed.isTyped ? readPolicy(text) : { problems: [] };
  const change = (next: string): void => {
    const made = readPolicy(next);
    const isRight = made.problems.length === 0;
    typed.set(next, ...(isRight ? ([made.policy ?? {}] as const) : []));
    if (isRight) onChange(made.policy, 'Policy: changed as JSON');
  };
  return (
    <Disclosure summary="This policy as JSON">
      <div className="stack">
        <textarea
          className="field mono"
          aria-label="Policy as JSON"
          aria-invalid={problems.length > 0}
          aria-describedby={problemsId}
          spellCheck={false}
          rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <div id={problemsId} role="status">
          {problems.length === 0 ? (
            <p className="quiet">
              Fields that are left out have their default. A change takes effect at once. Commands take the file with{' '}
              <code>--policy</code>.
            </p>
          ) : (
            <ul className="bad">
              {[...problems, 'The last correct policy stays in force.'].map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Disclosure>
  );
}
