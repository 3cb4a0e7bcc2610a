import { Combobox } from '@base-ui/react/combobox';
import type { Parameter } from '@atip/core';
import { type ReactElement, useId, useState } from 'react';
import { Badges, Disclosure } from '../components/content.tsx';
import { Button, CopyButton } from '../components/controls.tsx';
import { usePage } from '../page/page-context.ts';
import { visibleJson, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { CallableCommand, CallableDetail } from './answer-calls.ts';
import { exampleArguments } from './example-arguments.ts';
import type { FormCall, CallsModel } from './use-calls.ts';
import { ParameterField, withArgument } from './ParameterField.tsx';

function usePut(): (call: FormCall, label?: string) => void {
  const { dispatch } = usePage();
  return (call, label) => dispatch({ type: 'set', key: 'call', value: call, label });
}

const MAX_LISTED = 200;

export function CommandField({ model }: { readonly model: CallsModel }): ReactElement {
  const id = useId();
  const put = usePut();
  const { index, formed, detail } = model;
  const commands = index?.commands ?? [];
  return (
    <div className="try-field">
      <label htmlFor={id}>Command</label>
      <div className="stack">
        <Combobox.Root
          items={commands}
          value={commands.find(({ name }) => name === formed.name) ?? null}
          limit={MAX_LISTED}
          autoHighlight
          filter={matches}
          itemToStringLabel={(command: CallableCommand) => command.name}
          isItemEqualToValue={(one: CallableCommand, other: CallableCommand) => one.name === other.name}
          onValueChange={(command) => command !== null && put({ name: command.name, arguments: {} })}
        >
          <Combobox.Input
            id={id}
            className="field mono"
            spellCheck={false}
            placeholder={`Search ${commands.length} commands`}
          />
          <Combobox.Portal>
            <Combobox.Positioner className="try-options-place" sideOffset={4}>
              <Combobox.Popup className="try-options popup scrolls">
                <Combobox.Empty>
                  <p className="quiet boxed">No command matches.</p>
                </Combobox.Empty>
                <Combobox.List>
                  {(command: CallableCommand) => (
                    <Combobox.Item key={command.name} value={command} className="option">
                      <span className="row">
                        <span className="mono grow">{command.name}</span>
                        {command.risk && <Badges label="Effects" marks={[command.risk]} />}
                      </span>
                      <span className="quiet small clip">{command.description}</span>
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
        {detail && <span className="quiet small">{visibleText(detail.description)}</span>}
      </div>
    </div>
  );
}

/** Every word has to be in it; `git log` finds `git_log`. */
function matches({ name, description }: CallableCommand, query: string): boolean {
  const text = `${name.replaceAll('_', ' ')} ${name} ${description}`.toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

/** Optional fields that are shown at once; more of them are folded. */
const MOST_OPEN = 6;

interface FormFieldsProps {
  readonly detail: CallableDetail;
  readonly formed: FormCall;
}

/** The parameters of the chosen command, the required ones first. */
export function FormFields({ detail: { parameters }, formed }: FormFieldsProps): ReactElement {
  const put = usePut();
  const args = formed.arguments;
  const change = (next: FormCall['arguments'], label?: string): void => put({ ...formed, arguments: next }, label);
  const required = parameters.filter((parameter) => parameter.required);
  const optional = parameters.filter((parameter) => !parameter.required);
  // Once for each command: a field must not fold while a person empties it.
  const [isOpen] = useState(() => optional.some(({ key, narrowKey }) => (args[key] ?? args[narrowKey]) !== undefined));
  const known = new Set(parameters.flatMap(({ key, narrowKey }) => [key, narrowKey]));
  const extra = Object.entries(args).filter(([key]) => !known.has(key));
  const fields = (list: readonly Parameter[]): readonly ReactElement[] =>
    list.map((parameter) => (
      <ParameterField
        key={parameter.key}
        parameter={parameter}
        all={parameters}
        args={args}
        onValue={(value) => change(withArgument(args, parameter.key, value))}
      />
    ));
  return (
    <div className="stack">
      {parameters.length === 0 && <p className="quiet">This command takes no arguments.</p>}
      {fields(required)}
      {optional.length > MOST_OPEN ? (
        <Disclosure summary={countOf(optional.length, required.length === 0 ? 'option' : 'more option')} open={isOpen}>
          <div className="stack">{fields(optional)}</div>
        </Disclosure>
      ) : (
        fields(optional)
      )}
      {extra.map(([key, value]) => (
        <div key={key} className="row">
          <code className="grow wrap bad">
            {visibleText(key)}: {visibleJson(value)}
          </code>
          <Button small onClick={() => change(withArgument(args, key, undefined))}>
            Remove {visibleText(key)}
          </Button>
        </div>
      ))}
      <div className="row">
        {required.length > 0 && (
          <Button small onClick={() => change({ ...exampleArguments(parameters), ...args }, 'Examples filled in')}>
            Example arguments
          </Button>
        )}
        {Object.keys(args).length > 0 && (
          <Button small onClick={() => change({}, 'Arguments cleared')}>
            Clear the arguments
          </Button>
        )}
        <CopyButton label="Copy arguments as JSON" text={() => JSON.stringify(args, null, 2)} />
      </div>
    </div>
  );
}
