import '../components/content.css';
import './palette.css';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { commandsIn } from '../outline/narrowed-tree.ts';
import { rowAfterKey } from '../components/row-window.ts';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { Modal } from '../components/Modal.tsx';
import { usePage } from '../page/page-context.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { visibleOutput } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { type CommandGroup, findCommands, type PaletteCommand, pageCommands } from './page-commands.ts';

const PAGE = 8;

/** Everything that the page can do, and the tool's commands: type, choose by arrows, Enter runs it. */
export function PaletteDialog(): ReactElement {
  const page = usePage();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const commands = useCommands();
  const { groups, total } = useMemo(() => findCommands(commands, query), [commands, query]);
  const shown = groups.flatMap((group) => group.commands);
  const active = shown[Math.min(index, shown.length - 1)];
  const [titleId, listId] = [useId(), useId()];
  const run = (command: PaletteCommand): void => {
    // Closing returns the focus; the command may then move it.
    flushSync(page.closeDialog);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const last = shown.length - 1;
    const at = Math.min(index, last);
    // The list goes on at its other end.
    const isEnd = (event.key === 'ArrowDown' && at === last) || (event.key === 'ArrowUp' && at === 0);
    const target = isEnd ? last - at : rowAfterKey(event.key, at, shown.length, PAGE);
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
      <div className="row palette-search">
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
      <CommandList {...{ listId, groups, active, run }} onPoint={(command) => setIndex(shown.indexOf(command))} />
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
  const question = useMemo(() => (text === undefined ? undefined : { text }), [text]);
  const answer = useAnswer('commands', question).last?.answer;
  return useMemo(
    () =>
      pageCommands(page, answer?.ok ? commandsIn(answer.root) : []).map((command) => ({
        ...command,
        title: visibleOutput(command.title),
        detail: command.detail && visibleOutput(command.detail),
      })),
    [page, answer],
  );
}

interface CommandListProps {
  readonly listId: string;
  readonly groups: readonly CommandGroup[];
  readonly active: PaletteCommand | undefined;
  readonly onPoint: (command: PaletteCommand) => void;
  readonly run: (command: PaletteCommand) => void;
}

/** The focus stays in the field, which names the active option. */
function CommandList({ listId, groups, active, onPoint, run }: CommandListProps): ReactElement {
  const activeId = active && `${listId}-${active.id}`;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div id={listId} className="palette-list" role="listbox" aria-label="Results">
      {groups.map(({ title, commands }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options to a listbox.
        <div key={title} role="group" aria-label={title}>
          <div className="palette-group quiet small" aria-hidden="true">
            {title}
          </div>
          {commands.map((command) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys.
            <div
              key={command.id}
              id={`${listId}-${command.id}`}
              className="row palette-option option"
              role="option"
              aria-selected={command === active}
              // Not on entering: a list that scrolls under a resting pointer must not choose.
              onPointerMove={() => command !== active && onPoint(command)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => run(command)}
            >
              <span className="palette-title clip">{command.title}</span>
              {command.detail !== undefined && <span className="quiet small clip grow">{command.detail}</span>}
              {command.keys !== undefined && <kbd className="key palette-keys">{command.keys}</kbd>}
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
