/** Commands that the palette offers by name, wherever else on the page they are. */
import type { CommandNode } from '../outline/answer-commands.ts';
import type { OpenDialog, Page } from '../page/page-context.ts';
import { TOOLS_AT_HAND } from '../start/well-known.ts';
import { PROVIDERS } from '@atip/core';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { THEME_LABELS, THEMES } from '../page/theme.ts';
import { TABS, type Tab, type Way, activeDocument } from '../document/working-copy.ts';
import { matchSorter, rankings } from 'match-sorter';

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
      ...{ id: `tab:${tab}`, title: TAB_TITLES[tab], keys: `Ctrl Alt ${index + 1}` },
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
    ...{ id: `dialog:${dialog}`, title },
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
        ...{ id: `document:${other.id}`, title: `Go to ${other.name}` },
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
      ...{ id: `provider:${provider}`, title: `Provider: ${PROVIDER_LABELS[provider]}` },
      run: () => dispatch({ type: 'choose-provider', provider }),
    })),
    ...THEMES.filter((other) => other !== theme).map((other) => ({
      ...{ id: `theme:${other}`, title: `Theme: ${THEME_LABELS[other]}` },
      run: () => setTheme(other),
    })),
  ];
}

export interface CommandGroup {
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
