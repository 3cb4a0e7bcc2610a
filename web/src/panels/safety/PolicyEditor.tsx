import { defaultPolicyFor, POLICY_PRESETS, type TrustSource } from '@atip/core';
import type { ReactElement } from 'react';
import type { SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import type { ColumnKey } from '../../analysis/safety/policy-columns.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { changedFields, tidyPolicy, withPolicyField } from '../../state/policy-edit.ts';
import { POLICY_FIELDS, POLICY_GROUPS } from '../../state/policy-fields.ts';
import { policyProblems } from '../../state/read-policy.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';
import type { PanelProps } from '../panel.ts';
import { columnLabel } from './decision-words.ts';
import { PolicyEffect } from './PolicyEffect.tsx';
import { PolicyFieldRow } from './PolicyFieldRow.tsx';
import { PolicyJson } from './PolicyJson.tsx';

interface PolicyEditorProps extends PanelProps {
  /** Absent while the document has not compiled. */
  readonly matrix: SafetyMatrix | undefined;
}

const NONE: PlainPolicy = {};
const STARTS = ['open', 'standard', 'read-only', 'no-network', 'ci', 'trust'] as const;

/** The page's own policy: every field, where it starts from, and what it changes for this document. */
export function PolicyEditor({ copy, dispatch, matrix }: PolicyEditorProps): ReactElement {
  const policy = copy.policy ?? NONE;
  const set = (value: PlainPolicy | undefined, label?: string): void =>
    dispatch({ type: 'set', key: 'policy', value, ...(label !== undefined && { label }) });
  const trust = matrix?.trust ?? 'inferred';
  const changed = new Set(changedFields(policy).map(({ key }) => key));
  return (
    <div className="safety-body">
      <PolicyTools {...{ policy, set, trust }} changed={changed.size} />
      <div className="safety-flow">
        <Faults policy={policy} />
        {matrix && <PolicyEffect matrix={matrix} />}
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

interface PolicyToolsProps {
  readonly policy: PlainPolicy;
  readonly trust: TrustSource;
  readonly changed: number;
  readonly set: (value: PlainPolicy | undefined, label?: string) => void;
}

function PolicyTools({ trust, changed, set }: PolicyToolsProps): ReactElement {
  const start = (key: Exclude<ColumnKey, 'yours'>): void => {
    const from = key === 'trust' ? defaultPolicyFor(trust) : POLICY_PRESETS[key];
    // Core's own have no handler, which is all that a plain policy lacks.
    const { confirmationHandler: _none, ...plain } = from;
    set(tidyPolicy(plain), `Started from the policy ${columnLabel(key, trust)}`);
  };
  return (
    <div className="safety-tools">
      <fieldset className="safety-starts">
        <legend>Start from</legend>
        {STARTS.map((key) => (
          <button key={key} type="button" className="button button-small" onClick={() => start(key)}>
            {columnLabel(key, trust)}
          </button>
        ))}
      </fieldset>
      <output className="safety-count" data-changed={changed > 0 || undefined}>
        {changed === 0 ? 'all as by default' : `${changed} of ${POLICY_FIELDS.length} differ from the default`}
      </output>
      <button
        type="button"
        className="button button-small"
        disabled={changed === 0}
        onClick={() => set(undefined, 'Policy reset')}
      >
        <Icon name="undo" />
        Reset policy
      </button>
    </div>
  );
}

/** What came with a link or a draft need not be a policy as it should be. */
function Faults({ policy }: { readonly policy: PlainPolicy }): ReactElement | undefined {
  const problems = policyProblems(policy);
  if (problems.length === 0) return undefined;
  return (
    <ul className="safety-faults" aria-label="Faults of this policy">
      {problems.map((problem) => (
        <li key={problem}>
          <Icon name="warning" />
          {problem}
        </li>
      ))}
    </ul>
  );
}
