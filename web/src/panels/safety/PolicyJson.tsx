import { type ReactElement, useId, useState } from 'react';
import { type ReadPolicy, readPolicy } from '../../state/read-policy.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';

interface PolicyJsonProps {
  readonly policy: PlainPolicy;
  /** With a policy that is one; absent is the default. */
  readonly onChange: (policy: PlainPolicy | undefined) => void;
}

/** What is typed, and the policy it was typed over or made: once that changes elsewhere, the text is out of date. */
interface Typed {
  readonly text: string;
  readonly policy: string;
}

/** The policy as JSON, both ways: what is typed holds as soon as it is right, and what is wrong is said. */
export function PolicyJson({ policy, onChange }: PolicyJsonProps): ReactElement {
  const [typed, setTyped] = useState<Typed>();
  const problemsId = useId();
  const current = JSON.stringify(policy);
  const isTyped = typed?.policy === current;
  const text = isTyped ? typed.text : JSON.stringify(policy, null, 2);
  const read: ReadPolicy = isTyped ? readPolicy(text) : { ok: true };
  const change = (next: string): void => {
    const made = readPolicy(next);
    setTyped({ text: next, policy: made.ok ? JSON.stringify(made.policy ?? {}) : current });
    if (made.ok) onChange(made.policy);
  };
  return (
    <div className="safety-json">
      <textarea
        className="field mono"
        aria-label="Policy as JSON"
        aria-invalid={!read.ok}
        aria-describedby={problemsId}
        spellCheck={false}
        rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <div id={problemsId} role="status">
        {read.ok ? (
          <p className="quiet">Absent fields are as by default. A change holds at once.</p>
        ) : (
          <ul className="bad">
            {read.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            <li>The policy above is still the last one that was right.</li>
          </ul>
        )}
      </div>
    </div>
  );
}
