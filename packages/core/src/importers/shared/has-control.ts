import { hiddenCharactersIn } from '../../json/hidden-characters.ts';

/** Whether a text has a character that no command line has, or that nobody sees in one. */
export function hasControl(text: string): boolean {
  return hiddenCharactersIn(text, true) !== '';
}
