import type { ForeignCode, LossTexts } from '../shared/losses.ts';

/** What a Fig specification can say that has no place in ATIP. */
export type FigCode =
  | 'import-lost-command'
  | 'import-lost-option'
  | 'import-lost-generator'
  | 'import-lost-load'
  | 'import-lost-values'
  | 'import-lost-value-text'
  | 'import-lost-directive';

export type LoseFig = (code: FigCode | ForeignCode, path: string) => void;

export const FIG_LOSSES: LossTexts<FigCode> = {
  'import-lost-command': ['warning', 'a subcommand without a name of its own is left out.'],
  'import-lost-option': ['warning', 'an option without a spelling that can be typed is left out.'],
  'import-lost-generator': ['info', 'the values come from code or from another program, so any text is allowed.'],
  'import-lost-load': ['warning', 'a part that is in another specification, or made by code, is missing.'],
  'import-lost-values': ['warning', 'an option that takes several values is left out.'],
  'import-lost-value-text': ['info', 'what single values mean is left out.'],
  'import-lost-directive': ['info', 'how the program reads its command line is left out.'],
};
