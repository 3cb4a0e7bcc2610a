import { resolve } from 'node:path';
import type { SandboxMode } from '@atip/core';
import { redactionOf } from '@atip/node/internal';
import { InvalidArgumentError, Option } from 'commander';
import { POLICY_OPTION, readSettings, warnOfConfiguration } from '../calls/call-settings.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure } from '../cli-host.ts';

interface ServeCommandOptions {
  readonly port: number;
  readonly cwd?: string;
  readonly sandbox?: SandboxMode;
  readonly policy?: string;
  readonly writable: readonly string[];
  readonly probe: readonly string[];
  readonly open?: boolean;
  readonly allowOrigin: readonly string[];
  readonly confirm: 'page' | 'terminal';
  readonly tokenFile?: boolean;
  readonly publicUrl?: string;
  readonly newLink?: boolean;
  readonly dangerouslyBind?: string;
}

const SANDBOX_MODES: readonly SandboxMode[] = ['required', 'preferred', 'off'];

/** `atip serve`: the companion, until it is told to stop. */
export const defineServe: DefineCommand = (command, { host }) => {
  command
    .option('--port <port>', 'port to listen on; 0 picks a free one', readPort, 4170)
    .option('--cwd <dir>', 'directory in which calls run (default: the current one)')
    .addOption(
      new Option(
        '--sandbox <mode>',
        "whether tools have to run in a sandbox (default: required for tools whose metadata is trusted less than an organisation's, else preferred)",
      ).choices(SANDBOX_MODES),
    )
    .option('--policy <file>', `${POLICY_OPTION}: what all calls are held against; --sandbox counts before it`)
    .addOption(
      repeated(
        '--writable <dir>',
        'directory that tools may change if their metadata says that they write; may be repeated',
        'that of --cwd',
      ),
    )
    .addOption(repeated('--probe <path>', 'program to ask for its metadata with --agent; may be repeated'))
    .option('--open', 'open the page in a browser (default: at a terminal with a display)')
    .option('--no-open', 'open no browser; the link that is printed opens the page')
    .addOption(
      repeated(
        '--allow-origin <url>',
        'origin of a hosted page that may use it too, such as https://play.example.org; may be repeated',
      ),
    )
    .addOption(
      new Option('--confirm <where>', 'where you are asked before a call that may do harm')
        .choices(['page', 'terminal'])
        .default('page'),
    )
    .option('--new-link', 'print a new link of the companion that already runs on the port, and start nothing')
    .option(
      '--public-url <url>',
      'hosted page, such as https://play.example.org/, for which the page here makes links that open anywhere',
    )
    .option('--token-file', 'write the token to a file that only you can read, for programs such as MCP clients')
    .addOption(
      new Option(
        '--dangerously-bind <address>',
        'listen on this IP address instead of 127.0.0.1, so that other machines can connect; 0.0.0.0 is every interface',
      ),
    )
    .addHelpText('after', HELP)
    .action(async (options: ServeCommandOptions) => {
      await serve(options, host);
    });
};

const HELP = `
It prints a link that opens the page once, within a minute, and connects every tab of that browser. Enter gives a new one, and
so does the same command in another terminal; Ctrl-C stops it.
Unless an option says otherwise, only this machine can reach it, and no page but its own may use it.

A program needs the token. With --token-file, the path is printed. Keep it out of arguments, which others can read:
  sed 's/^/Authorization: Bearer /' FILE | curl -H @- http://127.0.0.1:4170/api/v1/health
An MCP client sends the same header to http://127.0.0.1:4170/api/v1/mcp.`;

async function serve({ probe, cwd, policy, writable, ...given }: ServeCommandOptions, host: CliHost): Promise<void> {
  // Not at the top: loading it would be most of what any other command takes to start.
  const { openBrowser, serveCompanion, ServeError } = await import('@atip/companion');
  const { env, streams, stdout, stderr, signal } = host;
  const { platform } = process;
  const { allowOrigin, dangerouslyBind: bind, ...options } = given;
  const directory = resolve(host.cwd, cwd ?? '.');
  const configuration = await readSettings(policy, directory, host);
  warnOfConfiguration(configuration, host);
  const { settings } = configuration;
  const named = writable.map((path) => resolve(host.cwd, path));
  const roots = [...(named.length > 0 ? named : [directory]), ...settings.writable];
  try {
    await serveCompanion(
      {
        ...options,
        cwd: directory,
        probes: probe.map((path) => resolve(host.cwd, path)),
        allowOrigins: allowOrigin,
        policy: settings.policy,
        output: redactionOf(settings),
        ...(roots.length > 1 || named.length > 0 ? { writableRoots: roots } : {}),
        ...(bind !== undefined && { bind }),
      },
      {
        env,
        platform,
        ...(streams && { stdin: streams.stdin }),
        stdout,
        stderr,
        signal,
        openBrowser: (url, onFailure) => openBrowser(url, platform, onFailure),
      },
    );
  } catch (error) {
    if (error instanceof ServeError) throw new CliError(EXIT[error.kind], error.message, { cause: error });
    throw systemFailure(error, 'The companion cannot be run');
  }
}

/** An option whose values add up. */
function repeated(flags: string, description: string, none = 'none'): Option {
  return new Option(flags, description).argParser(collect).default([], none);
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('It is a number from 0 to 65535.');
}
