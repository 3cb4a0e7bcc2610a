import type { LossTexts } from '../shared/losses.ts';

/** What a carapace specification can say that has no place in ATIP. */
export type CarapaceCode =
  | 'import-lost-command'
  | 'import-lost-option'
  | 'import-lost-generator'
  | 'import-lost-values'
  | 'import-lost-value-text'
  | 'import-lost-dash'
  | 'import-lost-directive';

export const CARAPACE_LOSSES: LossTexts<CarapaceCode> = {
  'import-lost-command': ['warning', 'a command without a name of its own is left out.'],
  'import-lost-option': ['warning', 'a flag without a spelling that can be typed is left out.'],
  'import-lost-generator': ['info', 'the values are computed when they are needed, so any text is allowed.'],
  'import-lost-values': ['warning', 'a flag that takes several values is left out.'],
  'import-lost-value-text': ['info', 'what single values mean is left out.'],
  'import-lost-dash': ['info', 'what may follow "--" is left out.'],
  'import-lost-directive': ['info', 'how the program reads its command line is left out.'],
};
