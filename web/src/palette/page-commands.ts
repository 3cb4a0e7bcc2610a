/** What can be done by name, wherever on the page it otherwise stands. */
import type { Issue } from '@atip/core';
import type { JumpTarget } from '../analysis/palette/answer-jump-list.ts';
import type { PaletteProps } from './palette-props.ts';
import { copyText } from '../components/copy-text.ts';
import { downloadText } from '../components/download-text.ts';
import { SAMPLES } from '../samples/index.ts';
import { formattedJson } from '../state/formatted-json.ts';
import { countOf } from '../state/health.ts';
import { outputFileName } from '../state/output-name.ts';
import { placeOf, sortIssues } from '../state/problems.ts';
import { PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from '../state/providers.ts';
import { THEME_LABELS, type Theme } from '../state/theme.ts';
import { activeDocument, TABS, type Tab } from '../state/working-copy.ts';
import type { PaletteCommand } from './palette-command.ts';

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
export function pageCommands(props: PaletteProps, targets: readonly JumpTarget[]): readonly PaletteCommand[] {
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
function undoCommand({ undo, dispatch }: PaletteProps): readonly PaletteCommand[] {
  if (undo === undefined) return [];
  return [{ id: 'undo', title: 'Undo', detail: undo, group: 'Just done', run: () => dispatch({ type: 'undo' }) }];
}

function viewCommands({ dispatch, page, onTour }: PaletteProps): readonly PaletteCommand[] {
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
    { id: 'tour', title: 'Show the tour', group, run: onTour },
  ];
}

function documentCommands({ copy, dispatch, documents, page, onShareLink }: PaletteProps): readonly PaletteCommand[] {
  const shown = activeDocument(copy);
  const group = 'Documents';
  const formatted = formattedJson(shown.text);
  return [
    { id: 'share:link', title: 'Copy the share link', group, keys: 'Ctrl S', run: onShareLink },
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

function outputCommands({ copy, compilation, page }: PaletteProps): readonly PaletteCommand[] {
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

function settingCommands({ copy, dispatch, theme, onTheme }: PaletteProps): readonly PaletteCommand[] {
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
      run: () => onTheme(other),
    })),
  ];
}

function problemCommands({ compilation, page }: PaletteProps): readonly PaletteCommand[] {
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
