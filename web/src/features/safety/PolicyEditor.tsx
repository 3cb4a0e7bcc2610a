import { type ReactElement, useId } from 'react';
import { Button, Choice, Select } from '../../components/controls.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { usePage } from '../../page/page-context.ts';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { SafetyFilter, SafetyTable } from './answer-safety-table.ts';
import { changedWords, DECIDED, policyLabel } from './decision-words.ts';
import { harmWords } from './harms.ts';
import {
  baseName,
  changedPolicy,
  isOn,
  isPolicy,
  type PolicyField,
  policyProblems,
  type PolicyValue,
  PRESET_NAMES,
  presetPolicy,
  selected,
  shownFields,
  tidyPolicy,
} from './policy-edit.ts';
import { NetworkHosts, PolicyFile } from './PolicyFile.tsx';
import { RuleList, type SetPolicy } from './RuleList.tsx';

const NONE: PlainPolicy = {};

interface PolicyEditorProps {
  readonly table: SafetyTable;
  readonly only: readonly SafetyFilter[];
  readonly onFilter: (only: readonly SafetyFilter[]) => void;
}

export function PolicyEditor({ table, only, onFilter }: PolicyEditorProps): ReactElement {
  const { copy, dispatch } = usePage();
  const policy = copy.policy ?? NONE;
  const { trust, tool } = table;
  const set: SetPolicy = (value, label) =>
    dispatch({ type: 'set', key: 'policy', value: value && tidyPolicy(value), label });
  const problems = policyProblems(policy);
  const base = baseName(policy, trust);
  const { rules, network } = policy;
  return (
    <div className="stack">
      <Select
        label="Start from"
        options={[...new Set([...PRESET_NAMES, base])].map((value) => ({ value, label: policyLabel(value, trust) }))}
        value={base}
        onChoose={(next) => {
          // Settings written by hand stay.
          const own = { ...(rules && { rules }), ...(network && { network }) };
          if (next !== 'yours')
            set({ ...presetPolicy(next, trust), ...own }, `Policy: started from ${policyLabel(next, trust)}`);
        }}
      />
      {/* A policy that came with a link or a draft may be wrong. */}
      {problems.length > 0 && (
        <ul className="boxed" aria-label="Mistakes in this policy">
          {[...problems, ...(isPolicy(policy) ? [] : ['Until that is fixed, it decides like ci.'])].map((problem) => (
            <li key={problem} className="verdict tone-warning">
              <Icon name="warning" />
              {problem}
            </li>
          ))}
        </ul>
      )}
      {isPolicy(policy) && <RuleList {...{ tool, policy }} notes={table.rules} onChange={set} />}
      <h3>A command that …</h3>
      {shownFields(policy).map((field) => (
        <PolicyFieldRow
          key={field.key}
          {...{ field, policy }}
          onChange={(value) => {
            const change = { key: field.key, value };
            set(changedPolicy(policy, change), changedWords(change));
          }}
        />
      ))}
      {isPolicy(policy) && <NetworkHosts policy={policy} onChange={set} />}
      <Unstated {...{ table, only, onFilter }} />
      <PolicyFile policy={policy} onChange={set} />
    </div>
  );
}

interface PolicyFieldRowProps {
  readonly field: PolicyField;
  readonly policy: PlainPolicy;
  readonly onChange: (value: PolicyValue) => void;
}

/** One setting. Each shows the present value, and offers only values that the policy can express. */
function PolicyFieldRow({ field, policy, onChange }: PolicyFieldRowProps): ReactElement {
  const id = useId();
  const { key, kind, label, help } = field;
  const choices = choicesOf(policy, field);
  if (choices !== undefined) {
    return (
      <div className="row safety-effect">
        <span>{harmWords(key)}</span>
        <Choice
          label={`A command that ${harmWords(key)}`}
          name={`policy-${key}`}
          options={Object.entries(choices).map(([value, words]) => ({ value, label: words }))}
          value={kind === 'select' ? selected(policy, field) : String(isOn(policy, field))}
          onChoose={(value) => onChange(kind === 'select' ? value : value === 'true')}
        />
      </div>
    );
  }
  return (
    <div>
      {kind === 'select' ? (
        <Select
          label={label}
          aria-describedby={id}
          options={optionsOf(field, selected(policy, field))}
          value={selected(policy, field)}
          onChoose={(value) => onChange(value === '' ? undefined : value)}
        />
      ) : (
        <label className="check">
          <input
            type="checkbox"
            role="switch"
            aria-describedby={id}
            aria-checked={isOn(policy, field)}
            checked={isOn(policy, field)}
            onChange={(event) => onChange(event.target.checked)}
          />
          {label}
        </label>
      )}
      <p id={id} className="quiet small">
        {help}
      </p>
    </div>
  );
}

/** The decisions about an effect, by the value that stands for each; `undefined` for a setting that is about none. */
function choicesOf({ denyRestricted }: PlainPolicy, field: PolicyField): Readonly<Record<string, string>> | undefined {
  if (field.group === 'asked') return DECIDED;
  if (field.kind === 'select' || !field.allows) return undefined;
  // The other effects are refused at once.
  const asks = field.key === 'allowDestructive' || field.key === 'allowNonReversible';
  return { true: 'runs', false: asks && (denyRestricted ?? false) === false ? 'asks' : 'refused' };
}

/** Options of a field, with the value of a link's policy even if it is not an option. */
function optionsOf({ values, none }: Extract<PolicyField, { readonly kind: 'select' }>, value: string) {
  const known = values.map((one) => ({ value: one, label: one }));
  const isKnown = value === '' || values.includes(value);
  const odd = { value, label: `${visibleText(value.slice(0, 40))} (no such value)` };
  return [...(none === undefined ? [] : [{ value: '', label: none }]), ...known, ...(isKnown ? [] : [odd])];
}

/** The unstated facts of commands, their cost under this policy, and the commands themselves on a click. */
function Unstated({ table: { unstated, inForce }, only, onFilter }: PolicyEditorProps): ReactElement {
  const { assumed } = inForce;
  const held = `${countOf(assumed, 'command')} ${assumed === 1 ? 'is' : 'are'}`;
  return (
    <section className="stack" aria-label="Not stated">
      <h3>Not stated</h3>
      <p className="quiet">
        {unstated.length === 0
          ? 'Every command states everything, so the policy assumes nothing.'
          : assumed === 0
            ? 'What is left open here decides about no command under this policy.'
            : `${held} asked about or refused only because something is not stated.`}
      </p>
      <ul>
        {unstated.map(({ field, words, commands, held: assumedSo }) => {
          const filter: SafetyFilter = `unstated:${field}`;
          return (
            <li key={field} className="row safety-effect">
              <span className="grow">
                Whether it {words}
                {assumedSo > 0 && <span className="quiet"> {assumedSo.toLocaleString('en')} held for it</span>}
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
