import type { ConfirmationContext } from '@atip/core';
import { escapeUnseen } from '@atip/core/internal';

/**
 * A question for a terminal or a log: the command line, then why a person is asked, then the program's standard input.
 *
 * Shape: `"git" "clean" "--force"\n  git_clean permanently destroys data.` A model wrote the arguments and the input,
 * so words are quoted and invisible characters are escaped: the text shows exactly what runs.
 *
 * @example
 * ```ts
 * import { createAgentTools, questionText } from '@atip/agents';
 * const agent = await createAgentTools({
 *   provider: 'openai',
 *   tools: { git: ['log', 'clean'] },
 *   confirm: (question) => {
 *     console.log(questionText(question));
 *     return false;
 *   },
 * });
 * ```
 */
export function questionText({
  argv,
  reasons,
  stdin,
}: Pick<ConfirmationContext, 'argv' | 'reasons' | 'stdin'>): string {
  const input =
    stdin === undefined ? [] : ['  It reads:', ...stdin.split('\n').map((line) => `  | ${escapeUnseen(line)}`)];
  const words = argv.map((word) => escapeUnseen(JSON.stringify(word)));
  return [words.join(' '), ...reasons.map((reason) => `  ${escapeUnseen(reason)}`), ...input].join('\n');
}
