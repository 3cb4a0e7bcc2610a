import childProcess, { type ChildProcess, type ForkOptions, type StdioOptions } from 'node:child_process';
import module from 'node:module';

type Entries = Extract<StdioOptions, unknown[]>;

/**
 * Passes the hook and the answer's descriptor to another Node: some programs start Node again, with other options, for
 * the program itself. Part of the hook, see program-hook.ts.
 */
export function handHookOn(answer: number): void {
  const { spawn, fork } = childProcess;
  const isNode = (command: unknown): boolean => command === process.execPath || command === 'node';
  Object.assign(childProcess, {
    spawn: (...given: unknown[]) => {
      const { first, args, options } = readCall(given);
      if (!isNode(first)) return Reflect.apply(spawn, childProcess, given);
      return start((own) => spawn(first, args, own), options, ['pipe', 'pipe', 'pipe'], answer);
    },
    fork: (...given: unknown[]) => {
      const { first, args, options } = readCall(given);
      const usual = options.silent === true ? 'pipe' : 'inherit';
      return start((own) => fork(first, args, own), options, [usual, usual, usual, 'ipc'], answer);
    },
  });
  module.syncBuiltinESMExports();
}

interface Call {
  readonly first: string;
  readonly args: readonly string[];
  readonly options: ForkOptions;
}

/** The arguments of `spawn` and `fork`; the last two are optional. */
function readCall([first, ...others]: readonly unknown[]): Call {
  const args = others.find((one) => Array.isArray(one)) ?? [];
  const options = others.find(
    (one): one is ForkOptions => typeof one === 'object' && one !== null && !Array.isArray(one),
  );
  return { first: String(first), args: args.map(String), options: options ?? {} };
}

function start(
  run: (options: ForkOptions) => ChildProcess,
  options: ForkOptions,
  usual: Entries,
  answer: number,
): ChildProcess {
  const { stdio = usual, env = process.env } = options;
  const given: Entries = Array.isArray(stdio) ? [...stdio] : [stdio, stdio, stdio];
  while (given.length < 3) given.push('pipe');
  const at = given.length;
  const own: Entries = [...given, 'pipe', answer];
  const child = run({ ...options, stdio: own, env: { ...env, DESCRIBED_THROUGH: `${at},${at + 1}` } });
  const pipe = child.stdio[at];
  // A child that ends before reading all of it is not our error to report.
  if (pipe && 'end' in pipe) pipe.on('error', () => undefined).end(ownText());
  return child;
}

/** The hook is a module whose address contains its text. */
function ownText(): Buffer {
  const { url } = import.meta;
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
