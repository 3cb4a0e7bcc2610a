import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { questionText } from '@atip/agents';
import type { ConfirmationContext } from '@atip/core';

/**
 * Shows a person the exact command and why they are asked, and waits for their answer.
 *
 * Only `y` is yes; an empty line, any other text and a closed input are no. The model's text is never part of the question,
 * and characters that nobody sees are escaped, so that what runs is what was read.
 */
export async function askAtTerminal(
  question: Pick<ConfirmationContext, 'argv' | 'reasons' | 'stdin'>,
): Promise<boolean> {
  console.log(`\nThe model wants to run: ${questionText(question)}`);
  if (process.stdin.readableEnded) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, 'close').then(() => '');
  const answer = await Promise.race([terminal.question('Run it? [y/N] '), closed]);
  terminal.close();
  return answer.trim() === 'y';
}
