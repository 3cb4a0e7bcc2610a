// The packages' results for the same input, case by case. It reads no file and names no platform, so it runs in every runtime.
import * as core from '@atip/core';
import * as execute from '@atip/core/execute';
import * as importers from '@atip/importers';
import * as share from '@atip/share';
import * as shims from '@atip/catalog';
import { GH } from '../../packages/core/src/testing/documents.ts';
import { SECRET_EXAMPLES } from '../../packages/core/src/testing/example-secrets.ts';
import { HARD } from '../../packages/core/src/testing/hard-tool.ts';

/** Name of a case → what gives its output. A thrown error is its output too. */
type Cases = Readonly<Record<string, () => unknown>>;

const HELP = `Usage: x [options] <file>\r
\r
Options:\r
  -v, --verbose   詳しく 😀\r
  --İstanbul=ŞEHİR   a city\r
  -n, --number=N  how often\r
`;
const TEXTS: readonly unknown[] = [
  ...['', '{', '[]', '{"atip":"0.4"}', '{"atip":"9.9","name":"a/b"}', '\ufeff{"atip":"0.4",}', '{"a":1,"a":2}'],
  ...['{"__proto__":{"a":1}}', '"\ud800"', '1e999', '{"name":"ﬁnd\u202e"}', '{"a":"\\u00'],
  ...['['.repeat(101) + ']'.repeat(101), '['.repeat(200_000), `${'{"commands":{"a":'.repeat(100)}{}`, null, 1, []],
];
const VALUES: readonly unknown[] = [
  ...['5', ' 5 ', '0x10', '1e3', '\u0665', '', 'true', 'TRUE', 'open', '-x', '+x', './x', 'a\0b', '\u202e', '\ud800'],
  ...[5, 5.5, -0, 1e21, 2 ** 53 + 1, true, null, [], ['a', 1], [null], {}, 'é', 'e\u0301', 'İ'],
];
const KEYS = ['title', 'draft', 'label', 'state', 'limit', 'repo', '__proto__', 'none'];
const POLICIES: readonly core.ExecutionPolicy[] = [
  {},
  { allowNetwork: false },
  { requireReadOnly: true, denyRestricted: true },
  { denyUnknown: true, maxCostEstimate: 'low' },
  { confirmAll: true },
];
const LOG = [
  'plain text, nothing in it\n',
  ...SECRET_EXAMPLES.map(([rule, secret, near]) => `${rule}: ${secret} but not ${near}\n`),
  'ΑΒΓ İ ı ß \ufb00 😀 API_KEY=İstanbul1234567 apı_key=istanbul1234567 \u017fecret=longenough1234\n',
  '\u001b]0;title\u0007\u001b[1mbold\u001b[0m \u200b\u202e\u2066 half \ud800 nul \0 bell \u0007\r\n',
].join('');
const STATE: share.ShareState = {
  documents: [{ name: '\ud800.json', text: `{ "ä": "😀 ${'\u2028'}" }\r\n${JSON.stringify(GH)}` }],
  provider: 'İ',
  policy: { allowDestructive: true },
};

/** Enough to differ in everything; all of them would take minutes. */
const SOME = ['npm', 'curl', 'tar', 'find', 'rm', 'ssh', 'sqlite3'];

