import type { LossTexts } from '../shared/losses.ts';

/** What a manifest can say that has no place in ATIP, or leaves open. */
export type OclifCode =
  | 'import-assumed-separator'
  | 'import-lost-command'
  | 'import-lost-option'
  | 'import-lost-relation'
  | 'import-lost-default'
  | 'import-lost-template';

export const OCLIF_LOSSES: LossTexts<OclifCode> = {
  'import-assumed-separator': [
    'info',
    'nothing shows how topics are typed, so commands are written with ":", which always works; give `topicSeparator`.',
  ],
  'import-lost-command': ['warning', 'a command without an id of its own is left out.'],
  'import-lost-option': ['warning', 'a flag without a spelling that can be typed is left out.'],
  'import-lost-relation': ['info', 'a condition between flags is left out; the program checks it.'],
  'import-lost-default': ['info', 'a preset value that is computed, or no plain value, is left out.'],
  'import-lost-template': ['info', 'a template of a value that only the program knows is left out of a text.'],
};
