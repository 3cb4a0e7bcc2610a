import { once } from 'node:events';
import { escapeUnseen } from '@atip/core/internal';
import type { Readable } from 'node:stream';
import type { SandboxMode } from '@atip/core';
import { type SkippedTool, xdgPaths } from '@atip/node';
import { isLoopback } from '../guard/allowed-hosts.ts';
import { askForLink, openLinkSocket } from './link-socket.ts';
import { checkServeOptions, explainStart, ServeError, type ServeHost, type ServeOptions } from './serve-host.ts';
import { showLink } from './show-link.ts';
import { type RunningCompanion, startCompanion } from './start-companion.ts';
import { createTerminalQuestions } from './terminal-questions.ts';

/**
 * Runs the companion until the host's signal: links on stdout, everything else on stderr. Resolves when every call and the
 * server have ended. If a companion of this user already runs on the port, prints a new link of that one instead.
 * @throws ServeError for invalid options, and for a taken port; other system errors unchanged.
 */
export async function serveCompanion(options: ServeOptions, host: ServeHost): Promise<void> {
  await checkServeOptions(options, host);
  if (options.newLink) {
    if (await printNewLink(options, host)) return;
    throw new ServeError('io', `No companion of yours answers on port ${options.port}. Start one with: atip serve`);
  }
  const report = (error: unknown): void => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    host.stderr.write(`${terminalText(text)}\n`);
  };
  let companion: RunningCompanion | undefined;
  const onEmptyLine = (): void => {
    if (companion) host.stdout.write(`${companion.issueLink()}\n`);
  };
  const terminal =
    host.stdin?.isTTY === true ? createTerminalQuestions(host.stdin as Readable, host.stderr, onEmptyLine) : undefined;
  let socket: Awaited<ReturnType<typeof openLinkSocket>>;
  try {
    const { ask, askToSave } = (options.confirm === 'terminal' && terminal) || {};
    companion = await startCompanion({ ...options, host: { ...options.host, ask }, askToSave, report });
    const running = companion;
    socket = await openLinkSocket(xdgPaths(host.env).state, portOf(running), () => {
      // Only this user can ask for one, but so can this user's programs.
      host.stderr.write('A new link was requested with atip serve. Earlier links no longer work.\n');
      return running.issueLink();
    });
    present(companion, options, host, socket !== undefined);
    if (!host.signal.aborted) await once(host.signal, 'abort');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || !(await printNewLink(options, host))) throw explainStart(error, options);
  } finally {
    terminal?.close();
    socket?.close();
    await companion?.close();
  }
}

/** Prints a link of this user's running companion on the port. @returns false without one. */
async function printNewLink({ port }: ServeOptions, { env, stdout, stderr }: ServeHost): Promise<boolean> {
  const link = await askForLink(xdgPaths(env).state, port);
  if (link === undefined) return false;
  stderr.write(
    `The companion on port ${port} keeps running as it was started. This link opens it once, within a minute.\n`,
  );
  stdout.write(`${link}\n`);
  return true;
}

function portOf({ origin }: RunningCompanion): number {
  return Number(new URL(origin).port || 80);
}

/** Prints the notes and the first link, and explains how to get another. */
function present(companion: RunningCompanion, options: ServeOptions, host: ServeHost, hasSocket: boolean): void {
  for (const note of startupNotes(companion, options)) host.stderr.write(`${note}\n`);
  showLink(host, companion, options.open);
  const isTerminal = host.stdin?.isTTY === true;
  // A person who began with `npm start` may not have `atip` on the PATH.
  const startCommand = host.env['ATIP_START_COMMAND'] ?? 'atip serve';
  const ways = [
    ...(isTerminal ? ['press Enter'] : []),
    ...(hasSocket ? [`run: ${startCommand} --new-link --port ${portOf(companion)}`] : []),
  ];
  const another = ways.length > 0 ? ` For a new one ${ways.join(', or ')}` : '';
  host.stderr.write(
    `The link works once, for a minute.${another}\n${isTerminal ? 'Ctrl-C stops the companion.\n' : ''}`,
  );
}

/** Most files named on one line; the page lists all of them. */
const MAX_NAMED = 5;

const NO_PAGE =
  'The page is missing, so the link shows nothing; the API works. In the repository, this builds it: npm run build';

export type Startup = Pick<RunningCompanion, 'origins' | 'hasPage' | 'sandbox' | 'skipped' | 'tokenFile'>;

/** Notes for a person before anything runs: a line each, safe to print. */
export function startupNotes(
  companion: Startup,
  { bind, host: { policy, configuration } }: Pick<ServeOptions, 'bind' | 'host'>,
): string[] {
  const { origins, hasPage, sandbox, skipped, tokenFile } = companion;
  const mode = (policy ?? configuration?.settings.policy)?.sandbox;
  return [
    ...(bind === undefined || isLoopback(bind) ? [] : exposed(bind, origins)),
    ...(hasPage ? [] : [NO_PAGE]),
    ...(skipped.length > 0 ? [leftOut(skipped)] : []),
    ...(sandbox.available ? [] : [noSandbox(sandbox.reason ?? '', mode)]),
    ...(sandbox.limits ?? []),
    ...(tokenFile === undefined
      ? []
      : [
          `The token is in ${tokenFile} until this ends. Programs send it as "Authorization: Bearer …"; not in arguments.`,
        ]),
  ].map(terminalLine);
}

function exposed(bind: string, origins: readonly string[]): string[] {
  return [
    `WARNING: this listens on ${bind}, over plain HTTP. Everybody in the same network can connect; everybody on the path can`,
    'WARNING: read the token and all output, and then run commands as you. Safer: leave --dangerously-bind out, and use',
    `WARNING: an SSH tunnel. It answers to ${origins.join(', ')}.`,
  ];
}

function noSandbox(reason: string, mode: SandboxMode | undefined): string {
  if (mode !== undefined && mode !== 'required') return `Tools run without a sandbox. ${reason}`;
  return `No sandbox works here, so most tools will not run. ${reason} To run them without one: --sandbox preferred`;
}

function leftOut(skipped: readonly SkippedTool[]): string {
  const named = skipped.slice(0, MAX_NAMED).map(({ source, reason }) => `${source}: ${reason}`);
  const more = skipped.length > MAX_NAMED ? [`and ${skipped.length - MAX_NAMED} more, listed in the page.`] : [];
  const files = skipped.length === 1 ? '1 tool file' : `${skipped.length} tool files`;
  return `${files} left out: ${[...named, ...more].join(' ')}`;
}

/** Makes untrusted text safe to print on a terminal; lines stay lines. */
function terminalText(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeUnseen(line))
    .join('\n');
}

function terminalLine(text: string): string {
  return terminalText(text).replaceAll('\n', '\\n');
}
