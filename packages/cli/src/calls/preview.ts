import { AtipError } from '@atip/core';
import { isReadOnly } from '@atip/core/internal';
import type { Host } from '@atip/node';
import { checkInvocation, type Invocation, runCall } from '@atip/node/internal';
import { plainLine } from '../terminal/text.ts';

/** Options by which programs only say what they would do. */
const PREVIEWS: ReadonlySet<string> = new Set(['dry-run', 'dryrun', 'just-print', 'no-act', 'preview', 'simulate']);
/** Lines that are shown before a question. */
const MOST = 20;

/**
 * Previews a call for the person who is asked about it: runs it with the option by which its program only shows what it
 * would do. Does nothing for a call without such an option, or when the policy would ask about the preview.
 * @returns lines for the person; none without a preview, or when the program fails
 */
export async function previewOf({ call, input }: Invocation, host: Host): Promise<readonly string[]> {
  const check = await checkInvocation({ call }, host);
  if (!check.ok || check.decision !== 'confirm') return [];
  const option = check.command.metadata.options?.find(
    ({ name, type, 'x-mode': mode }) =>
      PREVIEWS.has(name) && type === 'boolean' && mode !== undefined && isReadOnly(mode),
  );
  if (option === undefined || call.arguments[option.name] !== undefined) return [];
  const preview = { call: { ...call, arguments: { ...call.arguments, [option.name]: true } }, input };
  const shown = await checkInvocation(preview, host);
  if (!shown.ok || shown.decision !== 'allow') return [];
  let text = '';
  const onOutput = (_stream: unknown, part: string): void => {
    text += part;
  };
  try {
    const { raw } = (await runCall(preview, { ...host, ask: undefined, onOutput }, shown)).result;
    if (!raw.success) return [];
  } catch (error) {
    if (AtipError.isInstance(error)) return [];
    throw error;
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const more = lines.length > MOST ? [`  and ${lines.length - MOST} more lines`] : [];
  const flag = option.flags.toSorted((one, other) => other.length - one.length)[0] ?? '';
  return [`With ${flag} it says:`, ...lines.slice(0, MOST).map((line) => `  ${plainLine(line)}`), ...more];
}
