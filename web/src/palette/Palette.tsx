import '../styles/palette.css';
import { type KeyboardEvent, type ReactElement, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../components/Icon.tsx';
import { Modal } from '../components/Modal.tsx';
import { countOf } from '../state/health.ts';
import { safeStorage } from '../state/safe-storage.ts';
import { visibleOutput } from '../state/visible-text.ts';
import { PaletteList, optionIdOf } from './PaletteList.tsx';
import type { PaletteCommand } from './palette-command.ts';
import { entriesOf, type Hits, rankCommands } from './rank-commands.ts';
import { recentCommands, rememberCommand } from './recent-commands.ts';

interface PaletteProps {
  readonly commands: readonly PaletteCommand[];
  readonly onClose: () => void;
}

/** How far Page Up and Page Down go. */
const PAGE = 8;

/** Every command by name: type, choose by arrows, Enter runs it. */
export function Palette({ commands, onClose }: PaletteProps): ReactElement {
  const [local] = useState(() => safeStorage(() => window.localStorage));
  // Read once: what runs now must not jump to the top under the pointer.
  const [recent] = useState(() => recentCommands(local));
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const hits = useHits(commands, query, recent);
  const shown = hits.groups.flatMap((group) => group.hits);
  const active = shown[Math.min(index, shown.length - 1)]?.command;
  const [titleId, listId] = [useId(), useId()];
  const run = (command: PaletteCommand): void => {
    rememberCommand(local, command.id);
    // Closing gives the focus back; what the command then does with it must come after.
    flushSync(onClose);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isOwnKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    const target = indexAfter(event.key, index, shown.length);
    if (isOwnKey) onClose();
    else if (event.key === 'Enter' && active !== undefined) run(active);
    else if (target !== undefined) setIndex(target);
    else return;
    event.preventDefault();
  };
  return (
    <Modal className="dialog palette" labelledBy={titleId} part="palette" onClose={onClose} closesOutside>
      <h2 id={titleId} className="visually-hidden">
        Commands
      </h2>
      <div className="palette-search">
        <Icon name="search" />
        <input
          className="palette-field grow"
          role="combobox"
          aria-label="Find a command"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionIdOf(listId, active)}
          placeholder="Find a command"
          autoComplete="off"
          spellCheck={false}
          data-autofocus=""
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button button-plain button-small" onClick={onClose}>
          Close
        </button>
      </div>
      <PaletteList id={listId} groups={hits.groups} active={active} onPoint={setIndex} onRun={run} />
      <p className="palette-count quiet" role="status">
        {countWords(query, hits.total, shown.length)}
      </p>
    </Modal>
  );
}

function useHits(commands: readonly PaletteCommand[], query: string, recent: readonly string[]): Hits {
  // Titles may come from documents: what would not be seen, or would turn the line around, is spelt out.
  const entries = useMemo(
    () =>
      entriesOf(
        commands.map((command) => ({
          ...command,
          run: () => command.run(),
          title: visibleOutput(command.title),
          ...(command.detail === undefined ? {} : { detail: visibleOutput(command.detail) }),
        })),
      ),
    [commands],
  );
  return useMemo(() => rankCommands(entries, query, recent), [entries, query, recent]);
}

function countWords(query: string, total: number, shown: number): string {
  if (total === 0) return query.trim() === '' ? 'No commands' : `No command matches “${query.trim()}”`;
  const all = countOf(total, 'command');
  return shown < total ? `${all}, the first ${shown} shown: type to narrow down` : all;
}

function indexAfter(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const at = Math.min(index, count - 1);
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at + count - 1) % count;
    case 'PageDown':
      return Math.min(at + PAGE, count - 1);
    case 'PageUp':
      return Math.max(at - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
