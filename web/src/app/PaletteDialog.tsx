import '../components/content.css';
import './palette.css';
import { useEffect, useId, useMemo, useState, type KeyboardEvent, type ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { commandsIn } from '../outline/narrowed-tree.ts';
import { rowAfterKey } from '../components/row-window.ts';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { Modal } from '../components/Dialog.tsx';
import { usePage, type OpenDialog, type Page } from '../page/page-context.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { visibleOutput } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import type { CommandNode } from '../outline/answer-commands.ts';
import { TOOLS_AT_HAND } from '../start/well-known.ts';
import { PROVIDERS } from '@atip/core';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { THEME_LABELS, THEMES } from '../page/theme.ts';
import { TABS, activeDocument, type Tab, type Way } from '../document/working-copy.ts';
import { matchSorter, rankings } from 'match-sorter';

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
      <CommandList
        listId={listId}
        groups={groups}
        active={active}
        run={run}
        onPoint={(command) => setIndex(shown.indexOf(command))}
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

export interface PaletteCommand {
  readonly id: string;
  readonly title: string;
  /** Heading that it stands under; groups come in the order of their first command. */
  readonly group: string;
  readonly keys?: string;
  /** A few more words; also searched. */
  readonly detail?: string | undefined;
  /** Called once the palette has closed and the focus is back. */
  run(): void;
}

const TAB_TITLES: Readonly<Record<Tab, string>> = {
  output: 'Output: the tools that each provider gets',
  safety: 'Safety: what each command may do, and what runs unasked',
  try: 'Try it: check a call, run it, redact what it prints',
  diff: 'Diff: compare two versions of a tool',
};

type Offer = Omit<PaletteCommand, 'group'>;

/**
 * Everything that the page offers now, in the order in which it is listed before anything is typed.
 *
 * @param nodes the commands of the document
 */
export function pageCommands(
  props: Page,
  nodes: readonly Pick<CommandNode, 'name' | 'description' | 'range'>[],
): readonly PaletteCommand[] {
  const { state, dispatch, page } = props;
  const groups: Readonly<Record<string, readonly Offer[]>> = {
    // First: a person who looks for Undo has just made a mistake.
    'Just done': state.undo
      ? [{ id: 'undo', title: 'Undo', detail: state.undo.label, run: () => dispatch({ type: 'undo' }) }]
      : [],
    'Go to': viewCommands(props),
    Documents: documentCommands(props),
    Settings: settingCommands(props),
    'Tool commands': nodes.flatMap(({ name, description: detail, range }) =>
      range ? [{ id: `command:${name}`, title: name, detail, run: () => page.reveal(range) }] : [],
    ),
  };
  return Object.entries(groups).flatMap(([group, offers]) => offers.map((offer) => ({ ...offer, group })));
}

function viewCommands({ dispatch, page }: Page): readonly Offer[] {
  const showTry = (way: Way): void => {
    dispatch({ type: 'set', key: 'way', value: way });
    dispatch({ type: 'choose-tab', tab: 'try' });
  };
  return [
    ...TABS.map((tab, index) => ({
      id: `tab:${tab}`,
      title: TAB_TITLES[tab],
      keys: `Ctrl Alt ${index + 1}`,
      run: () => dispatch({ type: 'choose-tab', tab }),
    })),
    { id: 'line', title: 'Try a shell line', run: () => showTry('line') },
    { id: 'redact', title: 'Redact output', run: () => showTry('redact') },
    { id: 'dialog:companion', title: 'Connect this computer', run: () => page.openDialog('companion') },
    { id: 'dialog:keys', title: 'Keys', keys: '?', run: () => page.openDialog('keys') },
  ];
}

function documentCommands({ copy, dispatch, documents, page, copyLink }: Page): readonly Offer[] {
  const { id: active, name, text } = activeDocument(copy);
  const opens = (dialog: OpenDialog, title: string): Offer => ({
    id: `dialog:${dialog}`,
    title,
    run: () => page.openDialog(dialog),
  });
  const format = { id: 'document:format', title: 'Format the document', run: documents.format };
  return [
    { id: 'share:link', title: 'Copy the share link', keys: 'Ctrl S', run: copyLink },
    opens('share', 'Share …'),
    {
      id: 'document:new',
      title: 'New document',
      detail: 'paste help text, a file, a list of tools',
      run: documents.openNew,
    },
    ...copy.documents
      .filter(({ id }) => id !== active)
      .map((other) => ({
        id: `document:${other.id}`,
        title: `Go to ${other.name}`,
        run: () => dispatch({ type: 'choose-document', id: other.id }),
      })),
    ...(/^\s*[[{]/.test(text) ? [format] : []),
    { id: 'document:close', title: `Close ${name}`, run: () => dispatch({ type: 'close-document', id: active }) },
    opens('samples', `Open one of ${TOOLS_AT_HAND} well-known tools …`),
  ];
}

function settingCommands({ copy, dispatch, theme, setTheme }: Page): readonly Offer[] {
  const { provider: chosen } = copy;
  return [
    ...PROVIDERS.filter((provider) => provider !== chosen).map((provider) => ({
      id: `provider:${provider}`,
      title: `Provider: ${PROVIDER_LABELS[provider]}`,
      run: () => dispatch({ type: 'choose-provider', provider }),
    })),
    ...THEMES.filter((other) => other !== theme).map((other) => ({
      id: `theme:${other}`,
      title: `Theme: ${THEME_LABELS[other]}`,
      run: () => setTheme(other),
    })),
  ];
}

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly PaletteCommand[];
}

const MOST = 60;

const FIELDS = [
  { key: 'title', threshold: rankings.ACRONYM },
  { key: 'group', threshold: rankings.WORD_STARTS_WITH },
  { key: 'detail', threshold: rankings.WORD_STARTS_WITH },
];

/** The commands that match every word that was typed, the best first; with nothing typed the first of all. */
export function findCommands(commands: readonly PaletteCommand[], query: string) {
  const words = query.trim().split(/\s+/).filter(Boolean);
  const found = words.reduceRight(
    (left, word) => matchSorter(left, word, { keys: FIELDS, baseSort: (a, b) => a.index - b.index }),
    [...commands],
  );
  return { groups: grouped(found.slice(0, MOST)), total: found.length };
}

function grouped(commands: readonly PaletteCommand[]): readonly CommandGroup[] {
  const titles = [...new Set(commands.map(({ group }) => group))];
  return titles.map((title) => ({ title, commands: commands.filter(({ group }) => group === title) }));
}
