import type { CompileSettings, Provider } from '@atip/core';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { columnTitle, MOST_COLUMNS, type OutputColumn, tidySettings, withColumn } from '../../state/output-columns.ts';
import { PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from '../../state/providers.ts';

interface AddColumnProps {
  /** All that are shown. */
  readonly columns: readonly OutputColumn[];
  readonly onAdd: (column: OutputColumn) => void;
  readonly onClose: () => void;
}

/** Chooses a provider and a variant to show beside the others. */
export function AddColumn({ columns, onAdd, onClose }: AddColumnProps): ReactElement {
  const [provider, setProvider] = useState<Provider>(() => unusedProvider(columns));
  const [settings, setSettings] = useState<CompileSettings>({});
  const change = (changed: CompileSettings): void => setSettings({ ...settings, ...changed });
  const column: OutputColumn = { provider, settings: tidySettings(provider, settings) };
  const isNew = withColumn(columns, column) !== columns;
  const isFull = columns.length >= MOST_COLUMNS;
  return (
    <form
      className="output-add"
      aria-label="Add a column"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault();
        if (isNew) onAdd(column);
      }}
    >
      <Select
        label="Provider"
        value={provider}
        options={PROVIDER_ORDER.map((id) => [id, PROVIDER_LABELS[id]])}
        onChange={setProvider}
      />
      <Select
        label="Global options"
        value={settings.globalOptions ?? 'required'}
        options={GLOBAL_OPTIONS}
        onChange={(globalOptions) => change({ globalOptions })}
      />
      {STRICT_PROVIDERS.includes(provider) && (
        <Check checked={settings.strict === true} onChange={(strict) => change({ strict })}>
          strict
        </Check>
      )}
      <Check checked={settings.examples === true} onChange={(examples) => change({ examples })}>
        examples
      </Check>
      <Check
        checked={settings.strategy === 'action'}
        onChange={(action) => change({ strategy: action ? 'action' : 'discrete' })}
      >
        one tool per group
      </Check>
      {provider === 'gemini' && (
        <Check
          checked={settings.geminiSchema === 'json-schema'}
          onChange={(json) => change({ geminiSchema: json ? 'json-schema' : 'openapi' })}
        >
          JSON Schema
        </Check>
      )}
      <span className="output-add-buttons">
        <button type="submit" className="button button-small button-primary" disabled={!isNew}>
          {isNew ? `Add ${columnTitle(column)}` : isFull ? `${MOST_COLUMNS} columns are the most` : 'Is shown already'}
        </button>
        <button type="button" className="button button-small" onClick={onClose}>
          Cancel
        </button>
      </span>
    </form>
  );
}

const GLOBAL_OPTIONS = [
  ['required', 'required'],
  ['all', 'all'],
  ['none', 'none'],
] as const;

function unusedProvider(columns: readonly OutputColumn[]): Provider {
  return PROVIDER_ORDER.find((id) => !columns.some(({ provider }) => provider === id)) ?? 'openai';
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly onChange: (value: Value) => void;
}

function Select<Value extends string>({ label, value, options, onChange }: SelectProps<Value>): ReactElement {
  const id = useId();
  return (
    <span className="output-field">
      <label className="quiet" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="field output-select"
        value={value}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

function Check({ checked, onChange, children }: CheckProps): ReactElement {
  return (
    <label className="output-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
