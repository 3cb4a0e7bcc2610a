import type { SandboxMode } from '@atip/core';
import { isLoopback } from '../guard/allowed-hosts.ts';
import type { SkippedTool } from '../routes/tools.ts';
import type { RunningCompanion } from './start-companion.ts';
import type { ServeOptions } from './serve-host.ts';

/** Most files named on one line; the page lists all of them. */
const MAX_NAMED = 5;

const NO_PAGE =
  'The page is missing, so that the link shows nothing; the API works. In the repository, this builds it: npm run build';

/** What a companion that has just started knows about itself. */
export type Startup = Pick<RunningCompanion, 'origins' | 'hasPage' | 'sandbox' | 'skipped' | 'tokenFile'>;

/** What a person should know before anything runs: a line each, safe to print. */
export function startupNotes(
  companion: Startup,
  { bind, policy, sandbox: mode = policy?.sandbox }: Pick<ServeOptions, 'bind' | 'sandbox' | 'policy'>,
): string[] {
  const { origins, hasPage, sandbox, skipped, tokenFile } = companion;
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
    `WARNING: this listens on ${bind}, over plain HTTP. Whoever is in the same network can connect; whoever is on the way can`,
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

/** What moves, colours or hides text in a terminal: controls, format and bidirectional characters, separators. */
const CONTROLS = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Makes text of unknown origin safe to print on a terminal; lines stay lines.
 *
 * Shape: `"a\u001b[2Jb"` → `"a\\u{1b}[2Jb"`
 */
export function terminalText(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same on one line. */
export function terminalLine(text: string): string {
  return terminalText(text).replaceAll('\n', '\\n');
}
