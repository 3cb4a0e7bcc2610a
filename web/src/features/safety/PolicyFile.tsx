import { type ReactElement, useId, useState } from 'react';
import { Button, CopyButton, FileButton, Select } from '../../components/controls.tsx';
import { Disclosure } from '../../components/content.tsx';
import { downloadText } from '../../components/download-text.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { sizeOf } from '../../text/words.ts';
import { policyProblems, type ReadPolicy, readPolicy } from './policy-edit.ts';
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

const NETWORKS = [
  { value: '', label: 'as its effects ask' },
  { value: 'hosts', label: 'only these hosts' },
  { value: 'none', label: 'no host' },
  { value: 'all', label: 'every host' },
] as const;

export function NetworkHosts({ policy, onChange }: PolicyPartProps): ReactElement {
  const id = useId();
  const { network } = policy;
  const hosts = typeof network === 'object' ? network.allow : undefined;
  const typed = useTyped(network, hosts?.join('\n') ?? '');
  const problems = hosts ? policyProblems({ network: { allow: linesOf(typed.text) } }) : [];
  const set = (next: PlainPolicy['network']): void => {
    const { network: _before, ...rest } = policy;
    onChange({ ...rest, ...(next && { network: next }) }, 'Policy: the hosts of the network');
  };
  return (
    <section className="stack" aria-label="Network">
      <h3>Network</h3>
      <Select
        label="A program reaches"
        options={NETWORKS}
        value={hosts ? 'hosts' : typeof network === 'string' ? network : ''}
        onChoose={(value) => set(value === 'hosts' ? { allow: [] } : value === '' ? undefined : value)}
      />
      {hosts && (
        <>
          <textarea
            className="field mono"
            aria-label="Hosts, one a line"
            aria-describedby={id}
            aria-invalid={problems.length > 0}
            placeholder={'github.com\n*.npmjs.org'}
            spellCheck={false}
            rows={Math.min(8, Math.max(3, hosts.length + 1))}
            value={typed.text}
            onChange={({ target }) => {
              const allow = linesOf(target.value);
              const isRight = policyProblems({ network: { allow } }).length === 0;
              typed.set(target.value, ...(isRight ? ([{ allow }] as const) : []));
              if (isRight) set({ allow });
            }}
          />
          <p id={id} role="status" className={problems.length > 0 ? 'bad small' : 'quiet small'}>
            {problems[0] ?? 'Names, *.names, addresses; ports 80 and 443, or the one that is named: git.corp:8443.'}
          </p>
        </>
      )}
    </section>
  );
}

function linesOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Bytes of a policy's file. */
const MAX_FILE = 1_048_576;

/** The policy as JSON, both ways: a valid text applies at once, an invalid one lists its problems. */
export function PolicyFile({ policy, onChange }: PolicyPartProps): ReactElement {
  const problemsId = useId();
  const own = JSON.stringify(policy, null, 2);
  const typed = useTyped(policy, own);
  const { text } = typed;
  const { problems }: ReadPolicy = typed.isTyped ? readPolicy(text) : { problems: [] };
  const change = (next: string, label = 'Policy: changed as JSON'): void => {
    const made = readPolicy(next);
    const isRight = made.problems.length === 0;
    typed.set(next, ...(isRight ? ([made.policy ?? {}] as const) : []));
    if (isRight) onChange(made.policy, label);
  };
  const open = async ({ name, size, text: read }: File): Promise<void> =>
    size > MAX_FILE
      ? typed.set(`${name} has ${sizeOf(size)}; a policy may have ${sizeOf(MAX_FILE)}.`)
      : change(await read(), `Policy: opened ${name}`);
  return (
    <Disclosure summary="This policy as JSON">
      <div className="stack">
        <div className="row">
          <FileButton small label="Policy file" onFiles={([chosen]) => chosen && open(chosen)}>
            Open a file
          </FileButton>
          <Button small icon="download" onClick={() => downloadText('policy.json', `${own}\n`)}>
            Export
          </Button>
          <CopyButton label="Copy" text={() => own} />
        </div>
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
