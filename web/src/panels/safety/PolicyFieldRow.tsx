import { type ReactElement, useId } from 'react';
import { isOn, type PolicyValue, selected } from '../../state/policy-edit.ts';
import type { PolicyField } from '../../state/policy-fields.ts';
import { visibleText } from '../../state/visible-text.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';

interface PolicyFieldRowProps {
  readonly field: PolicyField;
  readonly policy: PlainPolicy;
  /** It differs from the default. */
  readonly isChanged: boolean;
  readonly onChange: (value: PolicyValue) => void;
}

/** One field of the policy with a sentence of what it does. */
export function PolicyFieldRow({ field, policy, isChanged, onChange }: PolicyFieldRowProps): ReactElement {
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
        <PolicyFieldSelect {...{ field, policy, onChange, help }} />
      )}
      <p id={help} className="quiet">
        {field.help} <code>{field.key}</code>
        {isChanged && <strong className="safety-changed"> changed</strong>}
      </p>
    </div>
  );
}

interface PolicyFieldSelectProps extends Pick<PolicyFieldRowProps, 'policy' | 'onChange'> {
  readonly field: Extract<PolicyField, { readonly kind: 'select' }>;
  /** Id of the sentence. */
  readonly help: string;
}

function PolicyFieldSelect({ field, policy, onChange, help }: PolicyFieldSelectProps): ReactElement {
  const { values, none, label } = field;
  const value = selected(policy, field);
  const isForeign = value !== '' && !values.includes(value);
  return (
    <label className="safety-choose">
      {label}
      <select
        className="field safety-select"
        aria-describedby={help}
        value={value}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {values.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
        {isForeign && <option value={value}>{visibleText(value.slice(0, 40))} (no such value)</option>}
      </select>
    </label>
  );
}
