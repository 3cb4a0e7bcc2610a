/**
 * The command `atip` as a function, for programs that provide their own streams and exit.
 *
 * @module atip
 */
export type { CliHost, CliOutput } from './cli-host.ts';
export type { ExitCode } from './cli-host.ts';
export { EXIT } from './cli-host.ts';
export { runCli } from './run-cli.ts';
