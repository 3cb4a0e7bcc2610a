import {
  ArgumentValidationError,
  createExecutor,
  mapToCommand,
  POLICY_PRESETS,
  RequiresConfirmationError,
  type RunOutcome,
} from '@atip/core';
import { fillIn } from './fill-in.ts';
import { runProgram } from './run-program.ts';
import type { Scene } from './scene.ts';
import type { Target } from './target.ts';
import type { Call, Layer } from './trick.ts';

/** How a call ended: refused on its way, or with a process. */
export type Passage =
  | { readonly refused: { readonly result: string; readonly layer: Layer } }
  | { readonly refused?: undefined; readonly outcome: RunOutcome };

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
    policy: call.approved ? POLICY_PRESETS.open : POLICY_PRESETS.standard,
    run: async (argv) => {
      outcome = await runProgram(target, argv.slice(1), call, scene, held ? effects : undefined);
      return outcome;
    },
  });
  try {
    await executor.execute({ id: '1', name: call.call, arguments: fillIn(call.values, scene) });
  } catch (error) {
    if (error instanceof ArgumentValidationError)
      return { refused: { result: `refused ${error.errors[0]?.code}`, layer: 'arguments' } };
    if (error instanceof RequiresConfirmationError)
      return { refused: { result: 'refused CONFIRMATION', layer: 'policy' } };
    throw error;
  }
  if (!outcome) throw new Error('The executor neither refused the call nor ran it.');
  return { outcome };
}
