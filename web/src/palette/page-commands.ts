/** What can be done by name, wherever on the page it otherwise stands. */
import type { Issue } from '@atip/core';
import type { JumpTarget } from '../analysis/palette/answer-jump-list.ts';
import type { Page } from '../panels/page-context.ts';
import { copyText } from '../components/copy-text.ts';
import { downloadText } from '../components/download-text.ts';
import { SAMPLES } from '../samples/index.ts';
import { countOf } from '../text/words.ts';
import { outputFileName } from '../panels/output/shown-output.ts';
import { placeOf, sortIssues } from '../panels/Problems.tsx';
import { PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from '../document/providers.ts';
import { THEME_LABELS, type Theme } from '../styles/theme.ts';
import { TABS, type Tab, activeDocument } from '../document/working-copy.ts';
import { matchSorter, rankings } from 'match-sorter';
import type { SafeStorage } from '../storage/safe-storage.ts';

/** Something that can be done by name. */
export interface PaletteCommand {
  /** Stable between visits: by it what was used lately is remembered. */
  readonly id: string;
  readonly title: string;
  /** Heading that it stands under; groups come in the order of their first command. */
  readonly group: string;
  readonly keys?: string;
  /** A few more words; also searched. */
  readonly detail?: string;
  /** Called once the palette has closed and the focus is back. */
  run(): void;
}

const TAB_TITLES: Readonly<Record<Tab, string>> = {
  output: 'Output: what each provider is sent',
  commands: 'Commands: tree and picture',
  safety: 'Safety: policies, matrix, prompt',
  calls: 'Calls: take a model’s call apart',
  filter: 'Filter: secrets in a tool’s output',
  compare: 'Compare two versions or providers',
};

const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'contrast'];
/** Problems offered; the list below the editor has the others. */
const MAX_PROBLEMS = 50;

/** Everything that the page offers now, in the order in which it is listed before anything is typed. */
export function pageCommands(props: Page, targets: readonly JumpTarget[]): readonly PaletteCommand[] {
  return [
    ...undoCommand(props),
    ...viewCommands(props),
    ...documentCommands(props),
    ...outputCommands(props),
    ...settingCommands(props),
    ...problemCommands(props),
    ...targets.map(({ title, description, range }) => ({
      id: `command:${title}`,
      title,
      detail: description,
      group: 'Commands of this document',
      run: () => props.page.reveal(range),
    })),
  ];
}

/** First where there is one: whoever looks for it has just done what they regret. */
function undoCommand({ state: { undo }, dispatch }: Page): readonly PaletteCommand[] {
  if (undo === undefined) return [];
  return [{ id: 'undo', title: 'Undo', detail: undo.label, group: 'Just done', run: () => dispatch({ type: 'undo' }) }];
}

function viewCommands({ dispatch, page }: Page): readonly PaletteCommand[] {
  const group = 'Show';
  const dialog = (id: Parameters<typeof page.openDialog>[0], title: string, keys?: string): PaletteCommand => ({
    id: `dialog:${id}`,
    title,
    group,
    ...(keys && { keys }),
    run: () => page.openDialog(id),
  });
  return [
    ...TABS.map((tab, index) => ({
      id: `tab:${tab}`,
      title: TAB_TITLES[tab],
      group,
      keys: `Ctrl Alt ${index + 1}`,
      run: () => dispatch({ type: 'choose-tab', tab }),
    })),
    dialog('companion', 'Companion: tools of this machine'),
    dialog('keys', 'Keys', '?'),
  ];
}

function documentCommands({ copy, dispatch, documents, page, copyLink }: Page): readonly PaletteCommand[] {
  const shown = activeDocument(copy);
  const group = 'Documents';
  const formatted = formattedJson(shown.text);
  return [
    { id: 'share:link', title: 'Copy the share link', group, keys: 'Ctrl S', run: copyLink },
    { id: 'dialog:share', title: 'Share …', group, run: () => page.openDialog('share') },
    { id: 'dialog:import', title: 'Import help text, file, URL …', group, run: () => page.openDialog('import') },
    { id: 'document:new', title: 'New document', group, run: documents.openNew },
    ...copy.documents
      .filter(({ id }) => id !== shown.id)
      .map(({ id, name }) => ({
        id: `document:${id}`,
        title: `Go to ${name}`,
        group,
        run: () => dispatch({ type: 'choose-document', id }),
      })),
    ...(formatted === undefined || formatted === shown.text
      ? []
      : [
          {
            id: 'document:format',
            title: 'Format the document',
            group,
            run: () => dispatch({ type: 'rewrite', text: formatted, label: 'Formatted the document' }),
          },
        ]),
    {
      id: 'document:download',
      title: `Download ${shown.name}`,
      group,
      run: () => downloadText(shown.name, shown.text),
    },
    {
      id: 'document:close',
      title: `Close ${shown.name}`,
      group,
      run: () => dispatch({ type: 'close-document', id: shown.id }),
    },
    ...SAMPLES.map((sample) => ({
      id: `sample:${sample.title}`,
      title: `Open the sample ${sample.title}`,
      detail: sample.detail,
      group,
      run: () => documents.openSample(sample),
    })),
    { id: 'dialog:samples', title: 'Open one of 77 everyday tools …', group, run: () => page.openDialog('samples') },
    { id: 'dialog:drafts', title: 'Drafts of other tabs and visits …', group, run: () => page.openDialog('drafts') },
  ];
}

