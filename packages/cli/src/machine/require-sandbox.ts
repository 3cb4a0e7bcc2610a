import type { Sandbox } from '@atip/node';
import { CliError } from '../cli-error.ts';
import { EXIT } from '../exit-code.ts';
import { describeSandbox } from './describe-sandbox.ts';

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
