/** Commands that the palette offers by name, wherever else on the page they stand. */
import type { JumpTarget } from './answer-jump-list.ts';
import type { Page } from '../../page/page-context.ts';
import { copyText } from '../../components/copy-text.ts';
import { downloadText } from '../../components/download-text.ts';
import { SAMPLES } from '../start/index.ts';
import { countOf } from '../../text/words.ts';
import { outputFileName } from '../output/shown-output.ts';
import { placeOf, sortIssues } from '../../document/issues.ts';
import { PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from '../../document/providers.ts';
import { wantPart } from '../../page/wanted-part.ts';
import { THEME_LABELS, THEMES } from '../../page/theme.ts';
import { TABS, type Tab, activeDocument } from '../../document/working-copy.ts';
import { matchSorter, rankings } from 'match-sorter';
import type { SafeStorage } from '../../document/safe-storage.ts';

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
  output: 'Output: the tools that each provider gets',
  safety: 'Safety: what each command may do, and what runs unasked',
  try: 'Try it: check a call, run it, redact what it prints',
  diff: 'Diff: compare two versions of a tool',
};

/** Problems offered; the list below the editor has the others. */
const MAX_PROBLEMS = 50;

function inGroup(group: string) {
  return (
    id: string,
    title: string,
    run: () => void,
    more?: Pick<PaletteCommand, 'keys' | 'detail'>,
  ): PaletteCommand => ({
    ...{ id, title, group, run },
    ...more,
  });
}

/** Everything that the page offers now, in the order in which it is listed before anything is typed. */
export function pageCommands(props: Page, targets: readonly JumpTarget[]): readonly PaletteCommand[] {
  const { state, dispatch, page } = props;
  const undo = (): void => dispatch({ type: 'undo' });
  const command = inGroup('Tool commands');
  return [
    // First: whoever looks for it has just done what they regret.
    ...(state.undo ? [inGroup('Just done')('undo', 'Undo', undo, { detail: state.undo.label })] : []),
    ...viewCommands(props),
    ...documentCommands(props),
    ...outputCommands(props),
    ...settingCommands(props),
    ...problemCommands(props),
    ...targets.map(({ title, description, range }) =>
      command(`command:${title}`, title, () => page.reveal(range), { detail: description }),
    ),
  ];
}

function viewCommands({ dispatch, page }: Page): readonly PaletteCommand[] {
  const show = inGroup('Go to');
  return [
    ...TABS.map((tab, index) =>
      show(`tab:${tab}`, TAB_TITLES[tab], () => dispatch({ type: 'choose-tab', tab }), {
        keys: `Ctrl Alt ${index + 1}`,
      }),
    ),
    show('redact', 'Redact output', () => {
      wantPart('redaction');
      dispatch({ type: 'choose-tab', tab: 'try' });
    }),
    show('dialog:companion', 'Connect this computer', () => page.openDialog('companion')),
    show('dialog:keys', 'Keys', () => page.openDialog('keys'), { keys: '?' }),
  ];
}

function documentCommands({ copy, dispatch, documents, page, copyLink }: Page): readonly PaletteCommand[] {
  const shown = activeDocument(copy);
  const { id: active, name } = shown;
  const command = inGroup('Documents');
  const others = copy.documents.filter(({ id }) => id !== active);
  return [
    command('share:link', 'Copy the share link', copyLink, { keys: 'Ctrl S' }),
    command('dialog:share', 'Share …', () => page.openDialog('share')),
    command('dialog:import', 'Import help text, file, URL …', () => page.openDialog('import')),
    command('document:new', 'New document', documents.openNew),
    ...others.map((other) =>
      command(`document:${other.id}`, `Go to ${other.name}`, () => dispatch({ type: 'choose-document', id: other.id })),
    ),
    ...(/^\s*[[{]/.test(shown.text) ? [command('document:format', 'Format the document', documents.format)] : []),
    command('document:download', `Download ${name}`, () => downloadText(name, shown.text)),
    command('document:close', `Close ${name}`, () => dispatch({ type: 'close-document', id: active })),
    ...SAMPLES.map((sample) => {
      const { title, detail } = sample;
      return command(`sample:${title}`, `Open the sample ${title}`, () => documents.openSample(sample), { detail });
    }),
    command('dialog:samples', 'Open one of 77 well-known tools …', () => page.openDialog('samples')),
    command('dialog:drafts', 'Drafts from other tabs and visits …', () => page.openDialog('drafts')),
  ];
}

function outputCommands({ copy, compilation, page }: Page): readonly PaletteCommand[] {
  const output = compilation.result?.output;
  if (output === undefined || output.tools === 0) return [];
  const tools = `${countOf(output.tools, 'tool')} for ${PROVIDER_LABELS[output.provider]}`;
  const command = inGroup('Output');
  const copyOutput = async (): Promise<void> => {
    page.tell(
      (await copyText(output.text)) ? `Copied ${tools}` : 'The browser did not allow copying. Download it instead.',
    );
  };
  const fileName = outputFileName(activeDocument(copy).name, output.provider);
  return [
    command('output:copy', `Copy ${tools}`, () => void copyOutput()),
    command('output:download', `Download ${tools}`, () => downloadText(fileName, output.text)),
  ];
}

function settingCommands({ copy, dispatch, theme, setTheme }: Page): readonly PaletteCommand[] {
  const { provider: chosen, strict } = copy;
  const command = inGroup('Settings');
  const turn = (): void => dispatch({ type: 'set-strict', strict: !strict });
  return [
    ...PROVIDER_ORDER.filter((provider) => provider !== chosen).map((provider) =>
      command(`provider:${provider}`, `Provider: ${PROVIDER_LABELS[provider]}`, () =>
        dispatch({ type: 'choose-provider', provider }),
      ),
    ),
    ...(STRICT_PROVIDERS.includes(chosen) ? [command('strict', `Strict mode ${strict ? 'off' : 'on'}`, turn)] : []),
    ...THEMES.filter((other) => other !== theme).map((other) =>
      command(`theme:${other}`, `Theme: ${THEME_LABELS[other]}`, () => setTheme(other)),
    ),
  ];
}

function problemCommands({ compilation, page }: Page): readonly PaletteCommand[] {
  const command = inGroup('Problems');
  return sortIssues(compilation.issues)
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue, index) => {
      const { range, message } = issue;
      return range ? [command(`problem:${index}`, message, () => page.reveal(range), { detail: placeOf(issue) })] : [];
    });
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

export function rememberCommand(local: SafeStorage, id: string): void {
  const others = recentCommands(local).filter((other) => other !== id);
  local.setItem(RECENT_KEY, [id, ...others].slice(0, MOST_RECENT).join('\n'));
}
