import { usePage } from '../../page/page-context.ts';
import { Combobox } from '@base-ui/react/combobox';
import type { Parameter } from '@atip/core';
import { type ReactElement, useId } from 'react';
import type { CallableCommand } from './answer-calls.ts';
import { exampleArguments, type AskedCall } from './asked-call.ts';
import { EffectBadges } from '../../components/Badge.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { visibleJson, visibleText } from '../../text/visible-text.ts';
import { ParameterField, type Arguments, withArgument } from './ParameterField.tsx';
import type { ArgumentsText, CallsModel } from './use-calls.ts';

interface FillFormProps {
  readonly commands: readonly CallableCommand[];
  readonly model: CallsModel;
}

export function FillForm({ commands, model }: FillFormProps): ReactElement {
  const { dispatch } = usePage();
  const { formed, detail, json } = model;
  const put = (call: AskedCall, label?: string): void => {
    dispatch({ type: 'set', key: 'call', value: call, ...(label !== undefined && { label }) });
  };
  const change = (args: Arguments, label?: string): void => put({ ...formed, arguments: args }, label);
  const isThere = commands.some(({ name }) => name === formed.name);
  return (
    <div className="stack">
      <CommandField commands={commands} name={formed.name} onCommand={(name) => put({ name, arguments: {} })} />
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
          <div className="row">
            {detail.parameters.some(({ required }) => required) && (
              <Button
                small
                onClick={() =>
                  change({ ...exampleArguments(detail.parameters), ...formed.arguments }, 'Examples filled in')
                }
              >
                Fill in examples
              </Button>
            )}
            {Object.keys(formed.arguments).length > 0 && (
              <Button small onClick={() => change({}, 'Arguments cleared')}>
                Clear the arguments
              </Button>
            )}
          </div>
          <Fields parameters={detail.parameters} args={formed.arguments} onArguments={change} />
        </>
      )}
      <ArgumentsJson json={json} onArguments={change} />
    </div>
  );
}

const MAX_LISTED = 200;

interface CommandFieldProps {
  readonly commands: readonly CallableCommand[];
  /** The chosen one's name; of another document it may be none of them. */
  readonly name: string;
  readonly onCommand: (name: string) => void;
}

function CommandField({ commands, name, onCommand }: CommandFieldProps): ReactElement {
  const id = useId();
  return (
    <div className="calls-form-row">
      <label htmlFor={id}>Command</label>
      <Combobox.Root
        items={commands}
        value={commands.find((command) => command.name === name) ?? null}
        limit={MAX_LISTED}
        autoHighlight
        filter={matches}
        itemToStringLabel={(command: CallableCommand) => command.name}
        isItemEqualToValue={(one: CallableCommand, other: CallableCommand) => one.name === other.name}
        onValueChange={(command) => command !== null && onCommand(command.name)}
      >
        <Combobox.Input
          id={id}
          className="field mono"
          spellCheck={false}
          placeholder={`Search ${commands.length} commands`}
        />
        <Combobox.Portal>
          <Combobox.Positioner className="calls-options-place" sideOffset={4}>
            <Combobox.Popup className="calls-options popup scrolls">
              <Combobox.Empty>
                <p className="quiet boxed">No command has that in its name or description.</p>
              </Combobox.Empty>
              <Combobox.List>
                {(command: CallableCommand) => (
                  <Combobox.Item key={command.name} value={command} className="option">
                    <span className="row">
                      <span className="mono grow">{command.name}</span>
                      {command.risk && (
                        <span className={`badge risk-${command.risk.risk}`}>
                          <Icon name={command.risk.risk} />
                          {command.risk.word}
                        </span>
                      )}
                    </span>
                    <span className="quiet small clip">{command.description}</span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  );
}

/** Every word has to be in it; `git log` finds `git_log`. */
function matches({ name, description }: CallableCommand, query: string): boolean {
  const text = `${name.replaceAll('_', ' ')} ${name} ${description}`.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

interface FieldsProps {
  readonly parameters: readonly Parameter[];
  readonly args: Arguments;
  readonly onArguments: (args: Arguments) => void;
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
          <fieldset key={title} className="stack section">
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
        <fieldset className="stack section">
          <legend>Not in the metadata, so the call is refused</legend>
          {extra.map(([key, value]) => (
            <div key={key} className="row">
              <code className="grow wrap">
                {visibleText(key)}: {visibleJson(value)}
              </code>
              <Button small onClick={() => onArguments(withArgument(args, key, undefined))}>
                Remove {visibleText(key)}
              </Button>
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}

interface ArgumentsJsonProps {
  readonly json: ArgumentsText;
  readonly onArguments: (args: Arguments) => void;
}

function ArgumentsJson({ json: { text, problem, type }, onArguments }: ArgumentsJsonProps): ReactElement {
  return (
    <div className="stack">
      <div className="row">
        <label htmlFor="arguments-json" className="grow">
          Arguments as JSON
        </label>
        <CopyButton label="Copy the arguments" text={() => text} />
      </div>
      <textarea
        id="arguments-json"
        className="field mono"
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby="arguments-problem"
        onChange={(event) => {
          const args = type(event.target.value);
          if (args) onArguments(args);
        }}
      />
      <p id="arguments-problem" role="status" className="bad wrap">
        {problem}
      </p>
    </div>
  );
}
