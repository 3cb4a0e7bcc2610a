import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';

type Notify = (notification: ServerNotification) => Promise<void>;

/** UTF-16 units that wait while a notification is on its way; what comes on top is not told: the result is where output belongs. */
const MAX_WAITING = 65_536;

const LEFT_OUT = '\n[Output was left out of the progress.]\n';

/**
 * Tells a client of output as it arrives: one notification at a time, what comes meanwhile together in the next.
 * @see MCP 2025-11-25, basic/utilities/progress
 */
export function reportProgress(progressToken: string | number, notify: Notify): (text: string) => void {
  let progress = 0;
  let waiting = '';
  let isSending = false;
  const send = async (): Promise<void> => {
    isSending = true;
    while (waiting !== '') {
      const message = waiting;
      waiting = '';
      progress += 1;
      // A client that is gone is told nothing more; its request is then cancelled as well.
      await notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(
        () => undefined,
      );
    }
    isSending = false;
  };
  return (text) => {
    if (waiting === '' || waiting.length + text.length <= MAX_WAITING) waiting += text;
    else if (!waiting.endsWith(LEFT_OUT)) waiting += LEFT_OUT;
    if (!isSending) void send();
  };
}
