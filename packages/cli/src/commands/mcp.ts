import { listTools } from '@atip/node';
import { keepRules } from '@atip/node/internal';
import {
  addCallOptions,
  type CallOptions,
  openRecord,
  readCallPlace,
  userName,
  warnOfConfiguration,
} from '../tools/call-settings.ts';
import { CliError, type DefineCommand, EXIT } from '../cli-host.ts';
import { plainLine } from '../terminal/text.ts';
import { skippedHint } from '../tools/known-tools.ts';
import { writeSkipped } from '../tools/tool-summary.ts';
import { VERSION } from '../version.ts';

interface McpOptions extends CallOptions {
  readonly line?: boolean;
  readonly tools?: readonly string[];
}

/** `atip mcp`: the known tools over standard input and output, until the client leaves. */
export const defineMcp: DefineCommand = (command, { host }) => {
  addCallOptions(command, 'the server')
    .option(
      '--tools <names>',
      'only these, with commas between; tools that atip brings along are offered only so',
      splitNames,
    )
    .option('--line', 'shell lines too, by the tool run_line: judged, asked about, and run by bash in a sandbox')
    .action(async ({ tools, line = false, ...options }: McpOptions) => {
      const { env, streams, stderr, signal } = host;
      const { calls: configured, cwd, tmp, audit, configuration } = await readCallPlace(options, host);
      if (!streams) throw new CliError(EXIT.usage, 'mcp speaks over standard input and output, which are not here.');
      warnOfConfiguration(configuration, host);
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
      if (offered.length === 0 && !line) stderr.write(NONE);
      const hidden = scan.skipped.filter(({ code }) => code === 'hidden-characters');
      writeSkipped(hidden, host, { verbose: true });
      const log = await openRecord(audit, host);
      const who = `mcp client of ${userName()}`;
      const calls = createMcpCalls();
      const server = createMcpServer({
        ...configured,
        ...{ found: offered, line },
        calls,
        version: VERSION,
        ...{ cwd, env, ...(tmp !== undefined && { tmp }) },
        rules: keepRules(configured.policy, { env, who }),
        audit: { log, who },
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

const NONE = `atip mcp: no tool is offered. \`atip discover\` finds those that describe themselves; --tools git,curl offers
those that atip brings along.
`;

function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
