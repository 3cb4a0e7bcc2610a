import { Select } from '../../components/Select.tsx';
import type { Parameter, AtipParamType } from '@atip/core';
import { type ReactElement, useId, useState } from 'react';
import { Badges } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { riskMarks } from '../../document/risks.ts';
import { visibleJson, visibleText } from '../../text/visible-text.ts';

interface ParameterFieldProps {
  readonly parameter: Parameter;
  /** Of the command, this one included. */
  readonly all: readonly Parameter[];
  readonly args: Arguments;
  /** `undefined`: not given. */
  readonly onValue: (value: unknown) => void;
}

/** One parameter: its control, and below it the description, the effects of giving it and broken relations. */
export function ParameterField({ parameter, all, args, onValue }: ParameterFieldProps): ReactElement {
  const id = useId();
  const { key, narrowKey, required, source } = parameter;
  const hints = hintsOf(parameter, all);
  return (
    <div className="try-field">
      <label htmlFor={id} className="mono wrap">
        {visibleText(key)}
        {required && (
          <span className="bad" title="required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <div className="stack">
        <ParameterControl id={id} parameter={parameter} value={args[key] ?? args[narrowKey]} onValue={onValue} />
        <span id={`${id}-description`} className="quiet small">
          {visibleText(source.description)}
          {hints.length > 0 && ` — ${hints.map(visibleText).join(' · ')}`}
        </span>
        <OwnEffects parameter={parameter} />
        {conflictsOf(parameter, all, args).map((conflict) => (
          <span key={conflict} className="small bad" role="status">
            {visibleText(conflict)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Effects that giving it adds; those it leaves open are the command's to state. */
function OwnEffects({ parameter }: { readonly parameter: Parameter }): ReactElement | null {
  const own = parameter.source['x-effects'];
  const marks = own === undefined ? [] : riskMarks(own).filter(({ risk }) => risk !== 'not-stated' && risk !== 'reads');
  return marks.length === 0 ? null : <Badges label={`When ${parameter.key} is given`} marks={marks} />;
}

interface ControlProps {
  /** Of the control; what describes it is `${id}-description`. */
  readonly id: string;
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

/** The control for one parameter; a value that no control can hold is shown as JSON. */
function ParameterControl(props: ControlProps): ReactElement {
  const { parameter, value, onValue } = props;
  const kind = fieldKind(parameter);
  if ((kind === 'rows' ? rowsOfValue(value) : textOfValue(value)) === undefined) {
    return (
      <div className="row">
        <code className="grow wrap">{visibleJson(value)}</code>
        <Button small onClick={() => onValue(undefined)}>
          Remove {parameter.key}
        </Button>
      </div>
    );
  }
  if (kind === 'flag') return <ChoiceField {...props} values={['true', 'false']} />;
  if (kind === 'choice') return <ChoiceField {...props} values={(parameter.source.enum ?? []).map(String)} />;
  return kind === 'rows' ? <Rows {...props} /> : <TextField {...props} isNumber={kind === 'number'} />;
}

function described({ id, parameter }: ControlProps): {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-required': boolean;
} {
  return { id, 'aria-describedby': `${id}-description`, 'aria-required': parameter.required };
}

function TextField(props: ControlProps & { readonly isNumber: boolean }): ReactElement {
  const { parameter, value, isNumber, onValue } = props;
  // "1." is a number on its way: the text stays as it is typed while it stands for the value.
  const [typed, setTyped] = useState('');
  const text = Object.is(valueOfText(parameter, typed), value) ? typed : (textOfValue(value) ?? '');
  return (
    <input
      {...described(props)}
      className="field mono"
      inputMode={isNumber ? 'decimal' : 'text'}
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
  const known = [{ value: '', label: 'not set' }, ...values.map((one) => ({ value: one, label: one }))];
  const isKnown = text === '' || values.includes(text);
  return (
    <Select
      {...described(props)}
      className="field mono"
      options={isKnown ? known : [...known, { value: text, label: `${text} (not allowed)` }]}
      value={text}
      onChoose={(chosen) => onValue(valueOfText(parameter, chosen))}
    />
  );
}

function Rows(props: ControlProps): ReactElement {
  const { id, parameter, value, onValue } = props;
  const [typed, setTyped] = useState<readonly string[]>(['']);
  const given = rowsOfValue(value) ?? [];
  const isMine = JSON.stringify(valueOfRows(typed) ?? []) === JSON.stringify(given);
  const rows = isMine ? typed : given;
  const change = (next: readonly string[]): void => {
    setTyped(next);
    onValue(valueOfRows(next));
  };
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <div key={index} className="try-value">
          <input
            {...described(props)}
            className="field mono"
            id={index === 0 ? id : undefined}
            aria-label={index === 0 ? undefined : `${parameter.key} ${index + 1}`}
            autoComplete="off"
            spellCheck={false}
            value={row}
            onChange={(event) => change(rows.with(index, event.target.value))}
          />
          {rows.length > 1 && (
            <Button
              icon="close"
              aria-label={`Remove ${parameter.key} ${index + 1}`}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      <Button small icon="plus" className="start" onClick={() => setTyped([...rows, ''])}>
        Add a value
      </Button>
    </>
  );
}

export type Arguments = Readonly<Record<string, unknown>>;

/** The control by which a parameter is filled in; `rows` takes a list of values. */
type FieldKind = 'text' | 'number' | 'rows' | 'flag' | 'choice';

function fieldKind({ kind, source }: Parameter): FieldKind {
  if (source.type === 'array' || (kind === 'argument' && source.variadic === true)) return 'rows';
  if (source.type === 'boolean') return 'flag';
  if (source.enum && source.enum.length > 0) return 'choice';
  return source.type === 'integer' || source.type === 'number' ? 'number' : 'text';
}

const TYPE_HINTS: Readonly<Partial<Record<AtipParamType, string>>> = {
  file: 'path of a file',
  directory: 'path of a directory',
  integer: 'a whole number',
  number: 'a number',
  url: 'a URL',
};

/** Says what a value has to be and its default, for example `["path of a file", "20 unless given"]`. */
export function hintsOf(parameter: Parameter, all: readonly Parameter[]): readonly string[] {
  const { source } = parameter;
  const { exclusive, depends } = relationsOf(parameter, all);
  const hints = [
    [TYPE_HINTS[source.type], source['x-schemes'] && `(${source['x-schemes'].join(', ')})`].filter(Boolean).join(' '),
    fieldKind(parameter) === 'rows' && 'one or more',
    source.default !== undefined && `default ${JSON.stringify(source.default)}`,
    'envVar' in source && source.envVar !== undefined && `or from $${source.envVar}`,
    source['x-one-line'] === true && 'without line breaks',
    source['x-deprecated'] === true && 'deprecated',
    exclusive.length > 0 && `not together with ${exclusive.join(', ')}`,
    depends.length > 0 && `needs ${depends.join(', ')}`,
  ];
  return hints.filter((hint) => typeof hint === 'string').filter((hint) => hint !== '');
}

/**
 * The value that a field's text stands for, as a model would have sent it; `undefined`: not given.
 *
 * A number that does not read as one stays text, so that validation says so instead of the form hiding it.
 */
export function valueOfText(parameter: Parameter, text: string): unknown {
  if (text === '') return undefined;
  switch (fieldKind(parameter)) {
    case 'flag':
      return text === 'true';
    case 'choice':
      return parameter.source.enum?.find((value) => String(value) === text) ?? text;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return text;
  }
}

/** The text for a value in a field; `undefined` when it has no form there, as an object has none. */
export function textOfValue(value: unknown): string | undefined {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? undefined : String(value);
}

/** The value of a list's rows: those with something in them; `undefined` without any. */
function valueOfRows(rows: readonly string[]): readonly string[] | undefined {
  const given = rows.filter((row) => row !== '');
  return given.length === 0 ? undefined : given;
}

/** The rows that show a value; `undefined` when it has no form in them. One text alone is a list of it. */
function rowsOfValue(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : undefined;
  return value.every((row) => typeof row === 'string') ? value : undefined;
}

export function withArgument(args: Arguments, key: string, value: unknown): Arguments {
  const { [key]: _before, ...others } = args;
  return value === undefined ? others : { ...args, [key]: value };
}

/**
 * Broken relations between options, as sentences. Only the program enforces these relations: validation and the policy
 * do not know them.
 */
export function conflictsOf(parameter: Parameter, all: readonly Parameter[], args: Arguments): readonly string[] {
  const isGiven = (key: string): boolean => args[key] !== undefined && args[key] !== null && args[key] !== false;
  if (!isGiven(parameter.key)) return [];
  const { exclusive, depends } = relationsOf(parameter, all);
  return [
    ...exclusive.filter(isGiven).map((key) => `It excludes ${key}, which is also given; the program may refuse.`),
    ...depends.filter((key) => !isGiven(key)).map((key) => `It needs ${key}, which is not given.`),
  ];
}

/** Keys of the options that must not, or must, be given together with a parameter. */
function relationsOf(
  { kind, source }: Parameter,
  all: readonly Parameter[],
): { readonly exclusive: readonly string[]; readonly depends: readonly string[] } {
  if (kind === 'argument') return { exclusive: [], depends: [] };
  const keysOf = (flags: readonly string[] = []): readonly string[] =>
    all.flatMap((other) =>
      other.kind === 'option' && other.source.flags.some((own) => flags.includes(own)) ? [other.key] : [],
    );
  return { exclusive: keysOf(source['x-exclusive']), depends: keysOf(source['x-depends']) };
}
