import type { Parameter } from '@atip/core';
import { type ReactElement, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import { type Field, rowsOfValue, textOfValue, valueOfRows, valueOfText } from '../../state/call-form.ts';
import { visibleJson } from '../../state/visible-text.ts';

export interface ControlProps {
  /** Of the control; what describes it is `${id}-description`. */
  readonly id: string;
  readonly parameter: Parameter;
  readonly field: Field;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

/** The control for one parameter; a value that has no form in it is shown as what it is. */
export function ParameterControl(props: ControlProps): ReactElement {
  const { field, value, onValue } = props;
  const isShowable = field.kind === 'rows' ? rowsOfValue(value) : textOfValue(value);
  if (isShowable === undefined) {
    return (
      <div className="calls-row">
        <code className="grow calls-wrap">{visibleJson(value)}</code>
        <button type="button" className="button button-small" onClick={() => onValue(undefined)}>
          Remove {field.key}
        </button>
      </div>
    );
  }
  switch (field.kind) {
    case 'flag':
      return <ChoiceField {...props} values={['true', 'false']} />;
    case 'choice':
      return <ChoiceField {...props} values={field.values} />;
    case 'rows':
      return <Rows {...props} />;
    case 'text':
      return <TextField {...props} numeric={field.numeric} />;
  }
}

function described({ id, field }: ControlProps): {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-required': boolean;
} {
  return { id, 'aria-describedby': `${id}-description`, 'aria-required': field.required };
}

function TextField(props: ControlProps & { readonly numeric: boolean }): ReactElement {
  const { parameter, value, numeric, onValue } = props;
  // "1." is a number on its way: the text stays as it is typed while it stands for the value.
  const [typed, setTyped] = useState('');
  const text = Object.is(valueOfText(parameter, typed), value) ? typed : (textOfValue(value) ?? '');
  return (
    <input
      {...described(props)}
      className="field mono"
      inputMode={numeric ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setTyped(event.target.value);
        onValue(valueOfText(parameter, event.target.value));
      }}
    />
  );
}

function ChoiceField(props: ControlProps & { readonly values: readonly string[] }): ReactElement {
  const { parameter, value, values, onValue } = props;
  const text = textOfValue(value) ?? '';
  return (
    <select
      {...described(props)}
      className="field mono"
      value={text}
      onChange={(event) => onValue(valueOfText(parameter, event.target.value))}
    >
      <option value="">not given</option>
      {values.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
      {text !== '' && !values.includes(text) && <option value={text}>{text} (not one of them)</option>}
    </select>
  );
}

/** A field for each value, and always an empty one at the end of what was added. */
function Rows(props: ControlProps): ReactElement {
  const { id, field, value, onValue } = props;
  const [typed, setTyped] = useState<readonly string[]>(['']);
  const given = rowsOfValue(value) ?? [];
  const isMine = sameRows(valueOfRows(typed) ?? [], given);
  const rows = isMine ? typed : given;
  const change = (next: readonly string[]): void => {
    setTyped(next);
    onValue(valueOfRows(next));
  };
  return (
    <div className="calls-rows">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <div key={index} className="calls-rows-row">
          <input
            className="field mono"
            {...(index === 0 ? { id } : { 'aria-label': `${field.key} ${index + 1}` })}
            aria-describedby={`${id}-description`}
            aria-required={field.required && index === 0}
            autoComplete="off"
            spellCheck={false}
            value={row}
            onChange={(event) => change(rows.with(index, event.target.value))}
          />
          {rows.length > 1 && (
            <button
              type="button"
              className="button button-icon"
              aria-label={`Remove ${field.key} ${index + 1}`}
              onClick={() => change(rows.toSpliced(index, 1))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      <button type="button" className="button button-small calls-rows-add" onClick={() => setTyped([...rows, ''])}>
        <Icon name="plus" />
        Add a value
      </button>
    </div>
  );
}

function sameRows(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((row, index) => row === other[index]);
}
