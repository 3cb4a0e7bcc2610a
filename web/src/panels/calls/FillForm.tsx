import type { Parameter } from '@atip/core';
import type { Dispatch, ReactElement } from 'react';
import type { CallableCommand } from '../../analysis/calls/answer-call-index.ts';
import { EffectBadges } from '../../components/Badge.tsx';
import { withArgument } from '../../state/call-form.ts';
import { exampleArguments } from '../../state/example-arguments.ts';
import type { PlaygroundAction } from '../../state/playground.ts';
import type { AskedCall } from '../../state/response-text.ts';
import { visibleJson, visibleText } from '../../state/visible-text.ts';
import { ArgumentsJson } from './ArgumentsJson.tsx';
import { CommandCombobox } from './CommandCombobox.tsx';
import { ParameterField } from './ParameterField.tsx';
import type { CallsModel } from './use-calls.ts';

interface FillFormProps {
  readonly commands: readonly CallableCommand[];
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly model: CallsModel;
}

/** A form made from a command's parameters, and the same arguments as JSON; each follows the other. */
export function FillForm({ commands, dispatch, model }: FillFormProps): ReactElement {
  const { formed, detail } = model;
  const put = (call: AskedCall, label?: string): void => {
    dispatch({ type: 'set', key: 'call', value: call, ...(label !== undefined && { label }) });
  };
  const change = (args: AskedCall['arguments'], label?: string): void => put({ ...formed, arguments: args }, label);
  const isThere = commands.some(({ name }) => name === formed.name);
  return (
    <div className="calls-stack">
      <CommandCombobox
        commands={commands}
        name={formed.name}
        onCommand={(name) => {
          model.setBroken(false);
          put({ name, arguments: {} });
        }}
      />
      {!isThere && (
        <p className="bad" role="status">
          This document has no command {visibleText(formed.name)}. Choose one of its {commands.length}, or open the
          document that the call is for.
        </p>
      )}
      {detail && isThere && (
        <>
          <p className="quiet">{visibleText(detail.description)}</p>
          <EffectBadges effects={detail.effects} />
          <div className="calls-row">
            {detail.parameters.some(({ required }) => required) && (
              <button
                type="button"
                className="button button-small"
                onClick={() =>
                  change({ ...exampleArguments(detail.parameters), ...formed.arguments }, 'Examples filled in')
                }
              >
                Fill in examples
              </button>
            )}
            {Object.keys(formed.arguments).length > 0 && (
              <button type="button" className="button button-small" onClick={() => change({}, 'Arguments cleared')}>
                Clear the arguments
              </button>
            )}
          </div>
          <Fields parameters={detail.parameters} args={formed.arguments} onArguments={change} />
        </>
      )}
      <ArgumentsJson args={formed.arguments} onArguments={change} onBroken={model.setBroken} />
    </div>
  );
}

interface FieldsProps {
  readonly parameters: readonly Parameter[];
  readonly args: AskedCall['arguments'];
  readonly onArguments: (args: AskedCall['arguments']) => void;
}

function Fields({ parameters, args, onArguments }: FieldsProps): ReactElement {
  const groups = [
    ['Required', parameters.filter(({ required }) => required)],
    ['Optional', parameters.filter(({ required, global }) => !required && !global)],
    ['Of the tool as a whole', parameters.filter(({ required, global }) => !required && global)],
  ] as const;
  const known = new Set(parameters.flatMap(({ key, narrowKey }) => [key, narrowKey]));
  const extra = Object.entries(args).filter(([key]) => !known.has(key));
  return (
    <>
      {parameters.length === 0 && <p className="quiet">This command takes no parameters.</p>}
      {groups
        .filter(([, group]) => group.length > 0)
        .map(([title, group]) => (
          <fieldset key={title} className="calls-group">
            <legend>
              {title} <span className="quiet">{group.length}</span>
            </legend>
            {group.map((parameter) => (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                all={parameters}
                args={args}
                onValue={(value) => onArguments(withArgument(args, parameter.key, value))}
              />
            ))}
          </fieldset>
        ))}
      {extra.length > 0 && (
        <fieldset className="calls-group">
          <legend>Not in the metadata, so the call is refused</legend>
          {extra.map(([key, value]) => (
            <div key={key} className="calls-row">
              <code className="grow calls-wrap">
                {visibleText(key)}: {visibleJson(value)}
              </code>
              <button
                type="button"
                className="button button-small"
                onClick={() => onArguments(withArgument(args, key, undefined))}
              >
                Remove {visibleText(key)}
              </button>
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}
