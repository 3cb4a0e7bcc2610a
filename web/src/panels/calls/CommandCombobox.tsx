import { Combobox } from '@base-ui/react/combobox';
import { type ReactElement, useId } from 'react';
import type { CallableCommand } from '../../analysis/calls/answer-call-index.ts';
import { Icon } from '../../components/Icon.tsx';

interface CommandComboboxProps {
  readonly commands: readonly CallableCommand[];
  /** The chosen one's name; of another document it may be none of them. */
  readonly name: string;
  readonly onCommand: (name: string) => void;
}

/** Most entries listed at once; typing narrows them. */
const MAX_LISTED = 200;

/** A search among hundreds of commands, by name and description. */
export function CommandCombobox({ commands, name, onCommand }: CommandComboboxProps): ReactElement {
  const id = useId();
  const value = commands.find((command) => command.name === name) ?? null;
  return (
    <div className="calls-form-row">
      <label htmlFor={id}>Command</label>
      <Combobox.Root
        items={commands}
        value={value}
        limit={MAX_LISTED}
        autoHighlight
        filter={matches}
        itemToStringLabel={(command: CallableCommand) => command.name}
        isItemEqualToValue={(one: CallableCommand, other: CallableCommand) => one.name === other.name}
        onValueChange={(command) => command !== null && onCommand(command.name)}
      >
        <div className="calls-combobox">
          <Combobox.Input
            id={id}
            className="field mono"
            spellCheck={false}
            placeholder={`Search ${commands.length} commands`}
          />
          <Combobox.Trigger className="calls-combobox-open" aria-label="List the commands">
            <Icon name="chevron" />
          </Combobox.Trigger>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner className="calls-combobox-place" sideOffset={4}>
            <Combobox.Popup className="calls-combobox-list">
              <Combobox.Empty>
                <p className="quiet calls-combobox-none">No command has that in its name or description.</p>
              </Combobox.Empty>
              <Combobox.List>
                {(command: CallableCommand) => (
                  <Combobox.Item key={command.name} value={command} className="calls-combobox-item">
                    <span className="mono">{command.name}</span>
                    {command.risk && (
                      <span className={`calls-risk risk-${command.risk.risk}`}>
                        <Icon name={command.risk.risk} />
                        {command.risk.word}
                      </span>
                    )}
                    <span className="quiet calls-combobox-said">{command.description}</span>
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
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
