import { spawn } from 'node:child_process';
import { ROOT } from './write-or-check.mjs';

const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Runs one command in the repository and resolves to its exit code; its output goes where `stdio` says.
 *
 * A command that cannot be started, or dies of a signal, counts as failed with code 1 and says so on stderr.
 */
export function runStep(command, args, { stdio = 'inherit', env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio,
      env,
      shell: command === NPM && process.platform === 'win32',
    });
    child.on('error', (error) => {
      process.stderr.write(`${command} cannot be started: ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code, signal) => {
      if (signal) process.stderr.write(`${command} was ended by ${signal}.\n`);
      resolve(code ?? 1);
    });
  });
}

/** Runs an npm script or command. */
export function runNpm(args, options) {
  return runStep(NPM, args, options);
}
