import { type ReactElement, useId, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Choice } from '../../components/Choice.tsx';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Select } from '../../components/Select.tsx';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { usePage } from '../../page/page-context.ts';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { SafetyFilter, SafetyTable } from './answer-safety-table.ts';
import { HARMS, policyLabel, settingWords } from './decision-words.ts';
import {
  isOn,
  POLICY_FIELDS,
  type PolicyField,
  type PolicyKey,
  policyProblems,
  type PolicyValue,
  PRESET_NAMES,
  presetPolicy,
  type ReadPolicy,
  readPolicy,
  selected,
  withPolicyField,
} from './policy-edit.ts';

const NONE: PlainPolicy = {};

interface PolicyEditorProps {
  readonly table: SafetyTable;
  readonly only: readonly SafetyFilter[];
  readonly onFilter: (only: readonly SafetyFilter[]) => void;
}

/** The page's own policy: the preset that it starts from, each setting in its present state, and what it has to assume. */
export function PolicyEditor({ table, only, onFilter }: PolicyEditorProps): ReactElement {
  const { copy, dispatch } = usePage();
  const policy = copy.policy ?? NONE;
  const { trust, columns } = table;
  const set = (value: PlainPolicy | undefined, label: string): void =>
    dispatch({ type: 'set', key: 'policy', value, label });
  const setField = (key: PolicyKey, value: PolicyValue): void =>
    set(withPolicyField(policy, key, value), settingWords(key, value));
  const name = columns[0]?.name ?? 'standard';
  const problems = policyProblems(policy);
  return (
    <div className="stack safety-policy">
      <Select
        label="Start from"
        options={[...PRESET_NAMES, ...(name === 'yours' ? [name] : [])].map((value) => ({
          value,
          label: policyLabel(value, trust),
        }))}
        value={name}
        onChoose={(next) =>
          next !== 'yours' && set(presetPolicy(next, trust), `Policy: started from ${policyLabel(next, trust)}`)
        }
      />
      {/* A policy that came with a link or a draft may be wrong. */}
      {problems.length > 0 && (
        <ul className="boxed" aria-label="Mistakes in this policy">
          {problems.map((problem) => (
            <li key={problem} className="verdict tone-warning">
              <Icon name="warning" />
              {problem}
            </li>
          ))}
        </ul>
      )}
      <h3>A command that …</h3>
      {POLICY_FIELDS.map((field) => (
        <PolicyFieldRow key={field.key} {...{ field, policy }} onChange={(value) => setField(field.key, value)} />
      ))}
      <Unstated {...{ table, only, onFilter }} />
      <Disclosure summary="This policy as JSON">
        <PolicyJson policy={policy} onChange={(value) => set(value, 'Policy: changed as JSON')} />
      </Disclosure>
    </div>
  );
}

interface PolicyFieldRowProps {
  readonly field: PolicyField;
  readonly policy: PlainPolicy;
  readonly onChange: (value: PolicyValue) => void;
}

/** One setting. Each says what holds now, and offers nothing that the policy could not express. */
function PolicyFieldRow({ field, policy, onChange }: PolicyFieldRowProps): ReactElement {
  const help = useId();
  if (field.kind === 'select') {
    return (
      <div>
        <Select
          label={field.label}
          aria-describedby={help}
          options={optionsOf(field, selected(policy, field))}
          value={selected(policy, field)}
          onChoose={(value) => onChange(value === '' ? undefined : value)}
        />
        <p id={help} className="quiet small">
          {field.help}
        </p>
      </div>
    );
  }
  const on = isOn(policy, field);
  if (field.allows) {
    const asks = ASKING.has(field.key) && !isInForce(policy, 'denyRestricted');
    const options = [
      { value: 'runs', label: 'runs' },
      { value: 'held', label: asks ? 'asks' : 'refused' },
    ] as const;
    return (
      <div className="row safety-effect">
        <span>{HARMS[field.key]}</span>
        <Choice
          label={`A command that ${HARMS[field.key]}`}
          name={`policy-${field.key}`}
          options={options}
          value={on ? 'runs' : 'held'}
          onChoose={(value) => onChange(value === 'runs')}
        />
      </div>
    );
  }
  const [label, whileOn, whileOff] = STRICT[field.key] ?? [field.label, field.help, field.help];
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={help}
          aria-checked={on}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={help} className="quiet small">
        {on ? whileOn : whileOff}
      </p>
    </div>
  );
}

