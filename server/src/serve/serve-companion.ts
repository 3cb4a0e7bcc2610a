import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { SandboxMode } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';
import { type Environment, type SkippedTool, xdgPaths } from '@atip/node';
import { pageOriginProblem, publicPageOf } from '../guard/allowed-hosts.ts';
import { askForLink, openLinkSocket } from './link-socket.ts';
import { type RedirectFile, writeRedirectFile } from './show-link.ts';
import { type CompanionSettings, type RunningCompanion, startCompanion } from './start-companion.ts';
import { createTerminalQuestions } from './terminal-questions.ts';

export interface ServeHost {
  readonly env: Environment;
  /** Node's `process.platform`. */
  readonly platform: string;
  /** A `Readable`, read only at a terminal: the page reads this package's types and does not know Node's. Absent: no input. */
  readonly stdin?: { readonly isTTY?: boolean; pause(): unknown } | undefined;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
  /** Aborts when the companion has to end. */
  readonly signal: AbortSignal;
  /** Every local user can read its arguments while it runs. */
  openBrowser(url: string, onFailure: () => void): void;
}

export interface ServeOptions extends Omit<CompanionSettings, 'askToSave' | 'report' | 'pageRoot' | 'limits'> {
  /** Opens the page in a browser. Absent: only at a terminal with a display. */
  readonly open?: boolean | undefined;
  /** Where a person answers whether a call may run. `terminal` requires a terminal at standard input. Absent: `page`. */
  readonly confirm?: 'page' | 'terminal' | undefined;
  /** Starts nothing: prints a new link of the companion that already runs on the port. */
  readonly newLink?: boolean | undefined;
  /** False: no companion that runs already will do, because it was started with other options. Absent: true. */
  readonly reuse?: boolean | undefined;
}

/** The reason why the companion cannot be started as requested; one sentence or two for a person, with the way out. */
export class ServeError extends Error {
  /** `usage`: an option is invalid; `io`: the machine refuses. */
  readonly kind: 'usage' | 'io';

  /** @param message not yet escaped for a terminal; holds no secret */
  constructor(kind: 'usage' | 'io', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServeError';
    this.kind = kind;
  }
}

/**
 * Runs the companion until the host's signal: links on stdout, everything else on stderr. Resolves when every call and the
 * server have ended. If a companion of this user already runs on the port, prints a new link of that one instead, unless `reuse` is false.
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
    const isReused = isTaken && options.reuse !== false && (await printNewLink(options, host));
    if (!isReused) throw explainStart(error, options);
  } finally {
    terminal?.close();
    socket?.close();
    await companion?.close();
  }
}

/** @throws ServeError `usage` for the first option that is invalid, or unavailable in this process. */
async function checkServeOptions(options: ServeOptions, { stdin }: Pick<ServeHost, 'stdin'>): Promise<void> {
  const { host, confirm, publicUrl, allowOrigins = [] } = options;
  await assertDirectory('--cwd', host.cwd);
  if (confirm === 'terminal' && stdin?.isTTY !== true) {
    throw usage(
      '--confirm terminal asks at a terminal, and standard input is not one. Leave it out, and the page asks.',
    );
  }
  if (publicUrl !== undefined && publicPageOf(publicUrl) === undefined) {
    throw usage(
      `--public-url ${JSON.stringify(publicUrl)} is refused. Write the address of a hosted page, such as https://play.example.org/: https (or http on this machine), without a password, a question mark or a #.`,
    );
  }
  for (const origin of allowOrigins) {
    const problem = pageOriginProblem(origin);
    if (problem !== undefined) throw usage(`--allow-origin ${JSON.stringify(origin)} is refused. ${problem}`);
  }
}

async function assertDirectory(option: string, path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) throw usage(`${option} must name a directory, and ${path} is not one.`);
}

function usage(message: string): ServeError {
  return new ServeError('usage', message);
}

/** Turns a listen error, such as `EADDRINUSE`, into advice; returns any other error as it is. */
function explainStart(error: unknown, { port, reuse }: ServeOptions): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error && error.syscall === 'listen')) return error;
  const other = port < 65_535 ? port + 1 : port - 1;
  const running =
    reuse === false
      ? `\nIf it is your companion, it keeps the options it was started with; for a link to it: atip serve --new-link --port ${port}`
      : '';
  const texts: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is taken. Stop what uses it, or choose another: --port ${other}${running}`,
    EACCES: `This user may not listen on port ${port}. Choose one from 1024 on, such as --port 4170.`,
  };
  const text = texts[String(error.code)];
  return text === undefined ? error : new ServeError('io', text, { cause: error });
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

/**
 * Prints the first link, and opens it through a file that is deleted once the link has stopped working.
 * @param open Absent: at a terminal with a display.
 */
function showLink(host: ServeHost, companion: RunningCompanion, open: boolean | undefined): void {
  let file: RedirectFile | undefined;
  const link = companion.issueLink(() => file?.remove());
  host.stdout.write(`${link}\n`);
  if (!(open ?? (host.stdout.isTTY === true && hasDisplay(host.env, host.platform)))) return;
  const onFailure = (): void => {
    host.stderr.write('No browser could be opened; open the link yourself.\n');
  };
  try {
    file = writeRedirectFile(link);
    host.openBrowser(file.url, onFailure);
  } catch (error) {
    // A full or read-only disk; the printed link works without a file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    onFailure();
  }
}

/** True where a browser window would appear in front of the person. */
function hasDisplay(env: Environment, platform: string): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/** Most files named on one line; the page lists all of them. */
const MAX_NAMED = 5;

const NO_PAGE =
  'The page is missing, so the link shows nothing; the API works. In the repository, this builds it: npm run build';

export type Startup = Pick<RunningCompanion, 'hasPage' | 'sandbox' | 'skipped' | 'tokenFile'>;

/** Notes for a person before anything runs: a line each, safe to print. */
export function startupNotes(
  companion: Startup,
  { host: { policy, configuration } }: Pick<ServeOptions, 'host'>,
): string[] {
  const { hasPage, sandbox, skipped, tokenFile } = companion;
  const mode = (policy ?? configuration?.settings.policy)?.sandbox;
  return [
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
