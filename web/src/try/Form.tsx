import type { Parameter } from '@atip/core';
import { stated, takesMany } from '@atip/core/internal';
import { type ReactElement, useId, useState } from 'react';
import { usePage } from '../page/page-context.ts';
import { Select } from '../parts/choices.tsx';
import { Button } from '../parts/controls.tsx';
import { shortText, visibleText } from '../text/visible-text.ts';

interface FormProps {
  /** Of the command. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

/** The parameters of the chosen command, the required ones first. */
export function Form({ name, parameters }: FormProps): ReactElement {
  const { copy, dispatch } = usePage();
  const args = copy.call?.name === name ? copy.call.arguments : {};
  const known = new Set(parameters.flatMap(({ key, narrowKey }) => [key, narrowKey]));
  const unknown = Object.keys(args).filter((key) => !known.has(key));
  const set = (key: string, value: unknown): void =>
    dispatch({ type: 'set', key: 'call', value: { name, arguments: stated({ ...args, [key]: value }) } });
  return (
    <div className="stack apart">
      {unknown.map((key) => (
        <Button key={key} small className="start" onClick={() => set(key, undefined)}>
          Remove {shortText(key)}
        </Button>
      ))}
      {parameters.length === 0 && <p className="quiet">This command takes no arguments.</p>}
      {parameters
        .toSorted((one, other) => Number(other.required) - Number(one.required))
        .map((parameter) => {
          const { key, narrowKey } = parameter;
          const value = args[key] ?? args[narrowKey];
          return <ParameterField key={key} parameter={parameter} value={value} onValue={(next) => set(key, next)} />;
        })}
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: unknown;
  /** `undefined`: not given. */
  readonly onValue: (value: unknown) => void;
}

function ParameterField({ parameter, value, onValue }: ParameterFieldProps): ReactElement {
  const id = useId();
  const { key, required, source } = parameter;
  // "1." is a number on its way: the text stays as it is typed while it stands for the value.
  const [typed, setTyped] = useState('');
  const isTyped = JSON.stringify(valueOfText(parameter, typed)) === JSON.stringify(value);
  const text = isTyped ? typed : textOfValue(value);
  const change = (next: string): void => {
    setTyped(next);
    onValue(valueOfText(parameter, next));
  };
  const isList = takesMany(parameter);
  const choices = choicesOf(parameter).map(String);
  const options = choices.map((choice) => ({ value: choice, label: visibleText(choice) }));
  if (text !== '' && !choices.includes(text))
    options.push({ value: text, label: `${visibleText(text)} (not allowed)` });
  const hints = [
    visibleText(source.description),
    isList && 'one on each line',
    source.default !== undefined &&
      !/default/i.test(source.description ?? '') &&
      `default ${visibleText(JSON.stringify(source.default))}`,
  ].filter((hint) => typeof hint === 'string');
  const field = { id, 'aria-describedby': `${id}-hints` };
  return (
    <div className="stack">
      <label htmlFor={id} className="mono wrap">
        {visibleText(key)} {required && <span className="bad">required</span>}
      </label>
      {choices.length > 0 && !isList ? (
        <Select
          {...field}
          className="mono"
          options={[{ value: '', label: 'not set' }, ...options]}
          value={text}
          onChoose={change}
        />
      ) : (
        <textarea
          {...field}
          className="field mono"
          rows={isList ? 2 : 1}
          aria-required={required}
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
      )}
      <span id={`${id}-hints`} className="quiet small">
        {hints.join(' · ')}
      </span>
    </div>
  );
}

/** The values to choose one from; empty where any text may be typed. */
function choicesOf({ source }: Parameter): readonly unknown[] {
  return source.type === 'boolean' ? [true, false] : (source.enum ?? []);
}

/**
 * The value that a text stands for, as a model would have sent it; `undefined`: not given. A list has one value on each line.
 * A number that does not read as one stays text, so that validation says so instead of the form hiding it.
 */
export function valueOfText(parameter: Parameter, text: string): unknown {
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  if (takesMany(parameter)) return lines;
  const choice = choicesOf(parameter).find((value) => String(value) === text);
  const isNumber = parameter.source.type === 'integer' || parameter.source.type === 'number';
  return choice ?? (isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
}

/** The text that shows a value; one that fits into no such field is shown as JSON. */
export function textOfValue(value: unknown): string {
  const lines: readonly unknown[] = [value ?? ''].flat();
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
}
