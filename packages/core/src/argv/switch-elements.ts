import type { Parameter } from '../commands/parameters.ts';
import { preferredFlag, splitFlags } from './preferred-flag.ts';
import { refusal } from './refuse.ts';

/**
 * The argv elements of an option that is on or off: a flag alone, or nothing; never a value, which many programs would take
 * for a positional.
 *
 * Shape: `["--color", "--no-color"]` → `["--color"]` for true, `["--no-color"]` for false; `["--yes"]` → `[]` for false.
 * An option `pager` whose long flag is `--no-pager` can only be turned off, which is certain when its default is true.
 *
 * @throws ArgumentValidationError when the program has no way to be told this, or the metadata is not clear about it
 */
export function switchElements({ source, key }: Parameter & { kind: 'option' }, value: boolean): string[] {
  const { name, flags, type, default: preset } = source;
  if (type !== 'boolean') throw refusal(key, 'takes a value');
  const isOn = preset === true || preset === 'true';
  const { positive, negative } = splitFlags(flags);
  const turnsOff = positive.includes(`--no-${name}`);
  if (turnsOff && !isOn) throw refusal(key, `may mean the opposite of --no-${name}: leave it out`);
  if (value) return turnsOff ? [] : [preferredFlag(positive, key)];
  if (turnsOff) return [preferredFlag(positive, key)];
  if (negative.length > 0) return [preferredFlag(negative, key)];
  if (isOn) throw refusal(key, 'cannot be turned off: leave it out');
  return [];
}
