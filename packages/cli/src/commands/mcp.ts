import { createAuditLog, type FoundTool, type Host, type ToolScan, xdgPaths } from '@atip/node';
import { auditOf, delegatedTools, readPatterns, watchDocuments } from '@atip/node/internal';
import type { McpConfirmation } from '@atip/mcp';
import { Option } from 'commander';
import { addCallOptions, readHost, userName, warnOfConfiguration } from '../tools/call-settings.ts';
import {
  CliError,
  type CliHost,
  type CliOptions,
  type DefineCommand,
  EXIT,
  isAboutInput,
  orFail,
} from '../cli-host.ts';
import { plainLine } from '../terminal/text.ts';
import { readTools, skippedHint } from '../tools/known-tools.ts';
import { writeSkipped } from '../tools/tool-summary.ts';
import { VERSION } from '../version.ts';

const STRATEGIES = ['discrete', 'search'] as const;
const CONFIRMATIONS: readonly McpConfirmation[] = ['ask', 'client', 'deny'];

/** `atip mcp`: the known tools over standard input and output, until the client leaves. */
export const defineMcp: DefineCommand = (command, { host }) => {
  addCallOptions(command, 'the server').option(
    '--tools <names...>',
    'only these tools, or commands of them: git,curl or git:status,log gh:"pr *"; bundled tools are offered only by name',
  );
  command
    .addOption(
      new Option(
        '--strategy <name>',
        'one tool per command, or three that find, describe and run any; by default one per command, above 100 those of daily use and the three',
      ).choices(STRATEGIES),
    )
    .option('--all', 'offer every known parameter, even those that models usually do not get')
    .addOption(
      new Option(
        '--confirm <who>',
        'who approves a call that may do harm: with ask the client asks its person; client relies on its own approval of tools with destructiveHint; deny refuses the call',
      )
        .choices(CONFIRMATIONS)
        .default('ask'),
    )
    .option('--examples', 'include examples in the descriptions')
    .option('--line', 'also offer run_line, which judges a shell line, asks about it, and runs it in bash in a sandbox')
    .addHelpText('after', HELP)
    .action(async (options: CliOptions) => {
      await serveMcp(options, host).catch(async (error: unknown) => {
        if (isAboutInput(error)) await refuseClient(error.message, host);
        throw error;
      });
    });
};

const HELP = `
For example, in the configuration of a client:
  { "command": "atip", "args": ["mcp", "--tools", "git:status,log", "gh:pr *"] }

Write commands of a tool after a colon; * stands for any part of a word, and at
the end for any words. Calls run in the client's first root, if it is inside
--cwd, under the configuration of that project.`;

async function serveMcp(options: CliOptions, host: CliHost): Promise<void> {
  const { env, streams, stderr, signal } = host;
  const offline = await readHost(options, host);
  if (!streams) throw new CliError(EXIT.usage, 'atip mcp needs standard input and output.');
  warnOfConfiguration(offline.configuration, host);
  // Imported here and not at the top: it would double the start time of every command.
  const { createMcpCalls, createMcpServer } = await import('@atip/mcp');
  const { createStdioTransport } = await import('../calls/stdio-transport.ts');
  const report = (error: unknown): void => {
    stderr.write(`atip mcp: ${plainLine(error instanceof Error ? error.message : String(error))}\n`);
  };
  let update = async (): Promise<void> => undefined;
  // Watch before reading, so that no change is missed.
  const watching = watchDocuments(xdgPaths(env), () => void update().catch(report), report);
  const offer = await readOffer(options, host)
    .then((read) => {
      // Refuse a delegation of an unknown command before opening anything.
      delegatedTools(read.offered, offline.rules.policy());
      return read;
    })
    .catch((error: unknown) => {
      watching.close();
      throw error;
    });
  sayOffer(offer, options, host);
  const audit = auditOf(offline.configuration, env);
  const log = await orFail(
    `The audit log ${audit.file} cannot be written, and no call runs without it`,
    createAuditLog(audit.file, audit),
  );
  const calls = createMcpCalls();
  const { line, examples, strategy } = options;
  const confirm = CONFIRMATIONS.find((one) => one === options.confirm);
  const hostAt = (cwd: string | undefined): Promise<Host> =>
    readHost({ ...options, cwd }, host, {
      found: offer.offered,
      strategy,
      parallel: PARALLEL,
      record: { log, who: `mcp client of ${userName()}` },
    });
  const server = createMcpServer({
    host: await hostAt(options.cwd),
    line: line === true,
    examples,
    confirm,
    calls,
    report,
    version: VERSION,
    patterns: (await readPatterns(xdgPaths(env))).found.map(({ pattern }) => pattern),
    atRoot: hostAt,
  });
  update = async () => {
    server.updateTools((await readOffer(options, host)).offered);
  };
  const transport = createStdioTransport(streams);
  const closed = new Promise<void>((done) => {
    server.onclose = done;
    signal.addEventListener('abort', () => done());
  });
  await server.connect(transport);
  if (streams.stdin.isTTY === true) stderr.write(AT_TERMINAL);
  await Promise.race([closed, transport.whenAnswered]);
  watching.close();
  await server.close();
  // The end of each call goes on record before the log is closed.
  await calls.shutdown();
  await log.close();
}

