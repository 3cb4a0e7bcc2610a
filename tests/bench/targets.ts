import type { Target } from './target.ts';
import { TARGETS_OF_CORE } from './targets-of-core.ts';
import { TARGETS_OF_MACHINE } from './targets-of-machine.ts';
import { TARGETS_OF_PAGE } from './targets-of-page.ts';

/** Every target that the issues 2 to 8 name, in their order. Of those without a number the tests are named that hold them. */
export const TARGETS: readonly Target[] = [...TARGETS_OF_CORE, ...TARGETS_OF_MACHINE, ...TARGETS_OF_PAGE];
