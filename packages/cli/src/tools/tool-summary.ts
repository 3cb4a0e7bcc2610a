import { basename } from 'node:path';
import { escapeUnseen } from '@atip/core/internal';
import type { SkippedTool, Sandbox, SandboxStatus } from '@atip/node';
import { describeSignature, type ToolSummary } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';
import { createPaint, tableWidth } from '../terminal/style.ts';
import { formatTable, plainLine } from '../terminal/text.ts';

const HEADING = ['NAME', 'VERSION', 'ORIGIN', 'COMMANDS', 'MAY', 'PROGRAM'];
/** Columns of a terminal in which the paths of programs leave no room for what they may do. */
const NARROW = 120;

/** Writes tools as a table; nothing without tools. */
export function writeToolTable(tools: readonly ToolSummary[], { stdout, env }: CliHost): void {
  if (tools.length === 0) return;
  const paint = createPaint(stdout, env);
  const rows = tools.map(({ name, version, installed, origin, commands, partial, may, program }) => [
    name,
    installed === undefined ? version : `${version} (has ${installed})`,
    origin,
    `${commands}${partial ? '+' : ''}`,
    may,
    program ?? 'not on the PATH',
  ]);
  const safe = [HEADING, ...rows].map((row) => row.map((text) => escapeUnseen(text)));
  const columns = tableWidth(stdout);
  const shown = columns !== undefined && columns < NARROW ? safe.map((row) => row.slice(0, -1)) : safe;
  const [heading = '', ...lines] = formatTable(shown, columns);
  stdout.write(`${[paint('bold', heading), ...lines].join('\n')}\n`);
}

/** Reports on stderr the signatures that do not count; `atip show` names the other signers. */
export function writeRefusedSignatures(tools: readonly ToolSummary[], { stderr }: CliHost): void {
  for (const { name, signature } of tools)
    if (signature?.state === 'refused')
      stderr.write(`${escapeUnseen(name)}: ${plainLine(describeSignature(signature))}\n`);
}

/** Reports on stderr what was left out: counts by code, or each with its reason. */
export function writeSkipped(
  skipped: readonly SkippedTool[],
  { stderr }: CliHost,
  { verbose }: { readonly verbose: boolean },
): void {
  if (skipped.length === 0) return;
  if (verbose) {
    const lines = skipped.map(
      ({ source, code, reason }) => `  ${code}  ${escapeUnseen(source)}: ${plainLine(reason)}\n`,
    );
    stderr.write(`Left out:\n${lines.join('')}`);
    return;
  }
  const sources = new Map<string, string[]>();
  for (const { code, source } of skipped) sources.set(code, [...(sources.get(code) ?? []), source]);
  const parts = [...sources]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([code, of]) => `${of.length} ${code}${ASKED_CODES.includes(code) ? namesOf(of) : ''}`);
  stderr.write(`Left out: ${parts.join(', ')} (--verbose says why)\n`);
}

/** Skips of programs that say they describe themselves and then fail: their authors look for the names here. */
const ASKED_CODES: readonly string[] = ['failed', 'timed-out'];

function namesOf(sources: readonly string[]): string {
  const names = sources.slice(0, 5).map((source) => escapeUnseen(basename(source)));
  return ` (${names.join(', ')}${sources.length > names.length ? ', …' : ''})`;
}

/** Says in one line whether sandboxing works here. */
export function describeSandbox({ available, tested, kind, version, reason, limits = [] }: SandboxStatus): string {
  if (!available) return `Sandbox: none works here. ${plainLine(reason ?? '')}`.trimEnd();
  const which = version === undefined ? kind : `${kind} ${plainLine(version)}`;
  const works = `Sandbox: ${which} ${tested ? 'works here' : 'is installed, but was not tried'}.`;
  return [works, ...limits.map((limit) => plainLine(limit))].join(' ');
}

/** Refuses to ask a program without a sandbox: a program that ignores `--help` acts instead of answering. @throws CliError */
export function requireSandbox(command: string, sandbox: Sandbox): Sandbox {
  if (sandbox.status.available) return sandbox;
  const why = `${describeSandbox(sandbox.status)} --sandbox off runs it with all your rights.`;
  throw new CliError(EXIT.refused, `${command} was not asked for its document. ${why}`);
}
