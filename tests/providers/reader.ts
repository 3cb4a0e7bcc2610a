import {
  type AtipCommand,
  type AtipTool,
  buildCommandArray,
  type CompileSettings,
  compile,
  type Loss,
  mapToCommand,
  type Provider,
  type ProviderTool,
  validateToolCall,
} from '@atip/core';
import { type CompiledProperty, propertiesOf } from './compiled-tool.ts';
import { DIALECTS } from './dialects.ts';

/** A command that is hard to hand over, and what is to be sent to it. */
interface Hard {
  readonly title: string;
  readonly tool: AtipTool;
  /** What a person would type. */
  readonly argv: readonly string[];
  /** Values by the name that the document gives to their argument or option. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** What one provider gets for a hard command, and the command line that comes back. */
export interface Reading {
  readonly title: string;
  readonly provider: Provider;
  readonly settings: CompileSettings;
  readonly tool: ProviderTool;
  readonly losses: readonly Loss[];
  /** What a model sends that follows the schema: the offered spelling of each value, null where that says "not given". */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly expected: readonly string[];
  readonly argv: readonly string[];
}

const LONG_PATH = ['organizations', 'delegated-administrators', 'service-principals', 'deregister-immediately-now'];

export const HARD: readonly Hard[] = [
  {
    title: 'A group that can be run itself: `git stash` beside `git stash pop`',
    tool: documentOf('git', {
      stash: {
        description: 'Put changes away',
        commands: {
          '': {
            description: 'Put changes away',
            options: [{ name: 'message', flags: ['-m', '--message'], type: 'string', description: 'What they are' }],
            effects: { filesystem: { write: true }, reversible: true },
          },
          pop: { description: 'Bring the last ones back' },
        },
      },
    }),
    argv: ['git', 'stash', '--message=half done'],
    values: { message: 'half done' },
  },
  {
    title: 'A command of 90 characters',
    tool: documentOf('cloud', nested(LONG_PATH, { description: 'Take a right away', effects: { destructive: true } })),
    argv: ['cloud', ...LONG_PATH],
    values: {},
  },
  {
    title: 'An enum of integers',
    tool: documentOf('pack', {
      '': {
        description: 'Pack files',
        arguments: [{ name: 'level', type: 'enum', enum: [1, 6, 9], description: 'How tightly' }],
        options: [
          { name: 'threads', flags: ['--threads'], type: 'enum', enum: [1, 2, 4], default: 1, description: 'How many' },
        ],
      },
    }),
    argv: ['pack', '9'],
    values: { level: 9 },
  },
  {
    title: 'An option called `__proto__`',
    tool: documentOf('odd', {
      run: {
        description: 'Run it',
        options: [{ name: '__proto__', flags: ['--proto'], type: 'string', description: 'A prototype' }],
      },
    }),
    argv: ['odd', 'run', '--proto=polluted'],
    values: Object.fromEntries([['__proto__', 'polluted']]),
  },
];

/** One reading for each hard command and dialect. */
export function readAll(): Reading[] {
  return HARD.flatMap((hard) => DIALECTS.map(([provider, settings]) => read(hard, provider, settings)));
}

/** The readings as a page for people. */
export function readerPage(readings: readonly Reading[]): string {
  const sections = HARD.map(({ title, argv }) => {
    const ofThis = readings.filter((reading) => reading.title === title);
    return [`## ${title}`, `Wanted: \`${argv.join(' ')}\``, ...ofThis.map(toText)].join('\n\n');
  });
  return ['# What each provider gets, and what comes back', ...sections, ''].join('\n\n');
}

function read({ title, tool, argv, values }: Hard, provider: Provider, settings: CompileSettings): Reading {
  const { tools, entries, losses } = compile([tool], provider, settings);
  const [compiled] = tools;
  const [entry] = entries;
  if (!compiled || !entry) throw new Error(`${provider} got no tool.`);
  const sent = Object.entries(propertiesOf(compiled)).map(([key, property]) => {
    const wanted = Object.entries(values).find(([name]) => name === nameAt(tool, entry.parameters[key] ?? ''))?.[1];
    return [key, offered(property, wanted)] as const;
  });
  const args = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
  // As a model's answer comes in: as text. A key of the wrong kind would be lost or do harm here.
  const call = { id: 'call', name: entry.name, arguments: JSON.parse(JSON.stringify(args)) };
  const mapping = mapToCommand(call.name, [tool]);
  const checked = validateToolCall(call, mapping);
  const back = checked.valid
    ? buildCommandArray(mapping, checked.arguments)
    : checked.errors.map(({ message }) => message);
  return { title, provider, settings, tool: compiled, losses, arguments: args, expected: argv, argv: back };
}

/** The spelling in which a schema offers a value; for none, null where the schema has it. */
function offered({ type, enum: values }: CompiledProperty, wanted: string | number | undefined): unknown {
  if (wanted === undefined) return Array.isArray(type) && type.includes('null') ? null : undefined;
  return values === undefined ? wanted : values.find((value) => String(value) === String(wanted));
}

/** The name of the argument or option that a pointer leads to. */
function nameAt(tool: AtipTool, pointer: string): string | undefined {
  const [, list = '', index = ''] = /\/(arguments|options)\/(\d+)$/.exec(pointer) ?? [];
  const steps = pointer.slice(1, -`/${list}/${index}`.length).split('/');
  let node: Pick<AtipCommand, 'commands' | 'arguments' | 'options'> | undefined = tool;
  for (let at = 1; at < steps.length; at += 2) node = node?.commands?.[steps[at] ?? ''];
  return (list === 'arguments' ? node?.arguments : node?.options)?.[Number(index)]?.name;
}

function toText({ provider, settings, tool, losses, arguments: args, argv }: Reading): string {
  const lines = losses.map(({ code, pointer, message }) => `- \`${code}\` at \`${pointer}\`: ${message}`);
  return [
    `### ${[provider, ...Object.entries(settings).map(([key, value]) => `${key}: ${value}`)].join(', ')}`,
    `\`\`\`json\n${JSON.stringify(tool, null, 2)}\n\`\`\``,
    lines.length > 0 ? `Lost or said in other words:\n\n${lines.join('\n')}` : 'Nothing lost.',
    `A model sends \`${JSON.stringify(args)}\`; back comes \`${JSON.stringify(argv)}\`.`,
  ].join('\n\n');
}

function documentOf(name: string, commands: Record<string, AtipCommand>): AtipTool {
  return { atip: { version: '0.4' }, name, version: '1.0.0', description: `The tool ${name}`, commands };
}

function nested(path: readonly string[], leaf: AtipCommand): Record<string, AtipCommand> {
  const [key = '', ...rest] = path;
  return { [key]: rest.length === 0 ? leaf : { description: key, commands: nested(rest, leaf) } };
}
