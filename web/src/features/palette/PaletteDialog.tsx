import './palette.css';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Modal } from '../../components/Modal.tsx';
import { usePage } from '../../page/page-context.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { visibleOutput } from '../../text/visible-text.ts';
import { countOf } from '../../text/words.ts';
import {
  type CommandGroup,
  findCommands,
  recentCommands,
  rememberCommand,
  type PaletteCommand,
  pageCommands,
} from './page-commands.ts';

const PAGE = 8;

/** Everything that the page can do, and the tool's commands: type, choose by arrows, Enter goes. */
export function PaletteDialog(): ReactElement {
  const page = usePage();
  const { local } = page.page;
  // Read once: what runs now must not jump to the top under the pointer.
  const [recent] = useState(() => recentCommands(local));
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const commands = useCommands();
  const { groups, total } = useMemo(() => findCommands(commands, query, recent), [commands, query, recent]);
  const shown = groups.flatMap((group) => group.commands);
  const active = shown[Math.min(index, shown.length - 1)];
  const [titleId, listId] = [useId(), useId()];
  const run = (command: PaletteCommand): void => {
    rememberCommand(local, command.id);
    // Closing gives the focus back; what the command then does with it must come after.
    flushSync(page.closeDialog);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const target = indexAfter(event.key, index, shown.length);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') page.closeDialog();
    else if (event.key === 'Enter' && active !== undefined) run(active);
    else if (target !== undefined) setIndex(target);
    else return;
    event.preventDefault();
  };
  return (
    <Modal className="dialog palette" labelledBy={titleId} part="palette" onClose={page.closeDialog} closesOutside>
      <h2 id={titleId} className="visually-hidden">
        Search
      </h2>
      <div className="palette-search">
        <Icon name="search" />
        <input
          className="palette-field grow"
          role="combobox"
          aria-label="Search"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && `${listId}-${active.id}`}
          placeholder="Search the page and the tool’s commands"
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
        <Button small look="plain" onClick={page.closeDialog}>
          Close
        </Button>
      </div>
      <CommandList
        {...{ listId, groups, active }}
        onPoint={(command) => setIndex(shown.indexOf(command))}
        onRun={run}
      />
      <p className="foot quiet" role="status">
        {countWords(query, total, shown.length)}
      </p>
    </Modal>
  );
}

/** The commands of this moment. Invisible and direction-turning characters of documents are escaped in titles. */
function useCommands(): readonly PaletteCommand[] {
  const page = usePage();
  const text = page.compilation.result?.source.text;
  const { last } = useAnswer(
    'jump-list',
    useMemo(() => (text === undefined ? undefined : { text }), [text]),
  );
  return useMemo(
    () =>
      pageCommands(page, last?.answer ?? []).map((command) => ({
        ...command,
        title: visibleOutput(command.title),
        ...(command.detail !== undefined && { detail: visibleOutput(command.detail) }),
      })),
    [page, last],
  );
}

interface CommandListProps {
  readonly listId: string;
  readonly groups: readonly CommandGroup[];
  readonly active: PaletteCommand | undefined;
  readonly onPoint: (command: PaletteCommand) => void;
  readonly onRun: (command: PaletteCommand) => void;
}

/** The focus stays in the field, which names the active option. */
function CommandList({ listId, groups, active, onPoint, onRun }: CommandListProps): ReactElement {
  const activeId = active && `${listId}-${active.id}`;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={listId} className="palette-list" role="listbox" aria-label="Results">
      {groups.map(({ title, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options to a listbox.
        <div key={title} role="group" aria-label={title}>
          <div className="palette-group" aria-hidden="true">
            {title}
          </div>
          {commands.map((command) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <div
              key={command.id}
              id={`${listId}-${command.id}`}
              className="palette-option option"
              role="option"
              aria-selected={command === active}
              // Not on entering: a list that scrolls under a resting pointer must not choose.
              onPointerMove={() => command !== active && onPoint(command)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(command)}
            >
              <span className="palette-title clip">{command.title}</span>
              {command.detail !== undefined && <span className="palette-detail quiet clip">{command.detail}</span>}
              {command.keys !== undefined && <kbd className="palette-keys">{command.keys}</kbd>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function countWords(query: string, total: number, shown: number): string {
  if (total === 0) return `Nothing matches “${query.trim()}”`;
  const all = countOf(total, 'result');
  return shown < total ? `${all}, the first ${shown} shown: type to narrow down` : all;
}

function indexAfter(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const at = Math.min(index, count - 1);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at + count - 1) % count,
    PageDown: Math.min(at + PAGE, count - 1),
    PageUp: Math.max(at - PAGE, 0),
    Home: 0,
    End: count - 1,
  };
  return Object.hasOwn(targets, key) ? targets[key] : undefined;
}
