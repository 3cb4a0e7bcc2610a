import type { AtipEffects } from '../types/effects.ts';

/** What effects are taken to be where something is said of them that is not understood: every harm there is. */
export const WORST_EFFECTS: AtipEffects = {
  filesystem: { read: true, write: true, delete: true },
  network: true,
  subprocess: true,
  idempotent: false,
  reversible: false,
  destructive: true,
  interactive: { stdin: 'required', prompts: true, tty: true },
  cost: { estimate: 'high', billable: true },
};
