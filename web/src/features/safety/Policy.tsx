import { Select } from '../../components/Select.tsx';
import { usePage } from '../../page/page-context.ts';
import { defaultPolicyFor, POLICY_PRESETS, type TrustSource } from '@atip/core';
import { type ReactElement, useId, useMemo, useState } from 'react';
import { COLUMN_KEYS, type ColumnKey, type SafetyMatrix } from './answer-safety-matrix.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../text/words.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { PlainPolicy } from '../../document/working-copy.ts';
import { columnLabel, reasonOf, changeSentences, comparePolicies } from './decision-words.ts';
import { DecisionMark, PlaceLink } from './Matrix.tsx';
import {
  changedFields,
  isOn,
  policyProblems,
  type PolicyValue,
  type ReadPolicy,
  readPolicy,
  selected,
  tidyPolicy,
  withPolicyField,
  POLICY_FIELDS,
  POLICY_GROUPS,
  type PolicyField,
} from './policy-edit.ts';

const NONE: PlainPolicy = {};

/** The page's own policy: every field, where it starts from, and what it changes for this document. */
export function Policy({
  matrix,
}: {
  /** Absent while the document has not compiled. */ readonly matrix: SafetyMatrix | undefined;
}): ReactElement {
  const { copy, dispatch } = usePage();
  const policy = copy.policy ?? NONE;
  const set = (value: PlainPolicy | undefined, label?: string): void =>
    dispatch({ type: 'set', key: 'policy', value, ...(label !== undefined && { label }) });
  const changed = new Set(changedFields(policy).map(({ key }) => key));
  const problems = policyProblems(policy);
  return (
    <div className="panel">
      <PolicyTools set={set} trust={matrix?.trust ?? 'inferred'} changed={changed.size} />
      <div className="safety-flow">
        {/* A policy that came with a link or a draft may be wrong. */}
        {problems.length > 0 && (
          <ul className="boxed" aria-label="Faults of this policy">
            {problems.map((problem) => (
              <li key={problem} className="verdict tone-warning">
                <Icon name="warning" />
                {problem}
              </li>
            ))}
          </ul>
        )}
        {matrix && <PolicyDifference matrix={matrix} />}
        {POLICY_GROUPS.map(({ title, fields }) => (
          <fieldset key={title} className="safety-group">
            <legend>{title}</legend>
            {fields.map((field) => (
              <PolicyFieldRow
                key={field.key}
                {...{ field, policy }}
                isChanged={changed.has(field.key)}
                onChange={(value) => set(withPolicyField(policy, field.key, value))}
              />
            ))}
          </fieldset>
        ))}
        <Disclosure summary="This policy as JSON, to read and to edit">
          <PolicyJson policy={policy} onChange={(value) => set(value)} />
        </Disclosure>
      </div>
    </div>
  );
}

const STARTS = ['open', 'standard', 'read-only', 'no-network', 'ci', 'trust'] as const;

interface PolicyToolsProps {
  readonly trust: TrustSource;
  readonly changed: number;
  readonly set: (value: PlainPolicy | undefined, label?: string) => void;
}

function PolicyTools({ trust, changed, set }: PolicyToolsProps): ReactElement {
  const start = (key: (typeof STARTS)[number]): void => {
    const from = key === 'trust' ? defaultPolicyFor(trust) : POLICY_PRESETS[key];
    // A plain policy lacks only the handler, which core's own do not have.
    const { confirmationHandler: _none, ...plain } = from;
    set(tidyPolicy(plain), `Started from the policy ${columnLabel(key, trust)}`);
  };
  return (
    <div className="bar safety-tools">
      <fieldset className="row grow" aria-label="Start from">
        <span className="quiet">Start from</span>
        {STARTS.map((key) => (
          <Button key={key} small onClick={() => start(key)}>
            {columnLabel(key, trust)}
          </Button>
        ))}
      </fieldset>
      <output className={changed > 0 ? 'safety-changed' : 'quiet'}>
        {changed === 0 ? 'all as by default' : `${changed} of ${POLICY_FIELDS.length} differ from the default`}
      </output>
      <Button small icon="undo" disabled={changed === 0} onClick={() => set(undefined, 'Policy reset')}>
        Reset policy
      </Button>
    </div>
  );
}

