import type { ReactElement } from 'react';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Name shared by the radios; unique on the page. */
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

/** A row of native radios, so that arrow keys and screen readers need nothing from us. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, name, options, value, onChoose } = props;
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span className="steady" data-text={option.label}>
            {option.label}
          </span>
        </label>
      ))}
    </div>
  );
}
