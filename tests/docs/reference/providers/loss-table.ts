import { type AtipTool, compile, type Loss, type Provider, PROVIDERS } from '@atip/core';
import { code, table } from '../markdown.ts';

const LONG = 'x'.repeat(70);

/** A tool that says something of everything that compiling can lose. */
const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'demo',
  version: '1.0',
  description: 'A tool',
  homepage: 'https://demo.example',
  trust: { source: 'org' },
  globalOptions: [{ name: 'verbose', type: 'boolean', description: 'More words', flags: ['--verbose'] }],
  commands: {
    group: {
      description: 'A group',
      options: [{ name: 'all', type: 'boolean', description: 'Everything', flags: ['--all'] }],
      commands: {
        purge: {
          description: 'Deletes',
          examples: ['demo group purge'],
          effects: {
            destructive: true,
            reversible: false,
            idempotent: false,
            network: true,
            subprocess: true,
            filesystem: { read: true, write: true, delete: true, paths: ['./'] },
            cost: { billable: true, estimate: 'high' },
            interactive: { stdin: 'none' },
            duration: { timeout: '60s' },
            deletes: ['file'],
          },
          options: [
            {
              name: 'dry-run',
              type: 'boolean',
              description: 'Only say it',
              flags: ['--dry-run'],
              'x-effects': { destructive: true },
            },
            { name: 'out', type: 'file', description: 'Where to', flags: ['--out'], default: 'a.txt', envVar: 'OUT' },
            { name: 'level', type: 'enum', description: 'How much', flags: ['--level'], enum: [1, 2] },
            { name: 'sort', type: 'enum', description: 'By what', flags: ['--sort'], enum: ['a', ''] },
          ],
        },
        harmless: {
          description: 'Reads',
          effects: {
            destructive: false,
            reversible: true,
            idempotent: true,
            network: false,
            filesystem: { write: false },
          },
        },
        silent: { description: 'Says nothing' },
        [LONG]: { description: 'Has a long name', effects: { destructive: false, idempotent: true, network: false } },
      },
    },
  },
};

const PURGE = '/commands/group/commands/purge';
const HARMLESS = '/commands/group/commands/harmless';

/** Facts by what they are called on the page. */
const FACTS: readonly (readonly [label: string, pointer: string])[] = [
  ['`destructive: true`', `${PURGE}/effects/destructive`],
  ['`destructive: false`', `${HARMLESS}/effects/destructive`],
  ['`reversible: false`', `${PURGE}/effects/reversible`],
  ['`reversible: true`', `${HARMLESS}/effects/reversible`],
  ['`idempotent: false`', `${PURGE}/effects/idempotent`],
  ['`idempotent: true`', `${HARMLESS}/effects/idempotent`],
  ['`network: true`', `${PURGE}/effects/network`],
  ['`network: false` with `write: false`', `${HARMLESS}/effects/network`],
  ['`filesystem.write: true`', `${PURGE}/effects/filesystem/write`],
  ['`filesystem.write: false` with `network: false`', `${HARMLESS}/effects/filesystem/write`],
  ['`filesystem.read`, `delete`, `paths`', `${PURGE}/effects/filesystem/delete`],
  ['`cost.billable: true`', `${PURGE}/effects/cost/billable`],
  ['`cost.estimate`', `${PURGE}/effects/cost/estimate`],
  ['`subprocess`', `${PURGE}/effects/subprocess`],
  ['`interactive`', `${PURGE}/effects/interactive/stdin`],
  ['`duration`', `${PURGE}/effects/duration/timeout`],
  ['`creates`, `modifies`, `deletes`', `${PURGE}/effects/deletes`],
  ['no word about effects', '/commands/group/commands/silent'],
  ["an option's `x-effects`", `${PURGE}/options/0/x-effects`],
  ['a name with a hyphen', `${PURGE}/options/0/name`],
  ['a name beyond 64 characters', `/commands/group/commands/${LONG}`],
  ['the type `file`, `directory` or `url`', `${PURGE}/options/1/type`],
  ['`default`', `${PURGE}/options/1/default`],
  ['`envVar`', `${PURGE}/options/1/envVar`],
  ['an enum of numbers', `${PURGE}/options/2/enum`],
  ['an empty value of an enum', `${PURGE}/options/3/enum`],
  ['`examples`', `${PURGE}/examples`],
  ['an option of a group', '/commands/group/options'],
  ["a group's description", '/commands/group/description'],
  ['a global option that is not required', '/globalOptions/0'],
  ['`version`, `homepage`, `trust`', '/trust'],
];

/**
 * What becomes of each fact at each provider, as compiling a tool with all of them reports it.
 *
 * @throws Error when a loss of that tool is not in the table
 */
export function lossTable(): string {
  const losses = new Map(PROVIDERS.map((provider) => [provider, compile([TOOL], provider).losses]));
  const rows = FACTS.map(([label, pointer]) => [
    label,
    ...PROVIDERS.map((one) => fate(losses.get(one) ?? [], pointer)),
  ]);
  const listed = new Set(rows.flatMap((row) => row.slice(1)));
  const unlisted = [...losses.values()].flat().find((loss) => !listed.has(code(loss.code)));
  if (unlisted) throw new Error(`No fact shows what "${unlisted.code}" means.`);
  return table(['fact', ...PROVIDERS.map((provider: Provider) => code(provider))], rows);
}

function fate(losses: readonly Loss[], pointer: string): string {
  const found = losses.filter((loss) => loss.pointer === pointer).map((loss) => loss.code);
  return found.length === 0 ? 'kept' : [...new Set(found)].map(code).join(', ');
}

/** What each code means, by the name that the sources give it. */
export const LOSS_CODES: Readonly<Record<string, string>> = {
  'not-sent': 'The provider has no place for it; the host keeps it, for the policy, the command line and the sandbox',
  'in-text': 'It stands in a description, in words',
  renamed: 'It has another name there; `mapToCommand` and `validateToolCall` know both',
  truncated: 'The text was cut to what the provider takes; safety flags never are',
  'value-dropped': 'Values of an enum are left out: empty, or there twice',
  'as-text': 'Numbers are sent as strings, and turned back when called',
  shadowed: "Another tool's command took its name",
  shared: 'With `strategy: "action"`: one property stands for several parameters, and has the description of another',
  relaxed: 'With `strategy: "action"`: it is required, which is checked when it is called',
  unreachable: 'It is declared where no command takes it',
  assumed: "It is not stated, and the provider's form has no word for that: the worst is written",
};

/** The codes of losses as a table. */
export function lossCodes(): string {
  return table(
    ['code', 'what it means'],
    Object.entries(LOSS_CODES).map(([name, meaning]) => [code(name), meaning]),
  );
}