function outputCommands({ copy, compilation, page }: Page): readonly PaletteCommand[] {
  const output = compilation.result?.output;
  if (output === undefined || output.tools === 0) return [];
  const tools = `${countOf(output.tools, 'tool')} for ${PROVIDER_LABELS[output.provider]}`;
  const group = 'Output';
  const copyOutput = async (): Promise<void> => {
    page.tell((await copyText(output.text)) ? `Copied ${tools}` : 'The browser did not let us copy; use Download.');
  };
  return [
    { id: 'output:copy', title: `Copy ${tools}`, group, run: () => void copyOutput() },
    {
      id: 'output:download',
      title: `Download ${tools}`,
      group,
      run: () => downloadText(outputFileName(activeDocument(copy).name, output.provider), output.text),
    },
  ];
}

function settingCommands({ copy, dispatch, theme, setTheme }: Page): readonly PaletteCommand[] {
  const group = 'Settings';
  return [
    ...PROVIDER_ORDER.filter((provider) => provider !== copy.provider).map((provider) => ({
      id: `provider:${provider}`,
      title: `Provider: ${PROVIDER_LABELS[provider]}`,
      group,
      run: () => dispatch({ type: 'choose-provider', provider }),
    })),
    ...(STRICT_PROVIDERS.includes(copy.provider)
      ? [
          {
            id: 'strict',
            title: copy.strict ? 'Strict mode off' : 'Strict mode on',
            group,
            run: () => dispatch({ type: 'set-strict', strict: !copy.strict }),
          },
        ]
      : []),
    ...THEMES.filter((other) => other !== theme).map((other) => ({
      id: `theme:${other}`,
      title: `Theme: ${THEME_LABELS[other]}`,
      group,
      run: () => setTheme(other),
    })),
  ];
}

function problemCommands({ compilation, page }: Page): readonly PaletteCommand[] {
  return sortIssues(compilation.issues)
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue: Issue, index) => {
      const { range, message } = issue;
      if (range === undefined) return [];
      return [
        {
          id: `problem:${index}`,
          title: message,
          detail: placeOf(issue),
          group: 'Problems',
          run: () => page.reveal(range),
        },
      ];
    });
}

/** Longest text that is formatted, in UTF-16 units: it is done between two frames. */
const MAX_LENGTH = 1_000_000;

/**
 * A JSON text laid out with two spaces and a final line break; `undefined` when it is not JSON, too long, or would not come
 * back as it is: a key that stands twice, a number that JavaScript writes in other digits.
 */
export function formattedJson(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const formatted = `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    return withoutLayout(formatted) === withoutLayout(text) ? formatted : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A JSON text without the white space between its tokens. */
function withoutLayout(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly PaletteCommand[];
}

export interface Found {
  readonly groups: readonly CommandGroup[];
  /** How many match, whether or not they are among the groups. */
  readonly total: number;
}

const MOST = 60;

const FIELDS = [
  { key: 'title', threshold: rankings.ACRONYM },
  { key: 'group', threshold: rankings.WORD_STARTS_WITH },
  { key: 'detail', threshold: rankings.WORD_STARTS_WITH },
];

/**
 * The commands that match every word that was typed, the best first; with nothing typed the recent ones, then all.
 *
 * @param recent ids, the latest first
 */
export function findCommands(commands: readonly PaletteCommand[], query: string, recent: readonly string[]): Found {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    const lately = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []);
    const others = commands.filter(({ id }) => !recent.includes(id)).slice(0, MOST - lately.length);
    const first = lately.length === 0 ? [] : [{ title: 'Recent', commands: lately }];
    return { groups: [...first, ...grouped(others)], total: commands.length };
  }
  const rank = ({ id }: PaletteCommand): number => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const found = words.reduceRight(
    (left, word) =>
      matchSorter(left, word, { keys: FIELDS, baseSort: (a, b) => rank(a.item) - rank(b.item) || a.index - b.index }),
    [...commands],
  );
  return { groups: grouped(found.slice(0, MOST)), total: found.length };
}

function grouped(commands: readonly PaletteCommand[]): readonly CommandGroup[] {
  const titles = [...new Set(commands.map(({ group }) => group))];
  return titles.map((title) => ({ title, commands: commands.filter(({ group }) => group === title) }));
}

const RECENT_KEY = 'atip.palette.v2';
const MOST_RECENT = 5;

/** Ids of the commands used lately, the latest first; what is stored in another form counts as none. */
export function recentCommands(local: SafeStorage): readonly string[] {
  const stored = local.getItem(RECENT_KEY) ?? '';
  return stored.split('\n').filter(Boolean).slice(0, MOST_RECENT);
}

/** Puts a command before all others. */
export function rememberCommand(local: SafeStorage, id: string): void {
  const others = recentCommands(local).filter((other) => other !== id);
  local.setItem(RECENT_KEY, [id, ...others].slice(0, MOST_RECENT).join('\n'));
}
