import type { Requirement } from './requirement.ts';
import { MACHINE_REQUIREMENTS } from './requirements-machine.ts';
import { METADATA_REQUIREMENTS } from './requirements-metadata.ts';
import { SAFETY_REQUIREMENTS } from './requirements-safety.ts';
import { TRANSLATION_REQUIREMENTS } from './requirements-translation.ts';

/** What ATIP 0.3 asks of an agent, of a library and of a tool, in the order of its sections. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...METADATA_REQUIREMENTS,
  ...MACHINE_REQUIREMENTS,
  ...TRANSLATION_REQUIREMENTS,
  ...SAFETY_REQUIREMENTS,
];