function casesOver(tools: ReadonlyMap<string, AtipToolOf>): Cases {
  const everyone: readonly (readonly [string, AtipToolOf])[] = [['small', GH], ['hard', HARD], ...tools];
  const some = everyone.filter(([name, tool]) => tool === GH || tool === HARD || SOME.includes(name));
  return {
    ...each('parse', TEXTS, (text) => core.parseTool(text)),
    ...each('parse, back and forth', some, ([, tool]) => core.parseTool(JSON.stringify(tool, undefined, 1)).issues),
    // Each command names its tool, which is said once.
    ...each('commands', everyone, ([, tool]) => [tool, core.flattenCommands(tool).map((own) => ({ ...own, tool: 0 }))]),
    ...each('safety prompt', everyone, ([, tool]) => core.generateSafetyPrompt([tool])),
    ...each('compile', core.PROVIDERS, (provider) =>
      some.map(([, tool]) => [
        core.compile([tool], provider),
        core.compile([tool], provider, { strict: true, strategy: 'action' }),
      ]),
    ),
    ...each('decide', POLICIES, (policy) =>
      some.map(([, tool]) => {
        const validator = core.createValidator([tool], policy);
        return core.flattenCommands(tool).map(({ name }) => validator.validate(name, {}));
      }),
    ),
    ...each('arguments', KEYS, (key) =>
      VALUES.map((value) => {
        const command = execute.mapToCommand('gh_pr_create', [GH]);
        const args = { title: 't', [key]: value };
        return [
          execute.validateToolCall({ id: 'c', name: 'gh_pr_create', arguments: args }, command),
          argv(command, args),
        ];
      }),
    ),
    ...each('answers', core.PROVIDERS, (provider) => [
      core.handleToolResult(provider, 'c', { text: 'Ä\u2028', n: -0, big: 1.5e300 }),
      core.handleToolResult(provider, 'c', LOG),
      [null, {}, { choices: 1 }, { content: [{ type: 'tool_use' }] }].map((wrong) =>
        shown(() => core.parseToolCall(provider, wrong)),
      ),
    ]),
    redact: () => core.createResultFilter([GH]).filter(LOG, 'gh'),
    'redact, cut': () => core.createResultFilter([GH], { maxLength: 1000 }).filter(LOG, 'gh'),
    execute: async () => execute.createExecutor(EXECUTOR).executeBatch(CALLS),
    ...each('help', [HELP, HELP.replaceAll('\r', ''), '', 'x -- y'], (text) => importers.fromHelp(text, { name: 'x' })),
    ...each('imports', [null, 1, [], {}, { tools: [null] }, { commands: 1 }], (value) => [
      shown(() => importers.fromOclif(value)),
      shown(() => importers.fromMcp(value)),
    ]),
    'effects in words': () =>
      ['DELETE', 'LİST', 'lıst', 'Delete-It', 'ﬁnd', 'KILL'].map((key) => importers.inferEffects({ path: ['x', key] })),
    link: () => share.encodeShare(STATE),
    'link, back and forth': () => share.decodeShare(share.encodeShare(STATE)),
    'links of tools': () =>
      some
        .slice(0, 4)
        .map(([name, tool]) =>
          share.encodeShare({ documents: [{ name, text: JSON.stringify(tool) }], provider: 'openai' }),
        ),
    'links that are none': () =>
      ['', '#', 'x', '#v1.', '#v2.d.AAAA', '#v9.q.A', share.encodeShare(STATE).slice(0, -3)].map((link) =>
        share.decodeShare(link),
      ),
  };
}

type AtipToolOf = core.AtipTool;

const call = (name: string, args: Record<string, unknown>): core.ToolCall => ({
  id: `of ${name}`,
  name,
  arguments: args,
});
const CALLS: readonly core.ToolCall[] = [
  call('gh_pr_list', { limit: '5' }),
  call('gh_pr_create', { title: '-x', label: ['a', 'b'] }),
  call('gh_repo_delete', { repo: 'a/b' }),
  call('nobody', {}),
];
const EXECUTOR: execute.ExecutorConfig = {
  tools: [GH, HARD],
  policy: { allowNetwork: true },
  run: async (line) => ({
    ...{
      exitCode: 0,
      stdout: `${line.join(' ')} ${SECRET_EXAMPLES[0]?.[1]} \u001b[31mred\u001b[0m\n`,
      stderr: 'TOKEN=abcdefgh12345678\n',
    },
    ...{ duration: 12, truncated: false, timedOut: false },
  }),
};

function argv(
  command: Parameters<typeof execute.buildCommandArray>[0],
  args: Readonly<Record<string, unknown>>,
): unknown {
  return shown(() => execute.buildCommandArray(command, args));
}

/** Its result, or the error's name and message. */
function shown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : error;
  }
}

function each<T>(name: string, inputs: readonly T[], run: (input: T) => unknown): Cases {
  return Object.fromEntries(inputs.map((input, at) => [`${name} ${at}`, () => run(input)]));
}

/** A runtime's description, and each output in full where it is short, else its length and digest. */
export interface Report {
  readonly nodeGlobals: readonly string[];
  readonly locale: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export async function report(): Promise<Report> {
  const tools = new Map<string, AtipToolOf>();
  for (const name of shims.listShims()) {
    const tool = await shims.loadShim(name);
    if (tool !== undefined) tools.set(name, tool);
  }
  const outputs: Record<string, string> = {};
  for (const [name, run] of Object.entries(casesOver(tools))) {
    let value: unknown;
    try {
      value = await run();
    } catch (error) {
      value = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
    const text =
      JSON.stringify(value, (_key, one) =>
        Object.is(one, -0) ? '-0' : one instanceof Error ? `${one.name}: ${one.message}` : one,
      ) ?? 'undefined';
    outputs[name] = text.length <= 300 ? text : `${text.length} ${await digestOf(text)}`;
  }
  return {
    nodeGlobals: ['process', 'Buffer', 'setImmediate'].filter((name) => name in globalThis),
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    outputs,
  };
}

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
