import { Autocomplete } from '@base-ui/react/autocomplete';
import { PROVIDERS } from '@atip/core';
import { matchSorter, rankings } from 'match-sorter';
import { type ReactElement, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { TABS, type Tab } from '../document/working-copy.ts';
import type { CommandNode } from '../outline/answer-commands.ts';
import { commandsIn } from '../outline/narrowed-tree.ts';
import { type Page, usePage } from '../page/page-context.ts';
import { takeFocus } from '../parts/browser.ts';
import { Dialog } from '../parts/Dialog.tsx';
import type { MenuGroup, MenuItem } from '../parts/Menu.tsx';
import { visibleOutput } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { useAnswer } from '../worker/use-answer.ts';
import { documentGroups, helpGroups } from './Header.tsx';
import { commandOfKey } from './use-keys.ts';

/**
 * Everything that the page can do, and the tool's commands: type, choose by arrows, Enter runs it.
 *
 * @param early letters that were typed while this loaded
 */
export function Palette({ early }: { readonly early: string }): ReactElement {
  const page = usePage();
  const { closeDialog } = page;
  const [query, setQuery] = useState(early);
  const text = page.compilation.result?.source.text;
  const question = useMemo(() => (text === undefined ? undefined : { text }), [text]);
  const answer = useAnswer('commands', question).last?.answer;
  const all = useMemo(() => pageGroups(page, answer?.ok ? commandsIn(answer.root) : []), [page, answer]);
  const { groups, total } = useMemo(() => findItems(all, query), [all, query]);
  const run = (item: MenuItem): void => {
    // Closing returns the focus in a task of its own; the item may then move it.
    flushSync(closeDialog);
    setTimeout(item.onChoose);
  };
  return (
    <Dialog title="Search" part="palette" size="medium" onClose={closeDialog}>
      <Autocomplete.Root
        inline
        open
        items={groups}
        filter={null}
        autoHighlight="always"
        value={query}
        onValueChange={(typed, { reason }) => reason !== 'item-press' && setQuery(typed)}
        itemToStringValue={({ label }: MenuItem) => label}
      >
        <Autocomplete.Input
          // At once, and not when the dialog gives it the focus: a letter between the two would be lost.
          ref={takeFocus}
          data-autofocus
          className="field"
          aria-label="Search"
          placeholder="The page and the tool’s commands"
          spellCheck={false}
          onKeyDown={(event) => {
            if (commandOfKey(event.nativeEvent, true, false) !== 'palette') return;
            event.preventDefault();
            closeDialog();
          }}
        />
        <Autocomplete.List className="scroller" aria-label="Results">
          {({ title, items }: MenuGroup) => (
            <Autocomplete.Group key={title} items={items} className="menu-group">
              <Autocomplete.GroupLabel className="option quiet small">{title}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: MenuItem) => (
                  <Autocomplete.Item key={item.label} value={item} className="option" onClick={() => run(item)}>
                    <span className="clip">{visibleOutput(item.label)}</span>
                    <span className="quiet small clip grow">{visibleOutput(item.detail ?? '')}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      <p className="quiet small" role="status">
        {countOf(total, 'result')}
        {total > MOST && `, the first ${MOST} shown: type to narrow down`}
      </p>
    </Dialog>
  );
}

const TAB_TITLES: Readonly<Record<Tab, string>> = {
  output: 'Output: the tools that each provider gets',
  safety: 'Safety: what each command may do, and what runs unasked',
  try: 'Try it: check a call and run it',
};

/**
 * Everything that the page offers now, in the order in which it is listed before anything is typed.
 *
 * @param nodes the commands of the document
 */
export function pageGroups(
  props: Page,
  nodes: readonly Pick<CommandNode, 'name' | 'description' | 'range'>[],
): readonly MenuGroup[] {
  const { state, copy, dispatch, page, copyLink } = props;
  const { undo } = state;
  return [
    // First: a person who looks for Undo has just made a mistake.
    {
      title: 'Just done',
      items: undo ? [{ label: 'Undo', detail: undo.label, onChoose: () => dispatch({ type: 'undo' }) }] : [],
    },
    {
      title: 'Go to',
      items: [
        ...TABS.map((value, index) => ({
          label: TAB_TITLES[value],
          detail: `Ctrl Alt ${index + 1}`,
          onChoose: () => dispatch({ type: 'set', key: 'tab', value }),
        })),
        { label: 'This computer: tools', onChoose: () => page.openDialog('computer') },
        { label: 'This computer: record', onChoose: () => page.openDialog('record') },
        { label: 'Share …', onChoose: () => page.openDialog('share') },
        { label: 'Copy the share link', detail: 'Ctrl S', onChoose: copyLink },
      ],
    },
    ...documentGroups(props),
    ...helpGroups(props),
    {
      title: 'Provider',
      items: PROVIDERS.filter((provider) => provider !== copy.provider).map((value) => ({
        label: PROVIDER_LABELS[value],
        onChoose: () => dispatch({ type: 'set', key: 'provider', value }),
      })),
    },
    {
      title: 'Tool commands',
      items: nodes.flatMap(({ name: label, description: detail, range }) =>
        range ? [{ label, detail, onChoose: () => page.reveal(range) }] : [],
      ),
    },
  ];
}

const MOST = 60;

const FIELDS = [
  { key: 'label', threshold: rankings.ACRONYM },
  // A label with the same word comes before them.
  { key: 'group', threshold: rankings.WORD_STARTS_WITH, maxRanking: rankings.WORD_STARTS_WITH },
  { key: 'detail', threshold: rankings.WORD_STARTS_WITH, maxRanking: rankings.WORD_STARTS_WITH },
];

/** The items that match every word that was typed, the best first; with nothing typed the first of all. */
export function findItems(all: readonly MenuGroup[], query: string) {
  const items = all.flatMap((group) => group.items.map((item) => ({ ...item, group: group.title })));
  const found = query
    .split(/\s+/)
    .filter(Boolean)
    .reduceRight(
      (left, word) => matchSorter(left, word, { keys: FIELDS, baseSort: (a, b) => a.index - b.index }),
      items,
    );
  const groups = new Map<string, MenuItem[]>();
  for (const item of found.slice(0, MOST)) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return { groups: [...groups].map(([title, some]) => ({ title, items: some })), total: found.length };
}
