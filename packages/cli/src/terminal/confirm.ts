import { isYes } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';

/**
 * Asks a person at the terminal whether something may be done.
 * @param refused said, as a sentence, where the answer is another than yes
 * @param unasked what to do where there is no terminal, as a sentence
 * @param accepts which answers are a yes
 * @throws CliError `refused`
 */
export async function confirm(
  { ask }: Pick<CliHost, 'ask'>,
  question: string,
  refused: string,
  unasked: string,
  accepts: (answer: string) => boolean = isYes,
): Promise<void> {
  if (!ask) throw new CliError(EXIT.refused, `${refused} ${unasked}`);
  if (!accepts(await ask(question))) throw new CliError(EXIT.refused, refused);
}
