import type { ComponentProps, ReactElement } from 'react';

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value'> {
  /** Visible label. Absent: an `aria-label`, or a label that names its id. */
  readonly label?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, options, onChoose, ...select } = props;
  const choose = (chosen: string): void => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onChoose(option.value);
  };
  const list = (
    <select className="field select" {...select} onChange={({ target }) => choose(target.value)}>
      {options.map(({ value, label: words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
  if (label === undefined) return list;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the list is its control.
    <label className="row">
      {label}
      {list}
    </label>
  );
}
