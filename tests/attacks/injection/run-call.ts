import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type AtipEffects, POLICY_PRESETS, type RunOutcome } from '@atip/core';
import { ArgumentValidationError, createExecutor, mapToCommand, RequiresConfirmationError } from '@atip/core/execute';
import { executeCommand } from '@atip/node';
import { createSandbox } from '../../../packages/node/src/sandbox/create-sandbox.ts';
import type { Sandbox } from '../../../packages/node/src/sandbox/sandbox.ts';
import { SECRET, type Scene } from './scene.ts';
import type { Call, Harm, Target } from './trick.ts';

let sandbox: Promise<Sandbox> | undefined;

/** How a call ended: the code of its refusal, or the outcome of its process. */
export interface Passage {
  readonly refused?: string;
  readonly outcome?: RunOutcome;
}

/**
 * Takes a call the executor's whole way: map, validate, policy, argv, and where nothing refuses it, the process.
 *
 * @param held whether the process is in the sandbox of its effects
 */
export async function runCall(call: Call, target: Target, scene: Scene, held: boolean): Promise<Passage> {
  const { effects } = mapToCommand(call.call, [target.tool]);
  let outcome: RunOutcome | undefined;
  const executor = createExecutor({
    tools: [target.tool],
    // The effects that a document states decide alone: by its trust every one of these calls would be asked about.
    policy: call.approved ? POLICY_PRESETS.open : { ...POLICY_PRESETS.standard, byTrust: false },
    run: async (argv) => {
      outcome = await runProgram(target, argv.slice(1), call, scene, held ? effects : undefined);
      return outcome;
    },
  });
  try {
    await executor.execute({ id: '1', name: call.call, arguments: fillIn(call.values, scene) });
  } catch (error) {
    if (error instanceof ArgumentValidationError) return { refused: error.errors[0]?.code ?? 'without a code' };
    if (error instanceof RequiresConfirmationError) return { refused: 'CONFIRMATION' };
    throw error;
  }
  if (!outcome) throw new Error('The executor neither refused the call nor ran it.');
  return { outcome };
}

/**
 * Runs the real program in a scene, free, or in the sandbox of the effects that its document states; the working
 * directory is all that a person lets programs change.
 *
 * @throws ExecutionError that names the program where it is not installed
 */
export async function runProgram(
  { tool }: Target,
  args: readonly string[],
  { cwd = '.', env }: Call,
  scene: Scene,
  effects?: AtipEffects,
): Promise<RunOutcome> {
  scene.isUsed = true;
  const foundAs = `/usr/bin/${tool.name}`;
  const directory = join(scene.work, cwd);
  const place = { foundAs, cwd: directory, home: scene.home, writableRoots: [directory] };
  const wrap = effects && (await planSandbox({ ...place, executable: await realpath(foundAs), effects }));
  return executeCommand([foundAs, ...args], {
    cwd: directory,
    env: { ...scene.env, ...env },
    timeout: 20_000,
    maxOutput: 1_000_000,
    ...(wrap && { wrap }),
  });
}

async function planSandbox(run: Parameters<Sandbox['plan']>[0]) {
  sandbox ??= createSandbox();
  const { plan, status } = await sandbox;
  if (!status.available) throw new Error(`These rows need a sandbox, and here is none: ${status.reason}`);
  return (await plan(run)).wrap;
}

/** The values of a call with the places of a scene. */
export function fillIn(values: Call['values'], { home, outside, server }: Scene): Record<string, unknown> {
  const places: Readonly<Record<string, string>> = {
    '%URL%': `http://${server.host}`,
    '%HOST%': server.host,
    '%HOME%': home,
    '%OUTSIDE%': outside,
  };
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    return typeof value === 'string' ? value.replace(/%[A-Z]+%/g, (name) => places[name] ?? name) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

/**
 * The harm that a run did, by what is left of it: a file called `pwned…`, a victim that is gone or another, the secret in its
 * output or on the network, a request called `pwned` or more requests than one, or the trick's own sign.
 */
export async function findHarm(scene: Scene, outcome: RunOutcome | undefined, sign?: RegExp): Promise<Harm> {
  const files = await readdir(scene.root, { recursive: true });
  if (files.some((file) => /(?:^|\/)pwned[^/]*$/.test(file))) return 'wrote';
  const victim = files.includes('work/victim.txt') ? await readFile(join(scene.work, 'victim.txt'), 'utf8') : '';
  if (victim !== 'victim\n') return 'changed';
  const { requests } = scene.server;
  const output = outcome === undefined ? '' : outcome.stdout + outcome.stderr;
  if ([output, ...requests].some((text) => text.includes(SECRET))) return 'leaked';
  if (requests.length > 1 || requests.some((text) => /pwned/i.test(text))) return 'sent';
  return sign?.test(output) ? 'reached' : 'nothing';
}
