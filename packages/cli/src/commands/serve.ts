import type { SandboxMode } from '@atip/core';
import { InvalidArgumentError, Option } from 'commander';
import { addCallOptions, readHost, repeated, warnOfConfiguration } from '../tools/call-settings.ts';
import { type CliHost, type DefineCommand, CliError, EXIT, systemFailure, type CliOptions } from '../cli-host.ts';

const SANDBOX_MODES: readonly SandboxMode[] = ['required', 'preferred', 'off'];

/** `atip serve`: runs the companion until it is stopped. */
export const defineServe: DefineCommand = (command, { host }) => {
  addCallOptions(command, 'the companion')
    .option('--port <port>', 'port to listen on; 0 picks a free one', readPort, 4170)
    .addOption(
      new Option(
        '--sandbox <mode>',
        "sandbox of tools; overrides the setting of the policy (default: required for documents that are trusted less than an organisation's, else preferred)",
      ).choices(SANDBOX_MODES),
    )
    .option('--open', 'open the page in a browser (default: at a terminal with a display)')
    .option('--no-open', 'open no browser; the printed link opens the page')
    .addOption(
      repeated(
        '--allow-origin <url>',
        'origin of a hosted page that may use it too, such as https://play.example.org; may be repeated',
      ),
    )
    .addOption(
      new Option('--confirm <where>', 'where atip asks you before a call that may do harm')
        .choices(['page', 'terminal'])
        .default('page'),
    )
    .option('--new-link', 'print a new link of the companion that already runs on the port, and start nothing')
    .option(
      '--public-url <url>',
      'address of a hosted page, such as https://play.example.org/; links made here open there, on any machine',
    )
    .option('--token-file', 'write the token to a file that only you can read, for programs such as MCP clients')
    .addHelpText('after', HELP)
    .action(async (options: CliOptions) => {
      await serve(options, host);
    });
};

const HELP = `
It prints a link that works once, within a minute, and connects every tab of
that browser. For a new link press Enter, or run atip serve --new-link in
another terminal; Ctrl-C stops it. Only this machine can reach it (another one
by ssh -L 4170:127.0.0.1:4170), and only its own page may use it.

Programs need the token; --token-file prints its path. Keep the token out of
arguments, which other users can read:
  sed 's/^/Authorization: Bearer /' FILE |
    curl -H @- http://127.0.0.1:4170/api/v1/health
An MCP client sends the same header to http://127.0.0.1:4170/api/v1/mcp.`;

async function serve(given: CliOptions, host: CliHost): Promise<void> {
  // Imported here and not at the top: it would dominate the start time of every other command.
  const { openBrowser, serveCompanion, ServeError } = await import('@atip/companion');
  const { env, streams, stdout, stderr, signal } = host;
  const { platform } = process;
  const { allowOrigin: allowOrigins, sandbox, port, open, confirm } = given;
  const { tokenFile, publicUrl, newLink } = given;
  const { cwd, writable, tmp, configuration } = await readHost(given, host);
  warnOfConfiguration(configuration, host);
  const { policy } = configuration.settings;
  try {
    await serveCompanion(
      {
        host: { cwd, env, writable, tmp, configuration, policy: sandbox ? { ...policy, sandbox } : policy },
        allowOrigins,
        port,
        open,
        confirm: confirm === 'terminal' ? confirm : 'page',
        tokenFile,
        publicUrl,
        newLink,
        reuse: !isParticular(given),
      },
      {
        env,
        platform,
        stdin: streams?.stdin,
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

/** True where a companion that runs already would decide, ask or run otherwise than these options say. */
function isParticular(given: CliOptions): boolean {
  const {
    policy,
    delegation = [],
    cwd,
    writable = [],
    tmp,
    sandbox,
    allowOrigin,
    confirm,
    publicUrl,
    tokenFile,
  } = given;
  const lists = [delegation, writable, allowOrigin].flat();
  return lists.length > 0 || confirm === 'terminal' || [policy, cwd, tmp, sandbox, publicUrl, tokenFile].some(Boolean);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('A number from 0 to 65535 is expected.');
}
