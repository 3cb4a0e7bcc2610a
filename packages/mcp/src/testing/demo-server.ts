import { mkdir } from 'node:fs/promises';
import { createHost, type Host, type HostOptions, probeTool } from '@atip/node';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../../../node/src/testing/temporary-directory.ts';
import { OPEN_SANDBOX } from '../../../node/src/testing/test-machine.ts';
import { createMcpServer, type McpServer } from '../create-mcp-server.ts';
import type { McpSettings } from '../mcp-settings.ts';

export const QUIET = { network: false, destructive: false, filesystem: { read: true, write: false, delete: false } };
export const TEXT = { name: 'text', type: 'string', description: 'Text' };
export const COMMANDS = {
  say: { description: 'Says', arguments: [TEXT], effects: QUIET },
  wipe: {
    description: 'Wipes',
    arguments: [TEXT],
    effects: { ...QUIET, destructive: true, filesystem: { write: true } },
  },
  wait: { description: 'Waits', effects: QUIET },
  leak: { description: 'Leaks', effects: QUIET },
};
const SCRIPT = `case "$1" in
  say) echo "you said $2" ;;
  wipe) echo wiped > wiped; echo wiped ;;
  wait) echo up; sleep 60 ;;
  leak) echo "token: ghp_${'a1B2'.repeat(9)}"; exit 3 ;;
esac`;

/** A program `demo` that describes itself, and an empty directory for its calls. */
export async function prepare(
  commands: Readonly<Record<string, unknown>> = COMMANDS,
  more: object = {},
  behaviour: string = SCRIPT,
) {
  const { path: root, at, write, script } = await createTemporaryDirectory();
  await mkdir(at('work'));
  const document = JSON.stringify({
    atip: { version: '0.4' },
    name: 'demo',
    version: '1.0.0',
    description: 'Demo',
    commands,
    ...more,
  });
  await write('document.json', document);
  const program = await script(
    'demo',
    `#!/bin/sh\n[ "$1" = --agent ] && exec cat "${root}/document.json"\n${behaviour}\n`,
  );
  const env = { PATH: '/usr/bin:/bin', HOME: root };
  const { found } = await probeTool(program, { env, timeout: 10_000, sandbox: 'off' });
  if (!found) throw new Error('The program of the test did not answer.');
  return { root, cwd: at('work'), env, found };
}

/** A server's settings, a host's options, and the rules of that host. */
export type DemoSettings = Partial<Omit<McpSettings, 'host' | 'atRoot'>> &
  HostOptions &
  Partial<Pick<Host, 'rules' | 'slots'>> & { readonly atRoot?: (directory: string) => Promise<HostOptions> };

function hostOf({ rules, slots, policy, ...options }: HostOptions & Partial<Pick<Host, 'rules' | 'slots'>>): Host {
  const host = createHost({ sandbox: OPEN_SANDBOX, ...options, policy: { byTrust: false, ...policy } });
  return { ...host, rules: rules ?? host.rules, slots: slots ?? host.slots };
}

/** A machine as of `prepare`, with a connected client of its server. */
export async function start(settings: DemoSettings = {}, answer?: Parameters<typeof connect>[1]) {
  const machine = await prepare();
  const { cwd, env, found } = machine;
  return { ...machine, client: await connect({ found: [found], cwd, env, ...settings }, answer) };
}

/** A connected official client; with `answer` it can ask its person. */
export async function connect(
  settings: DemoSettings,
  answer?: (message: string, schema: unknown) => ElicitResult,
): Promise<Client> {
  return (await connectBoth(settings, answer ? { answer } : {})).client;
}

/** The same with its server, for a client with roots. */
export async function connectBoth(
  settings: DemoSettings,
  { answer, roots }: { answer?: (message: string, schema: unknown) => ElicitResult; roots?: readonly string[] },
): Promise<{ readonly client: Client; readonly server: McpServer }> {
  const { version = '1.0.0', examples, line, patterns, atRoot, confirm, calls, report, ...options } = settings;
  const server = createMcpServer({
    host: hostOf(options),
    version,
    examples,
    line,
    patterns,
    atRoot: atRoot && (async (cwd) => hostOf({ ...options, ...(await atRoot(cwd)), cwd })),
    confirm,
    calls,
    report,
  });
  const capabilities = { ...(answer && { elicitation: {} }), ...(roots && { roots: { listChanged: true } }) };
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      answer(params.message, 'requestedSchema' in params ? params.requestedSchema : undefined),
    );
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { client, server };
}

export function textOf(result: unknown): string {
  const [content] = CallToolResultSchema.parse(result).content;
  return content?.type === 'text' ? content.text : '';
}