/** Ms. A client sends its first message at once; we wait no longer for anything else that keeps the input open. */
const FIRST_WORD = 2_000;

/** Tells a client why there is no server. If the process just ended, the client would show only that the connection closed. */
async function refuseClient(message: string, { streams, signal }: CliHost): Promise<void> {
  if (!streams || streams.stdin.isTTY === true) return;
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { ErrorCode } = await import('@modelcontextprotocol/sdk/types.js');
  const transport = new StdioServerTransport(streams.stdin, streams.stdout);
  await new Promise<void>((done) => {
    transport.onmessage = (said) => {
      if (!('method' in said && 'id' in said)) return;
      const error = { code: ErrorCode.InvalidParams, message: plainLine(message) };
      void transport.send({ jsonrpc: '2.0', id: said.id, error }).finally(done);
    };
    streams.stdin.once('end', done);
    signal.addEventListener('abort', () => done());
    setTimeout(done, FIRST_WORD).unref();
    void transport.start();
  });
  await transport.close();
}

/** Programs that run at the same time. */
const PARALLEL = 4;

interface Offer {
  readonly offered: readonly FoundTool[];
  readonly scan: ToolScan;
}

/** @throws CliError for an unknown name, with the closest known one */
async function readOffer({ tools: names, all }: CliOptions, host: CliHost): Promise<Offer> {
  const { noSuchTools, offeredTools, wantedCommands } = await import('@atip/mcp');
  const { bundled, ...load } = wantedCommands(names);
  const scan = await readTools(host, load, bundled);
  const { offered, unknown: none } = offeredTools(scan.found, names, { all });
  if (none.length > 0) {
    const all = await readTools(host, load);
    const { unknown } = offeredTools(all.found, names);
    const reasons = unknown.map(({ name }) => skippedHint(name, all)).join('');
    throw new CliError(EXIT.invalid, `${noSuchTools(unknown)}; \`atip list\` lists the known ones.${reasons}`);
  }
  return { scan, offered };
}

function sayOffer({ offered, scan }: Offer, { line, confirm }: CliOptions, host: CliHost): void {
  if (offered.length === 0 && !line) host.stderr.write(NONE);
  if (confirm === 'client') host.stderr.write(CLIENT_CONFIRMS);
  const hidden = scan.skipped.filter(({ code }) => code === 'hidden-characters');
  writeSkipped(hidden, host, { verbose: true });
}

const NONE = `atip mcp: no tool is offered. --tools git,curl offers the tools that you name (\`atip list\` lists them). Tools that describe
themselves need no name; \`atip list --refresh\` finds them.
`;

const AT_TERMINAL = `atip mcp: an MCP client starts this and speaks to it on standard input and output; atip setup AGENT --mcp sets one up.
`;

const CLIENT_CONFIRMS = `atip mcp: the client's own approval counts as a person's answer (--confirm client). Its tools that may destroy are listed with
destructiveHint; the record names the client.
`;