function isInForce(policy: PlainPolicy, key: PolicyKey): boolean {
  const field = POLICY_FIELDS.find((one) => one.key === key);
  return field?.kind === 'switch' && isOn(policy, field);
}

/** Effects that a policy asks about where it does not let them run; the others it refuses. */
const ASKING: ReadonlySet<PolicyKey> = new Set(['allowDestructive', 'allowNonReversible']);

/** Label, and what holds while it is on and while it is off. */
const STRICT: Readonly<Partial<Record<PolicyKey, readonly [string, string, string]>>> = {
  requireReadOnly: [
    'Only what reads',
    'Stated changes are refused. A command that does not state to be read-only is asked about.',
    'Commands may change things, as set above.',
  ],
  denyRestricted: [
    'Refuse instead of asking',
    'A stated effect that may not run is refused and never asked about.',
    'A stated effect is asked about or refused, as set above.',
  ],
  denyUnknown: [
    'Refuse what is not stated',
    'A command is refused where it does not state an effect that may not run.',
    'A command is asked about where it does not state an effect that may not run.',
  ],
  confirmAll: [
    'Ask before every command',
    'A person confirms each command that is not refused.',
    'Commands that nothing stands against run unasked.',
  ],
};

/** Options of a field, with the value of a link's policy even if it is none of them. */
function optionsOf({ values, none }: Extract<PolicyField, { readonly kind: 'select' }>, value: string) {
  const known = values.map((one) => ({ value: one, label: one }));
  const isKnown = value === '' || values.includes(value);
  const odd = { value, label: `${visibleText(value.slice(0, 40))} (no such value)` };
  return [...(none === undefined ? [] : [{ value: '', label: none }]), ...known, ...(isKnown ? [] : [odd])];
}

/** The facts that commands leave open, what that costs under this policy, and the commands themselves by a click. */
function Unstated({ table, only, onFilter }: PolicyEditorProps): ReactElement {
  const open = table.unstated.filter(({ commands }) => commands > 0);
  const assumed = table.columns[0]?.assumed ?? 0;
  return (
    <section className="stack" aria-label="Not stated">
      <h3>Not stated</h3>
      <p className="quiet">
        {open.length === 0
          ? 'Every command states everything, so the policy assumes nothing.'
          : assumed === 0
            ? 'What is left open here decides about no command under this policy.'
            : `${countOf(assumed, 'command')} ${assumed === 1 ? 'is' : 'are'} asked about or refused only because something is not stated.`}
      </p>
      <ul>
        {open.map(({ field, question, commands, held }) => {
          const filter: SafetyFilter = `unstated:${field}`;
          return (
            <li key={field} className="row safety-effect">
              <span className="grow">
                {question}
                {held > 0 && <span className="quiet"> {held.toLocaleString('en')} held for it</span>}
              </span>
              <Button
                small
                aria-pressed={only.includes(filter)}
                aria-label={`${countOf(commands, 'command')} without ${field}`}
                onClick={() => onFilter(only.includes(filter) ? [] : [filter])}
              >
                {commands.toLocaleString('en')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface PolicyJsonProps {
  readonly policy: PlainPolicy;
  /** With a policy that is one; absent is the default. */
  readonly onChange: (policy: PlainPolicy | undefined) => void;
}

/** The policy as JSON, both ways: a right text holds at once, a wrong one says what is wrong. */
function PolicyJson({ policy, onChange }: PolicyJsonProps): ReactElement {
  // The text, and the policy it was typed over or made: once that changes elsewhere, the text is out of date.
  const [typed, setTyped] = useState<{ readonly text: string; readonly policy: string }>();
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
    <div className="stack">
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
          <p className="quiet">Fields that are left out have their default. A change takes effect at once.</p>
        ) : (
          <ul className="bad">
            {read.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            <li>The last correct policy stays in force.</li>
          </ul>
        )}
      </div>
    </div>
  );
}
