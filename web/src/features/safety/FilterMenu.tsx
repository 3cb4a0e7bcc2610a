import { type ReactElement, useRef, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { marksOf } from '../../document/risks.ts';
import type { SafetyFilter, SafetyTable } from './answer-safety-table.ts';

interface FilterMenuProps {
  readonly table: SafetyTable;
  readonly only: readonly SafetyFilter[];
  readonly onChange: (only: readonly SafetyFilter[]) => void;
}

/** A button that opens checkboxes for effects and decisions; Escape, and going on, close them. */
export function FilterMenu({ table, only, onChange }: FilterMenuProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLDivElement>(null);
  const groups = filterGroups(table);
  const names = groups.flatMap(({ filters }) => filters).filter(({ filter }) => only.includes(filter));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left the filter as a whole.
    <div
      ref={trigger}
      className="menu"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        trigger.current?.querySelector('button')?.focus();
      }}
    >
      <Button
        icon="filter"
        aria-expanded={isOpen}
        aria-haspopup="true"
        aria-pressed={only.length > 0}
        // Safari gives a clicked button no focus, and the filter would not notice that it was left.
        onClick={(event) => {
          event.currentTarget.focus();
          setOpen(!isOpen);
        }}
      >
        {only.length === 0 ? 'All effects' : names.length === 1 ? names[0]?.label : `${only.length} filters`}
        <Icon name="chevron" />
      </Button>
      {isOpen && (
        <div className="popup safety-filter" tabIndex={-1}>
          {groups.map(({ title, filters }) => (
            <fieldset key={title}>
              <legend>{title}</legend>
              {filters.map(({ filter, label, count }) => (
                <label key={filter} className="check option">
                  <input
                    type="checkbox"
                    checked={only.includes(filter)}
                    onChange={({ target }) =>
                      onChange(target.checked ? [...only, filter] : only.filter((one) => one !== filter))
                    }
                  />
                  <span className="grow">{label}</span>
                  <span className="quiet">{count.toLocaleString('en')}</span>
                </label>
              ))}
            </fieldset>
          ))}
          <Button small disabled={only.length === 0} onClick={() => onChange([])}>
            Show all
          </Button>
        </div>
      )}
    </div>
  );
}

interface FilterGroup {
  readonly title: string;
  readonly filters: readonly { readonly filter: SafetyFilter; readonly label: string; readonly count: number }[];
}

function filterGroups({ effects, columns: [inForce], unstated }: SafetyTable): readonly FilterGroup[] {
  const groups: readonly FilterGroup[] = [
    {
      title: 'Effects',
      filters: effects.flatMap(({ risk, commands }) =>
        marksOf([risk]).map(({ word }) => ({ filter: `effect:${risk}` as const, label: word, count: commands })),
      ),
    },
    {
      title: 'The policy',
      filters: [
        { filter: 'decision:allow', label: 'runs', count: inForce?.allow ?? 0 },
        { filter: 'decision:confirm', label: 'asks', count: inForce?.confirm ?? 0 },
        { filter: 'decision:deny', label: 'refuses', count: inForce?.deny ?? 0 },
        { filter: 'decision:assumed', label: 'expects the worst', count: inForce?.assumed ?? 0 },
      ],
    },
    {
      title: 'Not stated',
      filters: unstated.map(({ field, commands }) => ({
        filter: `unstated:${field}` as const,
        label: field,
        count: commands,
      })),
    },
  ];
  return groups
    .map(({ title, filters }) => ({ title, filters: filters.filter(({ count }) => count > 0) }))
    .filter(({ filters }) => filters.length > 0);
}
