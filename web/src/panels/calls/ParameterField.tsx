import type { Parameter } from '@atip/core';
import { type ReactElement, useId, useState } from 'react';
import { Badge } from '../../components/Badge.tsx';
import { Icon } from '../../components/Icon.tsx';
import { riskMarks } from '../../document/risks.ts';
import { visibleJson, visibleText } from '../../text/visible-text.ts';
import {
  type Arguments,
  conflictsOf,
  fieldKind,
  hintsOf,
  rowsOfValue,
  textOfValue,
  valueOfRows,
  valueOfText,
} from './parameter-fields.ts';

interface ParameterFieldProps {
  readonly parameter: Parameter;
  /** Of the command, this one included. */
  readonly all: readonly Parameter[];
  readonly args: Arguments;
  /** `undefined`: not given. */
  readonly onValue: (value: unknown) => void;
}

/** One parameter: its control, what its value has to be, what giving it does, and what it does not go with. */
export function ParameterField({ parameter, all, args, onValue }: ParameterFieldProps): ReactElement {
  const id = useId();
  const { key, narrowKey, required, source } = parameter;
  const hints = hintsOf(parameter, all);
  return (
    <div className="calls-form-row">
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
          {hints.length > 0 && <span className="calls-hints">{hints.map(visibleText).join(' · ')}</span>}
        </span>
        <OwnEffects parameter={parameter} />
        {conflictsOf(parameter, all, args).map((conflict) => (
          <span key={conflict} className="small calls-conflict" role="status">
            {visibleText(conflict)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** What giving it adds to the command's effects; what it leaves open is the command's to say. */
function OwnEffects({ parameter }: { readonly parameter: Parameter }): ReactElement | null {
  const own = parameter.source['x-effects'];
  const marks = own === undefined ? [] : riskMarks(own).filter(({ risk }) => risk !== 'not-stated' && risk !== 'reads');
  if (marks.length === 0) return null;
  return (
    <ul className="badges" aria-label={`When ${parameter.key} is given`}>
      {marks.map((mark) => (
        <Badge key={mark.risk} mark={mark} />
      ))}
    </ul>
  );
}

interface ControlProps {
  /** Of the control; what describes it is `${id}-description`. */
  readonly id: string;
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

/** The control for one parameter; a value that has no form in it is shown as what it is. */
function ParameterControl(props: ControlProps): ReactElement {
  const { parameter, value, onValue } = props;
  const kind = fieldKind(parameter);
  if ((kind === 'rows' ? rowsOfValue(value) : textOfValue(value)) === undefined) {
    return (
      <div className="row">
        <code className="grow wrap">{visibleJson(value)}</code>
        <button type="button" className="button button-small" onClick={() => onValue(undefined)}>
          Remove {parameter.key}
        </button>
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

/** A field for each value, and a button that adds one. */
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
        <div key={index} className="calls-value">
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
            <button
              type="button"
              className="button button-icon"
              aria-label={`Remove ${parameter.key} ${index + 1}`}
              onClick={() => change(rows.toSpliced(index, 1))}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      <button type="button" className="button button-small start" onClick={() => setTyped([...rows, ''])}>
        <Icon name="plus" />
        Add a value
      </button>
    </>
  );
}
