import { type Case, type Context, textOf } from './context.ts';

/** What else people write, and what tells a line of a table from prose. */
const HELPS: Readonly<Record<string, string>> = {
  nothing: '',
  prose: 'This program does things.\n\nIt has no options at all - or has it?\n',
  'Windows lines': 'Usage: x [options] <file>\r\n\r\nOptions:\r\n  /?  help\r\n  --İstanbul=ŞEHİR   a city\r\n',
  'wide letters': '使い方: x [オプション]\n\nオプション:\n  -v, --verbose   詳しく 😀\n  -n, --number=N  数\n',
  colours: '\u001b[1mUsage:\u001b[0m x \u001b[4mcommand\u001b[0m\n\nCommands:\n  a  does a\n  b  does b\n',
  bold: 'N\bNA\bAM\bME\bE\n  x - d\n\nO\bOP\bPT\bTI\bIO\bON\bNS\bS\n  -\b-a\ba   all\n',
};

/** Descriptions of other kinds to tools, and effects from words. */
export function importCases(context: Context): readonly Case[] {
  const { fromHelp, fromOclif, fromFig, fromCarapace, fromMcp, inferEffects, withInferredEffects } = context.importers;
  const json = (name: string): unknown => JSON.parse(textOf(context, name));
  const inferred = (name: string): unknown => withInferredEffects(fromHelp(textOf(context, name)).tool);
  const helps = Object.keys(context.documents).filter((name) => name.startsWith('help/'));
  return [
    ...helps.map((name): Case => [name, () => fromHelp(textOf(context, name))]),
    ...helps.map((name): Case => [`effects of ${name}`, () => inferred(name)]),
    ...Object.entries(HELPS).map(([name, text]): Case => [name, () => fromHelp(text, { name: 'x' })]),
    ['help of a command', () => fromHelp(textOf(context, 'help/gh-pr-create.txt'), { path: ['gh', 'pr', 'create'] })],
    ['a long help', () => fromHelp(textOf(context, 'help/psql.txt').repeat(30))],
    ...[':', ' '].map(
      (topicSeparator): Case => [
        `oclif with "${topicSeparator}"`,
        () => fromOclif(json('specs/oclif.json'), { name: 'app', topicSeparator: topicSeparator === ':' ? ':' : ' ' }),
      ],
    ),
    ['Fig', () => fromFig(json('specs/fig.json'), { load: (name) => ({ name, subcommands: [{ name: 'up' }] }) })],
    ['Fig, nothing loaded', () => fromFig(json('specs/fig.json'))],
    ['carapace', () => fromCarapace(json('specs/carapace.json'), { version: '3' })],
    ['MCP', () => fromMcp(json('samples/file-server.json'))],
    [
      'no importer throws',
      () =>
        [null, 1, [], 'x', { commands: 1 }, { tools: [null] }].map((value) => [
          fromOclif(value),
          fromFig(value),
          fromCarapace(value),
          fromMcp(value),
        ]),
    ],
    [
      'words',
      () =>
        [...context.tools].map(([name, tool]) => [
          name,
          Object.entries(tool.commands ?? {}).map(
            ([key, command]) => inferEffects({ ...command, path: [name, key] }).effects,
          ),
        ]),
    ],
    [
      'words in capitals',
      () => ['DELETE', 'LİST', 'lıst', 'Delete-It', 'ﬁnd', 'KILL'].map((key) => inferEffects({ path: ['x', key] })),
    ],
  ];
}
