import { type ReactElement, useId, useState } from 'react';
import type { PatternAnswer } from '../../analysis/filter/answer-filter.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { countOf } from '../../state/health.ts';
import { PatternRow } from './PatternRow.tsx';
import { DEFAULT_CHOICE, isLength } from './read-filter-choice.ts';
import type { FilterSettingsModel } from './use-filter-settings.ts';

interface FilterSettingsFormProps {
  readonly model: FilterSettingsModel;
  /** For the patterns as they are set; empty while they are being tried. */
  readonly answers: readonly (PatternAnswer | undefined)[];
}

/** The filter's options and patterns of one's own, tried while they are typed. */
export function FilterSettingsForm({ model, answers }: FilterSettingsFormProps): ReactElement {
  const { choice, setChoice, known, setKnown } = model;
  const { patterns } = choice;
  const set = (index: number, pattern: (typeof patterns)[number]): void =>
    setChoice({ ...choice, patterns: patterns.with(index, pattern) });
  const add = (source: string, flags: string): void =>
    setChoice({ ...choice, patterns: [...patterns, { source, flags }] });
  const isDefault = JSON.stringify(choice) === JSON.stringify(DEFAULT_CHOICE);
  const [startsOpen] = useState(!isDefault);
  return (
    <Disclosure
      summary={`Options and patterns${patterns.length === 0 ? '' : ` (${countOf(patterns.length, 'pattern')})`}`}
      open={startsOpen}
    >
      <div className="filter-form">
        <div className="filter-row">
          <label className="switch">
            <input
              type="checkbox"
              role="switch"
              checked={choice.redactSecrets}
              aria-checked={choice.redactSecrets}
              onChange={() => setChoice({ ...choice, redactSecrets: !choice.redactSecrets })}
            />
            Redact what looks like a secret
          </label>
          <LengthField value={choice.maxLength} onChange={(maxLength) => setChoice({ ...choice, maxLength })} />
        </div>
        <KnownField known={known} onChange={setKnown} />
        {patterns.map((pattern, index) => (
          <PatternRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a pattern is what it is by its place in the list.
            key={index}
            number={index + 1}
            pattern={pattern}
            answer={answers[index]}
            onChange={(changed) => set(index, changed)}
            onRemove={() => setChoice({ ...choice, patterns: patterns.toSpliced(index, 1) })}
          />
        ))}
        <div className="filter-row">
          <button type="button" className="button button-small" onClick={() => add('', '')}>
            <Icon name="plus" />
            Add a pattern
          </button>
          {patterns.length === 0 && (
            <button type="button" className="button button-small" onClick={() => add('CUST-\\d+', '')}>
              Try <code>CUST-\d+</code>
            </button>
          )}
          <span className="grow" />
          {!isDefault && (
            <button type="button" className="button button-small" onClick={() => setChoice(DEFAULT_CHOICE)}>
              Reset the options
            </button>
          )}
        </div>
        <p className="quiet">
          Patterns and switches stay in this browser and in no link. Patterns come after the built-in rules, one after
          the other; those that could run for a very long time are refused.
        </p>
      </div>
    </Disclosure>
  );
}

function LengthField({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (value: number) => void;
}): ReactElement {
  const [typed, setTyped] = useState<string>();
  const isBad = typed !== undefined && !isLength(Number(typed));
  return (
    <label className="filter-field">
      Cut after
      <input
        className="field filter-number"
        inputMode="numeric"
        aria-invalid={isBad}
        value={typed ?? String(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          const number = Number(event.target.value);
          if (isLength(number)) onChange(number);
        }}
        onBlur={() => setTyped(undefined)}
      />
      characters{isBad && <span className="bad"> – a whole number above 0</span>}
    </label>
  );
}

function KnownField({
  known,
  onChange,
}: {
  readonly known: string;
  readonly onChange: (known: string) => void;
}): ReactElement {
  const id = useId();
  return (
    <div className="filter-stack">
      <label htmlFor={id}>
        Known secrets, one a line <span className="quiet">– from 8 characters on; kept nowhere, not even here</span>
      </label>
      <textarea
        id={id}
        className="field mono filter-known"
        rows={2}
        spellCheck={false}
        autoComplete="off"
        value={known}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
