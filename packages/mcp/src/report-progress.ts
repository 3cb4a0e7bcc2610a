import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';

type Notify = (notification: ServerNotification) => Promise<void>;

/** UTF-16 units that wait for the previous notification. Any more is dropped: the result has the output. */
const MAX_WAITING = 65_536;

const LEFT_OUT = '\n[Output was left out of the progress.]\n';

/**
 * Sends a client output as it arrives: one notification at a time; output that arrives meanwhile goes into the next one.
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
      // The client is gone, so its request will be cancelled too.
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
