import type { PageShell, ShellAnswer } from './machine/page-shell.ts';
import { HOME } from './machine/page-machine.ts';
import { type Failure, differing } from './page-result.ts';
import type { Block } from './read-blocks.ts';
import { type ConsoleStep, readConsole } from './read-console.ts';
import { withoutVolatile } from './volatile.ts';

/** Ms until a server has to listen, and has to have said what the page shows. */
const STARTED = 20_000;
/** Ms in which neither what listens nor what is said may change, where no text says what to wait for. `atip serve` listens elsewhere for a moment first. */
const QUIET = 1_000;

/**
 * Runs the commands of a console block and compares what they print.
 *
 * @param isWriting whether the page's text is to be replaced, so that it does not say what to wait for
 * @returns the block's text with what was printed now: the old text where it means the same
 * @throws Error `The shell ended` when a command takes the page's shell with it
 */
export async function runConsole(
  shell: PageShell,
  block: Block,
  isWriting: boolean,
): Promise<{ readonly text: string; readonly failures: readonly Failure[] }> {
  const failures: Failure[] = [];
  const lines = block.text.split('\n');
  const text: string[] = [];
  for (const step of readConsole(block.text)) {
    const answer = await runStep(shell, step, isWriting);
    const shown = shownOutput(answer.output);
    const isSame = withoutVolatile(shown) === withoutVolatile(step.expected);
    const line = block.line + step.line;
    const fail = (message: string): number => failures.push({ line, message });
    if (/^(?:\$ |>(?: |\n))/.test(shown) || shown.includes('\n$ '))
      fail(`$ ${step.command}\nprints what reads as a prompt.`);
    if (!isSame && !isWriting) fail(differing(`$ ${step.command}`, step.expected, shown));
    if (answer.code !== 0)
      fail(
        `$ ${step.command}\n  ${ending(answer)} which the page does not show: end it with ; echo "exit code $?"\n${shown}`,
      );
    text.push(...lines.slice(step.line, step.line + step.height).map((command) => `${command}\n`));
    text.push(isSame ? step.expected : shown, '\n'.repeat(step.gap));
    if (answer.ended) throw new Error(failures.map(({ message }) => message).join('\n') || 'The shell ended.');
  }
  return { text: text.join(''), failures };
}

/** What a reader sees: the home is `~`, and lines end without blanks. */
export function shownOutput(output: string): string {
  const text = output
    .replaceAll(HOME, '~')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd();
  return text === '' ? '' : `${text}\n`;
}

function ending({ code }: ShellAnswer): string {
  return code === undefined ? 'did not end in time,' : `exit code ${code},`;
}

async function runStep(shell: PageShell, step: ConsoleStep, isWriting: boolean): Promise<ShellAnswer> {
  const before = new Set(shell.listening());
  const answer = await shell.run(step.command);
  if (answer.ended || !/[^&]&\s*$/.test(step.command)) return answer;
  const wanted = withoutVolatile(step.expected);
  const started = (): string =>
    shell
      .listening()
      .filter((socket) => !before.has(socket))
      .join();
  const hasSpoken = (): boolean => withoutVolatile(shownOutput(shell.printed())) === wanted;
  let [last, since] = ['', Date.now()];
  const isQuiet = (): boolean => {
    const now = `${started()} ${shell.printed()}`;
    if (now !== last) [last, since] = [now, Date.now()];
    return Date.now() - since > QUIET;
  };
  await until(() => started() !== '' && (isWriting || wanted === '' ? isQuiet() : hasSpoken()));
  if (started() === '') return { ...answer, output: `${shell.printed()}(nothing listens after ${STARTED / 1000} s)\n` };
  return { ...answer, output: shell.printed() };
}

/** Asks every 20 ms; what follows says whether it came true. */
async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + STARTED;
  while (!isTrue() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
}
