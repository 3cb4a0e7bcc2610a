import { expect, test, vi } from 'vitest';
import type { PageAction } from '../document/page-state.ts';
import { activeDocument, type WorkingCopy } from '../document/working-copy.ts';
import type { Page } from '../page/page-context.ts';
import { findItems, pageGroups } from './Palette.tsx';

const RANGE = { start: { line: 1, column: 4, offset: 3 }, end: { line: 1, column: 8, offset: 7 } };

function itemsOf(changes: { readonly copy?: Partial<WorkingCopy>; readonly undo?: string } = {}) {
  const actions: PageAction[] = [];
  const page = { reveal: vi.fn(), openDialog: vi.fn() };
  const copy: WorkingCopy = {
    documents: [
      { id: 'd1', name: 'one.json', text: '{"a":1}' },
      { id: 'd2', name: 'two.json', text: '{' },
    ],
    active: 'd1',
    provider: 'openai',
    strict: false,
    tab: 'output',
    ...changes.copy,
  };
  const props = {
    copy,
    document: activeDocument(copy),
    state: { undo: changes.undo === undefined ? undefined : { label: changes.undo } },
    documents: {},
    page,
    theme: 'dark',
    dispatch: (action: PageAction) => actions.push(action),
    // The items read only these of the page's parts; the others would each need a browser.
  } as unknown as Page;
  const groups = pageGroups(props, [{ name: 'branch delete', description: 'Delete', range: RANGE }]);
  const items = groups.flatMap((group) => group.items);
  const run = (label: string): void => {
    const found = items.filter((item) => item.label === label);
    expect(found).toHaveLength(1);
    found[0]?.onChoose();
  };
  return { labels: items.map(({ label }) => label), run, actions, page };
}

test('each does what its label says', () => {
  const { run, actions, page } = itemsOf();
  run('Gemini');
  run('two.json');
  run('Close one.json');
  expect(actions).toStrictEqual([
    { type: 'set', key: 'provider', value: 'gemini' },
    { type: 'choose-document', id: 'd2' },
    { type: 'close-document', id: 'd1' },
  ]);
  run('branch delete');
  expect(page.reveal.mock.calls).toStrictEqual([[RANGE]]);
  run('Keys');
  expect(page.openDialog.mock.calls).toStrictEqual([['keys']]);
});

test('Undo is the first, and says what it takes back', () => {
  const { labels, run, actions } = itemsOf({ undo: 'Closed one.json' });
  expect(labels[0]).toBe('Undo');
  run('Undo');
  expect(actions).toStrictEqual([{ type: 'undo' }]);
  expect(itemsOf().labels).not.toContain('Undo');
});

test('an item that would change nothing is not offered', () => {
  const { labels } = itemsOf({ copy: { active: 'd2', provider: 'mcp' } });
  for (const label of ['MCP', 'two.json', 'Dark']) expect(labels).not.toContain(label);
});

const item = (label: string, detail?: string) => ({ label, detail, onChoose: () => undefined });

const GROUPS = [
  { title: 'Document', items: [item('Copy the share link'), item('New document')] },
  { title: 'Page', items: [item('Theme: dark', 'light, system, high contrast')] },
  {
    title: 'Commands',
    items: [item('gh pr create', 'Create a pull request'), item('gh pr close'), item('gh repo delete', 'destroys')],
  },
];

test.each([
  ['pr cl', ['Commands: gh pr close']],
  ['delete repo', ['Commands: gh repo delete']],
  ['destroys', ['Commands: gh repo delete']],
  ['page', ['Page: Theme: dark']],
  ['.*', []],
])('"%s"', (query, expected) => {
  const { groups } = findItems(GROUPS, query);
  expect(groups.map(({ title, items }) => `${title}: ${items.map(({ label }) => label).join(', ')}`)).toStrictEqual(
    expected,
  );
});

test('of many only the best are given, and all are counted', () => {
  const items = Array.from({ length: 1000 }, (_, index) => item(`gh thing ${index}`));
  for (const query of ['thing', '']) {
    const { total, groups } = findItems([{ title: 'Commands', items }], query);
    expect([total, groups.flatMap((group) => group.items).length]).toStrictEqual([1000, 60]);
  }
});
