import { asRecord } from '../../json/as-record.ts';
import { isRecord } from '../../json/is-record.ts';
import { listOf, textsOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';
import type { OclifHints } from './from-oclif.ts';

/** How many commands are looked at: if those do not tell, more will not. */
const MAX_COMMANDS = 500;

/**
 * How the parts of an id are typed.
 *
 * The manifest does not say, so examples that have an id written out decide. Where there are none it is `:`, which programs
 * take whatever they are configured to show.
 */
export function chooseSeparator(
  { commands }: Fields,
  { topicSeparator }: OclifHints,
): { readonly separator: ':' | ' '; readonly isGuess: boolean } {
  if (topicSeparator === ':' || topicSeparator === ' ') return { separator: topicSeparator, isGuess: false };
  const compound = Object.entries(asRecord(commands))
    .filter(([id]) => id.includes(':'))
    .slice(0, MAX_COMMANDS);
  for (const [id, command] of compound) {
    const text = examplesOf(command).join('\n');
    if (text.includes(id)) return { separator: ':', isGuess: false };
    if (text.includes(id.replaceAll(':', ' '))) return { separator: ' ', isGuess: false };
  }
  return { separator: ':', isGuess: compound.length > 0 };
}

function examplesOf(command: unknown): string[] {
  const { examples, usage } = asRecord(command);
  return [...listOf(examples), ...listOf(usage)].flatMap((example) =>
    textsOf(isRecord(example) ? example['command'] : example),
  );
}
