import type { AtipParamType, Parameter } from '@atip/core';
import { takesMany } from '@atip/core/internal';
import { type ReactElement, useId, useState } from 'react';
import { Badges } from '../components/content.tsx';
import { Button, Select } from '../components/controls.tsx';
import { riskMarks } from '../document/risks.ts';
import { visibleJson, visibleText } from '../text/visible-text.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface ParameterFieldProps {
  readonly parameter: Parameter;
  /** Of the command, this one included. */
  readonly all: readonly Parameter[];
  readonly args: Arguments;
  /** `undefined`: not given. */
  readonly onValue: (value: unknown) => void;
}

export function ParameterField({ parameter, all, args, onValue }: ParameterFieldProps): ReactElement {
  const id = useId();
  const { key, narrowKey, required, source } = parameter;
  const hints = hintsOf(parameter, all);
  // Those that it leaves open are the command's to state.
  const effects = riskMarks(source['x-effects'] ?? {}).filter(({ risk }) => risk !== 'not-stated' && risk !== 'reads');
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
        {effects.length > 0 && <Badges label={`When ${key} is given`} marks={effects} />}
      </div>
    </div>
  );
}

interface ControlProps {
  /** Of the control; what describes it is `${id}-description`. */
  readonly id: string;
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

/** The control for one parameter; a value that no control can hold is shown as JSON. */
function ParameterControl({ id, parameter, value, onValue }: ControlProps): ReactElement {
  const { key, required, source } = parameter;
  const kind = fieldKind(parameter);
  const texts = textsOfValue(parameter, value);
  if (texts === undefined) {
    return (
      <div className="row">
        <code className="grow wrap">{visibleJson(value)}</code>
        <Button small onClick={() => onValue(undefined)}>
          Remove {key}
        </Button>
      </div>
    );
  }
  const field = {
    id,
    className: 'field mono grow',
    'aria-describedby': `${id}-description`,
    'aria-required': required,
  };
  if (kind !== 'flag' && kind !== 'choice')
    return <Texts field={field} parameter={parameter} texts={texts} onValue={onValue} />;
  const [text = ''] = texts;
  const values = kind === 'flag' ? ['true', 'false'] : (source.enum ?? []).map(String);
  const options = [{ value: '', label: 'not set' }, ...values.map((one) => ({ value: one, label: one }))];
  if (text !== '' && !values.includes(text)) options.push({ value: text, label: `${text} (not allowed)` });
  return (
    <Select
      {...field}
      options={options}
      value={text}
      onChoose={(chosen) => onValue(valueOfTexts(parameter, [chosen]))}
    />
  );
}

interface TextsProps extends Pick<ControlProps, 'parameter' | 'onValue'> {
  readonly field: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly texts: readonly string[];
}

function Texts({ field, parameter, texts, onValue }: TextsProps): ReactElement {
  const { key } = parameter;
  const kind = fieldKind(parameter);
  // "1." is a number on its way: the texts stay as they are typed while they stand for the value.
  const [typed, setTyped] = useState<readonly string[]>(['']);
  const isMine = JSON.stringify(textsOfValue(parameter, valueOfTexts(parameter, typed))) === JSON.stringify(texts);
  const rows = isMine ? typed : texts;
  const change = (next: readonly string[]): void => {
    setTyped(next);
    onValue(valueOfTexts(parameter, next));
  };
  return (
    <>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <div key={index} className="row">
          <input
            {...field}
            id={index === 0 ? field.id : undefined}
            aria-label={index === 0 ? undefined : `${key} ${index + 1}`}
            inputMode={kind === 'number' ? 'decimal' : 'text'}
            autoComplete="off"
            spellCheck={false}
            value={row}
            onChange={(event) => change(rows.with(index, event.target.value))}
          />
          {rows.length > 1 && (
            <Button
              icon="close"
              aria-label={`Remove ${key} ${index + 1}`}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {kind === 'rows' && (
        <Button small icon="plus" className="start" onClick={() => setTyped([...rows, ''])}>
          Add a value
        </Button>
      )}
    </>
  );
}

/** The control by which a parameter is filled in; `rows` takes a list of values. */
function fieldKind(parameter: Parameter): 'text' | 'number' | 'rows' | 'flag' | 'choice' {
  const { source } = parameter;
  if (takesMany(parameter)) return 'rows';
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

export function hintsOf(parameter: Parameter, all: readonly Parameter[]): readonly string[] {
  const { source } = parameter;
  const exclusive = relatedTo(parameter, 'x-exclusive', all);
  const depends = relatedTo(parameter, 'x-depends', all);
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
 * The value that the texts of a parameter's fields stand for, as a model would have sent it; `undefined`: not given.
 *
 * A number that does not read as one stays text, so that validation says so instead of the form hiding it.
 */
export function valueOfTexts(parameter: Parameter, texts: readonly string[]): unknown {
  const given = texts.filter((text) => text !== '');
  const [text] = given;
  if (text === undefined) return undefined;
  switch (fieldKind(parameter)) {
    case 'rows':
      return given;
    case 'flag':
      return text === 'true';
    case 'choice':
      return parameter.source.enum?.find((value) => String(value) === text) ?? text;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'text':
      return text;
  }
}

/** The texts that show a value, at least one; `undefined` when it has no form in them, as an object has none. */
export function textsOfValue(parameter: Parameter, value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [''];
  if (fieldKind(parameter) !== 'rows') return typeof value === 'object' ? undefined : [String(value)];
  // One text alone is a list of it.
  const list: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(list) || !list.every((row) => typeof row === 'string')) return undefined;
  return list.length === 0 ? [''] : list;
}

export function withArgument(args: Arguments, key: string, value: unknown): Arguments {
  const { [key]: _before, ...others } = args;
  return value === undefined ? others : { ...args, [key]: value };
}

/** Keys of the options that must not, or must, be given together with a parameter. */
function relatedTo(parameter: Parameter, relation: 'x-exclusive' | 'x-depends', all: readonly Parameter[]): string[] {
  const flags = (parameter.kind === 'option' && parameter.source[relation]) || [];
  const others = all.filter(({ kind, source }) => kind === 'option' && source.flags.some((own) => flags.includes(own)));
  return others.map(({ key }) => key);
}
