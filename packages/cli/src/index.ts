/**
 * The command `atip` as a function, for programs that bring their own streams and exit.
 *
 * @module atip
 */
export type { CliHost, CliOutput } from './cli-host.ts';
export type { ExitCode } from './exit-code.ts';
export { EXIT } from './exit-code.ts';
export { runCli } from './run-cli.ts';
