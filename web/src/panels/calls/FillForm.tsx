import { type FlatCommand, parametersOf } from '@atip/core';
import { type ReactElement, useId } from 'react';
import { type Field, fieldOf, type FormValues } from '../../state/call-form.ts';

interface FillFormProps {
  readonly commands: readonly FlatCommand[];
  readonly command: FlatCommand;
  readonly values: FormValues;
  readonly onCommand: (name: string) => void;
  readonly onValues: (values: FormValues) => void;
}

/** A form made from a command's parameters. */
export function FillForm({ commands, command, values, onCommand, onValues }: FillFormProps): ReactElement {
  const fields = parametersOf(command).map(fieldOf);
  return (
    <div className="stack">
      <div className="form-row">
        <label htmlFor="command">Command</label>
        <select
          id="command"
          className="field mono"
          value={command.name}
          onChange={(event) => onCommand(event.target.value)}
        >
          {commands.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <p className="quiet">{command.metadata.description}</p>
      {fields.length === 0 && <p className="quiet">This command takes no parameters.</p>}
      {fields.map((field) => (
        <FieldRow
          key={field.key}
          field={field}
          value={values[field.key] ?? ''}
          onValue={(value) => onValues({ ...values, [field.key]: value })}
        />
      ))}
    </div>
  );
}

interface FieldRowProps {
  readonly field: Field;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function FieldRow({ field, value, onValue }: FieldRowProps): ReactElement {
  const id = useId();
  const control: ControlProps = {
    id,
    value,
    onValue,
    'aria-describedby': `${id}-description`,
    'aria-required': field.required,
  };
  return (
    <div className="form-row">
      <label htmlFor={id} className="mono">
        {field.key}
        {field.required && (
          <span className="required" title="required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <div className="form-value">
        <Control field={field} control={control} />
        <span id={`${id}-description`} className="quiet">
          {field.description}
        </span>
      </div>
    </div>
  );
}

interface ControlProps {
  readonly id: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly 'aria-describedby': string;
  readonly 'aria-required': boolean;
}

function Control({ field, control }: { readonly field: Field; readonly control: ControlProps }): ReactElement {
  const { onValue, ...common } = control;
  switch (field.kind) {
    case 'flag':
      return <ChoiceField values={['true', 'false']} {...control} />;
    case 'choice':
      return <ChoiceField values={field.values} {...control} />;
    case 'lines':
      return (
        <textarea
          {...common}
          className="field mono"
          rows={2}
          placeholder="one value per line"
          onChange={(event) => onValue(event.target.value)}
        />
      );
    case 'text':
      return (
        <input
          {...common}
          className="field mono"
          placeholder={field.placeholder}
          inputMode={field.numeric ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={(event) => onValue(event.target.value)}
        />
      );
  }
}

interface ChoiceFieldProps extends ControlProps {
  readonly values: readonly string[];
}

function ChoiceField({ values, onValue, ...common }: ChoiceFieldProps): ReactElement {
  return (
    <select {...common} className="field mono" onChange={(event) => onValue(event.target.value)}>
      <option value="">not given</option>
      {values.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
