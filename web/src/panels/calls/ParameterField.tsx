import type { Parameter } from '@atip/core';
import { type ReactElement, useId } from 'react';
import { Badge } from '../../components/Badge.tsx';
import { conflictsOf, relationsOf } from '../../state/call-conflicts.ts';
import { fieldOf } from '../../state/call-form.ts';
import { riskMarks } from '../../state/risks.ts';
import { visibleText } from '../../state/visible-text.ts';
import { type ControlProps, ParameterControl } from './ParameterControl.tsx';

interface ParameterFieldProps {
  readonly parameter: Parameter;
  /** Of the command, this one included. */
  readonly all: readonly Parameter[];
  readonly args: Readonly<Record<string, unknown>>;
  /** `undefined`: not given. */
  readonly onValue: (value: unknown) => void;
}

/** One parameter: its control, what its value has to be, what giving it does, and what it does not go with. */
export function ParameterField({ parameter, all, args, onValue }: ParameterFieldProps): ReactElement {
  const id = useId();
  const field = fieldOf(parameter);
  const conflicts = conflictsOf(parameter, all, args);
  const hints = [...field.hints, ...relationHints(parameter, all)];
  const control: ControlProps = {
    id,
    parameter,
    field,
    value: args[parameter.key] ?? args[parameter.narrowKey],
    onValue,
  };
  return (
    <div className="calls-form-row">
      <label htmlFor={id} className="mono calls-wrap">
        {visibleText(field.key)}
        {field.required && (
          <span className="calls-required" title="required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      <div className="calls-form-value">
        <ParameterControl {...control} />
        <span id={`${id}-description`} className="quiet calls-small">
          {visibleText(field.description)}
          {hints.length > 0 && (
            <>
              {' '}
              <span className="calls-hints">{hints.map(visibleText).join(' · ')}</span>
            </>
          )}
        </span>
        <OwnEffects parameter={parameter} />
        {conflicts.map((conflict) => (
          <span key={conflict} className="calls-small calls-conflict" role="status">
            {visibleText(conflict)}
          </span>
        ))}
      </div>
    </div>
  );
}

function relationHints(parameter: Parameter, all: readonly Parameter[]): readonly string[] {
  const { exclusive, depends } = relationsOf(parameter, all);
  return [
    ...(exclusive.length > 0 ? [`not together with ${exclusive.join(', ')}`] : []),
    ...(depends.length > 0 ? [`only together with ${depends.join(', ')}`] : []),
  ];
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
