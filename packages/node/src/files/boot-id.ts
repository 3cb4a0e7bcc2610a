import { readFile } from 'node:fs/promises';
import { unlessRefusedLater } from './system-error.ts';

/** Names this start of the machine; `undefined` where the system does not say, as on macOS. */
export async function bootId(): Promise<string | undefined> {
  const text = await unlessRefusedLater(readFile('/proc/sys/kernel/random/boot_id', 'utf8'), () => undefined);
  return text?.trim();
}
