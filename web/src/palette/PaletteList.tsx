import { type ReactElement, useEffect, useRef } from 'react';
import type { PaletteCommand } from './palette-command.ts';
import type { Hit, HitGroup } from './rank-commands.ts';

interface PaletteListProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly active: PaletteCommand | undefined;
  /** Gets the place of the command under the pointer, counted through all groups. */
  readonly onPoint: (index: number) => void;
  readonly onRun: (command: PaletteCommand) => void;
}

/** The element id of a command in the list. */
export function optionIdOf(listId: string, { id }: PaletteCommand): string {
  return `${listId}-${id}`;
}

/** What fits, in groups. The focus stays in the field; it names the active one. */
export function PaletteList({ id, groups, active, onPoint, onRun }: PaletteListProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active && optionIdOf(id, active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const flat = groups.flatMap(({ hits }) => hits);
  return (
    <div ref={list} id={id} className="palette-list" role="listbox" aria-label="Commands">
      {groups.map(({ title, hits }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options to a listbox.
        <div key={title} role="group" aria-label={title}>
          <div className="palette-group" aria-hidden="true">
            {title}
          </div>
          {hits.map((hit) => (
            <Option
              key={hit.command.id}
              id={optionIdOf(id, hit.command)}
              hit={hit}
              isActive={hit.command === active}
              onPoint={() => onPoint(flat.indexOf(hit))}
              onRun={() => onRun(hit.command)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly hit: Hit;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function Option({ id, hit: { command, places }, isActive, onPoint, onRun }: OptionProps): ReactElement {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
    <div
      id={id}
      className="palette-option"
      role="option"
      aria-selected={isActive}
      // Not on entering: a list that scrolls under a resting pointer must not choose.
      onPointerMove={() => isActive || onPoint()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className="palette-title">
        <Marked text={command.title} places={places} />
      </span>
      {command.detail !== undefined && <span className="palette-detail quiet">{command.detail}</span>}
      {command.keys !== undefined && <kbd className="palette-keys">{command.keys}</kbd>}
    </div>
  );
}

/** A text with the characters that were typed set off. */
function Marked({ text, places }: { readonly text: string; readonly places: ReadonlySet<number> }): ReactElement {
  const runs: { from: number; isHit: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const isHit = places.has(at);
    if (runs.at(-1)?.isHit !== isHit) runs.push({ from: at, isHit });
  }
  return (
    <>
      {runs.map(({ from, isHit }, index) => {
        const piece = text.slice(from, runs[index + 1]?.from);
        return isHit ? <mark key={from}>{piece}</mark> : <span key={from}>{piece}</span>;
      })}
    </>
  );
}
