/**
 * An error as the log of the edge gets it: its kind, and where it came from in our code.
 *
 * Not its message, which may quote what was sent, nor the address, which is all that it takes to read a share.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return `Something was thrown that is no error: ${typeof error}`;
  // The message comes before the frames in it, and may look like one.
  const stack = (error.stack ?? '').replace(error.message, '');
  const frames = stack.split('\n').filter((line) => /^\s+at [\w$.<> ]*\(?[\w./:-]+:\d+:\d+\)?$/.test(line));
  const cause = error.cause === undefined ? [] : [`caused by ${describeError(error.cause)}`];
  return [/^\w{1,40}$/.test(error.name) ? error.name : 'Error', ...frames, ...cause].join('\n');
}
