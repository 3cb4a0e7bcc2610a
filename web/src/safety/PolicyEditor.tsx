import type { ReactElement } from 'react';
import { Select } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import type { PlainPolicy } from '../document/working-copy.ts';
import { usePage } from '../page/page-context.ts';
import type { SafetyTable } from './answer-safety-table.ts';
import { policyLabel } from './decision-words.ts';
import { baseName, isPolicy, policyProblems, PRESET_NAMES, presetPolicy, tidyPolicy } from './policy-edit.ts';
import { PolicyFile } from './PolicyFile.tsx';
import { RuleList, type SetPolicy } from './RuleList.tsx';

const NONE: PlainPolicy = {};

/** Where a policy starts, its rules, and everything else as JSON. */
export function PolicyEditor({ table }: { readonly table: SafetyTable }): ReactElement {
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
      <PolicyFile policy={policy} onChange={set} />
    </div>
  );
}
