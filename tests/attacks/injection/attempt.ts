import { mapToCommand } from '@atip/core';
import { fillIn } from './fill-in.ts';
import { findHarm } from './find-harm.ts';
import { inScene } from './in-scene.ts';
import { naiveArgv } from './naive-argv.ts';
import { runCall } from './run-call.ts';
import { runProgram } from './run-program.ts';
import type { Target } from './target.ts';
import type { Harm, Layer, Trick } from './trick.ts';

/** What became of a trick, found out by running it. */
export interface Attempt {
  readonly byHand: Harm;
  readonly result: string;
  readonly layer: Layer | 'none';
}

/**
 * Tries a trick on the real program: by hand, then through ATIP, and if that lets it do harm, once more held by a sandbox;
 * each time in a scene of its own.
 */
export async function attempt(trick: Trick, target: Target): Promise<Attempt> {
  const byHand = await harmByHand(trick, target);
  const free = await passage(trick, target, false);
  if (typeof free !== 'string') return { byHand, ...free };
  if (free === 'nothing') return { byHand, result: 'neutralised', layer: 'arguments' };
  const held = await passage(trick, target, true);
  if (typeof held !== 'string') return { byHand, ...held };
  if (held === 'nothing') return { byHand, result: 'neutralised', layer: 'sandbox' };
  return { byHand, result: `${held} in spite of the sandbox`, layer: 'none' };
}

function harmByHand(trick: Trick, target: Target): Promise<Harm> {
  return inScene(target, async (scene) => {
    const argv = naiveArgv(mapToCommand(trick.call, [target.tool]), fillIn(trick.values, scene));
    // No process can be given that, so by hand it does no harm either.
    if (argv.some((element) => element.includes('\0'))) return 'nothing';
    return findHarm(scene, await runProgram(target, argv, trick, scene), trick.sign);
  });
}

function passage(trick: Trick, target: Target, held: boolean): Promise<Harm | Omit<Attempt, 'byHand'>> {
  return inScene(target, async (scene) => {
    const way = await runCall(trick, target, scene, held);
    return way.refused ?? findHarm(scene, way.outcome, trick.sign);
  });
}
