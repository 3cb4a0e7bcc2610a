import type { Sandbox, SandboxStatus } from '@atip/node';
import { CliError, EXIT } from '../exit-code.ts';
import { plainLine } from '../terminal/text.ts';

/** Says in one line whether programs can be held here. */
export function describeSandbox({ available, tested, kind, version, reason, limits = [] }: SandboxStatus): string {
  if (!available) return `Sandbox: none works here. ${plainLine(reason ?? '')}`.trimEnd();
  const which = version === undefined ? kind : `${kind} ${plainLine(version)}`;
  const works = `Sandbox: ${which} ${tested ? 'works here' : 'is there, and was not tried'}.`;
  return [works, ...limits.map((limit) => plainLine(limit))].join(' ');
}

/**
 * Refuses to have a program described where nothing holds it: one that ignores `--help` does what its subcommand says.
 *
 * @throws CliError that says why none works, and how to go on without.
 */
export function requireSandbox(command: string, sandbox: Sandbox): Sandbox {
  if (sandbox.status.available) return sandbox;
  const why = `${describeSandbox(sandbox.status)} --sandbox off runs it with all that you may do.`;
  throw new CliError(EXIT.refused, `${command} is not run to be described. ${why}`);
}
