import { createAuditLog, listTools, xdgPaths } from '@atip/node';
import { keepRules, redactionOf, writableRootsOf } from '@atip/node/internal';
import { callDirectory, POLICY_OPTION, readSettings, userName, warnOfConfiguration } from '../calls/call-settings.ts';
import { type CliHost, CliError, type DefineCommand, EXIT } from '../cli-host.ts';
import { plainLine } from '../terminal/text.ts';
import { skippedHint } from '../tools/known-tools.ts';
import { writeSkipped } from '../tools/tool-summary.ts';
import { VERSION } from '../version.ts';

interface McpOptions {
  readonly policy?: string;
  readonly cwd?: string;
  readonly tools?: readonly string[];
}

/** `atip mcp`: the known tools over standard input and output, until the client leaves. */
export const defineMcp: DefineCommand = (command, { host }) => {
  command
    .option('--policy <file>', POLICY_OPTION)
    .option('--cwd <dir>', 'directory in which calls run (default: the current one)')
    .option(
      '--tools <names>',
      'only these, with commas between; tools that atip brings along are offered only so',
      splitNames,
    )
    .action(async ({ policy, cwd, tools }: McpOptions) => {
      const { env, streams, stderr, signal } = host;
      const directory = await callDirectory(cwd, host);
      if (!streams) throw new CliError(EXIT.usage, 'mcp speaks over standard input and output, which are not here.');
      const configured = await mcpSettings(policy, directory, host);
      // Not at the top: loading them would be half of what any command takes to start.
      const { createMcpCalls, createMcpServer, offeredTools } = await import('@atip/mcp');
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
      const scan = await listTools(env);
      const { offered, unknown } = offeredTools(scan.found, tools);
      const reasons = unknown.map((name) => skippedHint(name, scan)).join('');
      if (unknown.length > 0)
        throw new CliError(
          EXIT.invalid,
          `No tool is known as ${unknown.join(', ')}; \`atip list\` names those that are.${reasons}`,
        );
      if (offered.length === 0) stderr.write(NONE);
      const hidden = scan.skipped.filter(({ code }) => code === 'hidden-characters');
      writeSkipped(hidden, host, { verbose: true });
      const log = await createAuditLog(xdgPaths(env).audit, { list: xdgPaths(env).auditLogs });
      const calls = createMcpCalls();
      const server = createMcpServer({
        found: offered,
        calls,
        version: VERSION,
        cwd: directory,
        env,
        ...configured,
        audit: { log, who: `mcp client of ${userName()}` },
        report: (error) =>
          stderr.write(`atip mcp: ${plainLine(error instanceof Error ? error.message : String(error))}\n`),
      });
      const closed = new Promise<void>((done) => {
        server.onclose = done;
        streams.stdin.once('end', done);
        signal.addEventListener('abort', () => done());
      });
      await server.connect(new StdioServerTransport(streams.stdin, streams.stdout));
      await closed;
      await server.close();
      // How each ended goes on record before the log is closed.
      await calls.shutdown();
      await log.close();
    });
};

async function mcpSettings(policy: string | undefined, cwd: string, host: CliHost) {
  const configuration = await readSettings(policy, cwd, host);
  warnOfConfiguration(configuration, host);
  const { settings } = configuration;
  const writableRoots = writableRootsOf(settings, cwd);
  return {
    rules: keepRules(settings.policy, { env: host.env, who: `mcp client of ${userName()}` }),
    output: redactionOf(settings),
    ...(writableRoots && { writableRoots }),
  };
}

const NONE = `atip mcp: no tool is offered. \`atip discover\` finds those that describe themselves; --tools git,curl offers
those that atip brings along.
`;

function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
