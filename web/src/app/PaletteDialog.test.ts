import { expect, test, vi } from 'vitest';
import type { Page } from '../page/page-context.ts';
import type { PlaygroundAction } from '../document/playground.ts';
import type { WorkingCopy } from '../document/working-copy.ts';
import { pageCommands, findCommands, type PaletteCommand } from './PaletteDialog.tsx';

const RANGE = { start: { line: 1, column: 4, offset: 3 }, end: { line: 1, column: 8, offset: 7 } };

function commandsOf(
  changes: { readonly copy?: Partial<WorkingCopy>; readonly issues?: readonly object[]; readonly undo?: string } = {},
) {
  const actions: PlaygroundAction[] = [];
  const page = { reveal: vi.fn(), openDialog: vi.fn(), tell: vi.fn() };
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
    state: { undo: changes.undo === undefined ? undefined : { label: changes.undo } },
    compilation: { issues: changes.issues ?? [] },
    documents: { format: () => actions.push({ type: 'rewrite', text: 'formatted', label: '' }) },
    page,
    theme: 'dark',
    dispatch: (action: PlaygroundAction) => actions.push(action),
    // The commands read only these of the page's parts; the others would each need a browser.
  } as unknown as Page;
  const commands = pageCommands(props, [{ name: 'branch delete', description: 'Delete', range: RANGE }]);
  const run = (title: string): void => {
    const found = commands.filter((command) => command.title === title);
    expect(found).toHaveLength(1);
    found[0]?.run();
  };
  return { titles: commands.map(({ title }) => title), ids: commands.map(({ id }) => id), run, actions, page };
}

test('ids are unique, also of documents of one name', () => {
  const [one, two] = [
    { id: 'd1', name: 'a.json', text: '' },
    { id: 'd2', name: 'a.json', text: '' },
  ];
  const { ids } = commandsOf({ copy: { documents: [one, two, { ...two, id: 'd3' }] } });
  expect(ids.length).toBe(new Set(ids).size);
});

test('each does what its title says', () => {
  const { run, actions, page } = commandsOf();
  run('Provider: Gemini');
  run('Go to two.json');
  run('Format the document');
  run('Close one.json');
  expect(actions).toStrictEqual([
    { type: 'choose-provider', provider: 'gemini' },
    { type: 'choose-document', id: 'd2' },
    { type: 'rewrite', text: 'formatted', label: '' },
    { type: 'close-document', id: 'd1' },
  ]);
  run('branch delete');
  expect(page.reveal.mock.calls).toStrictEqual([[RANGE]]);
  run('Keys');
  expect(page.openDialog.mock.calls).toStrictEqual([['keys']]);
});

test('Undo is the first, and says what it takes back', () => {
  const { titles, run, actions } = commandsOf({ undo: 'Closed one.json' });
  expect(titles[0]).toBe('Undo');
  run('Undo');
  expect(actions).toStrictEqual([{ type: 'undo' }]);
  expect(commandsOf().titles).not.toContain('Undo');
});

test('what would change nothing, or cannot be done, is not offered', () => {
  const { titles } = commandsOf({ copy: { active: 'd2', provider: 'mcp', strict: false } });
  expect(titles).not.toContain('Provider: MCP');
  expect(titles).not.toContain('Go to two.json');
  expect(titles).not.toContain('Theme: dark');
});

function command(id: string, title: string, group: string, detail?: string): PaletteCommand {
  return { id, title, group, ...(detail === undefined ? {} : { detail }), run: () => undefined };
}

const COMMANDS = [
  command('share', 'Copy the share link', 'Document'),
  command('new', 'New document', 'Document'),
  command('theme', 'Theme: dark', 'Page', 'light, system, high contrast'),
  command('gh-pr-create', 'gh pr create', 'Commands', 'Create a pull request'),
  command('gh-pr-close', 'gh pr close', 'Commands'),
  command('gh-repo-delete', 'gh repo delete', 'Commands', 'destroys'),
];

/** Shape: `["Group: id id", …]`. */
function lines({ groups }: ReturnType<typeof findCommands>): string[] {
  return groups.map(({ title, commands }) => `${title}: ${commands.map(({ id }) => id).join(' ')}`);
}

test.each([
  ['pr cl', ['Commands: gh-pr-close']],
  ['delete repo', ['Commands: gh-repo-delete']],
  ['destroys', ['Commands: gh-repo-delete']],
  ['page', ['Page: theme']],
  ['.*', []],
])('"%s"', (query, expected) => {
  expect(lines(findCommands(COMMANDS, query))).toStrictEqual(expected);
});

test('of many only the best are given, and all are counted', () => {
  const many = Array.from({ length: 1000 }, (_, index) => command(`c${index}`, `gh thing ${index}`, 'Commands'));
  for (const query of ['thing', '']) {
    const { total, groups } = findCommands(many, query);
    expect([total, groups.flatMap(({ commands }) => commands).length]).toStrictEqual([1000, 60]);
  }
});