const MOST_LISTED = 200;

/** Differences between two policies' decisions on this document; at first the page's against the standard. */
function PolicyDifference({ matrix }: { readonly matrix: SafetyMatrix }): ReactElement {
  const [from, setFrom] = useState<ColumnKey>('standard');
  const [to, setTo] = useState<ColumnKey>('yours');
  const changes = useMemo(() => comparePolicies(matrix, from, to), [matrix, from, to]);
  const columns = COLUMN_KEYS.map((key) => ({ value: key, label: columnLabel(key, matrix.trust) }));
  const sentences = changeSentences(changes, columnLabel(to, matrix.trust));
  return (
    <section className="stack boxed" aria-label="What another policy changes">
      <div className="row">
        <Select label="From" options={columns} value={from} onChoose={setFrom} />
        <Select label="to" options={columns} value={to} onChoose={setTo} />
        <Button
          small
          icon="compare"
          onClick={() => {
            setFrom(to);
            setTo(from);
          }}
        >
          Swap
        </Button>
      </div>
      <output className="wrap">
        {sentences.length === 0
          ? 'Both decide the same about every command of this document.'
          : sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      </output>
      {changes.length > 0 && (
        <Disclosure key={`${from} ${to}`} summary={`Show ${countOf(changes.length, 'change')}`}>
          <table className="table table-narrow" aria-label="Changed decisions">
            <tbody>
              {changes.slice(0, MOST_LISTED).map(({ row, before, after }) => (
                <tr key={`${row.name} ${row.options?.join(' ')}`}>
                  <th scope="row">
                    <PlaceLink row={row} />
                  </th>
                  <td>
                    <DecisionMark cell={before} /> <span aria-hidden="true">→</span>
                    <span className="visually-hidden">becomes</span> <DecisionMark cell={after} />
                  </td>
                  <td className="quiet">{reasonOf(after.rule === undefined ? before : after)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {changes.length > MOST_LISTED && <p className="quiet">The first {MOST_LISTED}; the matrix has them all.</p>}
        </Disclosure>
      )}
    </section>
  );
}

interface PolicyFieldRowProps {
  readonly field: PolicyField;
  readonly policy: PlainPolicy;
  readonly isChanged: boolean;
  readonly onChange: (value: PolicyValue) => void;
}

function PolicyFieldRow({ field, policy, isChanged, onChange }: PolicyFieldRowProps): ReactElement {
  const help = useId();
  return (
    <div className="safety-field" data-changed={isChanged || undefined}>
      {field.kind === 'switch' ? (
        <label className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-describedby={help}
            aria-checked={isOn(policy, field)}
            checked={isOn(policy, field)}
            onChange={(event) => onChange(event.target.checked)}
          />
          {field.label}
        </label>
      ) : (
        <Select
          label={field.label}
          aria-describedby={help}
          options={optionsOf(field, selected(policy, field))}
          value={selected(policy, field)}
          onChoose={(value) => onChange(value === '' ? undefined : value)}
        />
      )}
      <p id={help} className="quiet">
        {field.help} <code className="wrap">{field.key}</code>
        {isChanged && <strong className="safety-changed"> changed</strong>}
      </p>
    </div>
  );
}

/** Options of a field, with the value of a link's policy even if it is none of them. */
function optionsOf({ values, none }: Extract<PolicyField, { readonly kind: 'select' }>, value: string) {
  const known = values.map((one) => ({ value: one, label: one }));
  const isKnown = value === '' || values.includes(value);
  const odd = { value, label: `${visibleText(value.slice(0, 40))} (no such value)` };
  return [...(none === undefined ? [] : [{ value: '', label: none }]), ...known, ...(isKnown ? [] : [odd])];
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
