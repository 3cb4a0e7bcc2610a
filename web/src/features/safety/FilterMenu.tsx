import type { KeyboardEvent, ReactElement } from 'react';
import { Button } from '../../components/controls.tsx';
import { Icon } from '../../components/Icon.tsx';
import { usePopup } from '../../components/Menu.tsx';
import { marksOf } from '../../document/risks.ts';
import type { SafetyFilter, SafetyTable } from './answer-safety-table.ts';
import { VERBS } from './decision-words.ts';

interface FilterMenuProps {
  readonly table: SafetyTable;
  readonly only: readonly SafetyFilter[];
  readonly onChange: (only: readonly SafetyFilter[]) => void;
}

/** A button that opens checkboxes for effects and decisions; Escape, and going on, close them. */
export function FilterMenu({ table, only, onChange }: FilterMenuProps): ReactElement {
  const { isOpen, close, box, trigger } = usePopup();
  const groups = filterGroups(table);
  const chosen = groups.flatMap(({ filters }) => filters).filter(({ filter }) => only.includes(filter));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus left the filter as a whole.
    <div className="menu" {...box} onKeyDown={onKeyDown}>
      <Button {...trigger} icon="filter" aria-haspopup="true" aria-pressed={only.length > 0}>
        {only.length === 0 ? 'All effects' : chosen.length === 1 ? chosen[0]?.label : `${only.length} filters`}
        <Icon name="chevron" />
      </Button>
      {isOpen && (
        <div className="popup stack safety-filter" tabIndex={-1}>
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

interface Filter {
  readonly filter: SafetyFilter;
  readonly label: string;
  readonly count: number;
}

function filterGroups({ effects, inForce, unstated }: SafetyTable) {
  const ofEffects = effects.map(({ risk, commands }): Filter => {
    const [mark] = marksOf([risk]);
    return { filter: `effect:${risk}`, label: mark?.word ?? risk, count: commands };
  });
  const ofPolicy = (['allow', 'confirm', 'deny', 'assumed'] as const).map((decision): Filter => {
    const label = decision === 'assumed' ? 'expects the worst' : VERBS[decision];
    return { filter: `decision:${decision}`, label, count: inForce[decision] };
  });
  const ofSilence = unstated.map(
    ({ field, commands }): Filter => ({ filter: `unstated:${field}`, label: field, count: commands }),
  );
  return [
    { title: 'Effects', filters: ofEffects },
    { title: 'The policy', filters: ofPolicy.filter(({ count }) => count > 0) },
    { title: 'Not stated', filters: ofSilence },
  ].filter(({ filters }) => filters.length > 0);
}
