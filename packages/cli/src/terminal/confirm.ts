import { isYes } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';

/**
 * Asks a person at the terminal whether something may be done.
 * @param refused a sentence, the error when the person does not approve
 * @param unasked a sentence: the way out where there is no terminal
 * @param accepts true for an answer that approves. Absent: `isYes`
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
