import { release, version } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '@atip/core/internal';
import { isOnlyOurs } from '../files/file-owners.ts';
import { digestOf, parseJson, readText } from '../files/read-bounded-file.ts';
import { unlessRefusedLater } from '../files/system-error.ts';
import { writeFileAtomically } from '../files/write-file-atomically.ts';
import { bootId } from '../files/boot-id.ts';

/** Ms after which a sandbox is tested again although nothing seems to have changed. */
const VALID = 24 * 3_600_000;
const MAX_BYTES = 20_000;

/**
 * Remembers, in our state directory, that the sandbox of this machine passed its test. Otherwise each process would
 * test again, which takes most of the time of a run.
 *
 * A record counts for one start of one kernel, one file of bubblewrap, one user and one text of the test, and for a
 * day. No program in a sandbox sees the directory. A wrong record makes nothing run without a sandbox: bubblewrap
 * itself then refuses the run.
 *
 * @param state our state directory
 * @param subject what was tested: bubblewrap's file, and the test itself
 */
export function testRecord<Outcome extends object>(state: string, ...subject: readonly string[]) {
  const path = join(state, 'sandbox-test.json');
  const keyNow = async (): Promise<string> =>
    digestOf(JSON.stringify([release(), version(), await bootId(), process.getuid?.(), ...subject]));
  return {
    async read(): Promise<Outcome | undefined> {
      let isOurs = false;
      const { text = '' } = await readText(path, MAX_BYTES, 'refused', (stats) => {
        isOurs = isOnlyOurs(stats);
      });
      const value = isOurs ? parseJson(text) : undefined;
      if (!isRecord(value) || value['key'] !== (await keyNow()) || typeof value['at'] !== 'number') return undefined;
      const age = Date.now() - value['at'];
      // It is ours, and holds what we wrote.
      return age >= 0 && age < VALID && isRecord(value['outcome']) ? (value['outcome'] as Outcome) : undefined;
    },
    /** Where it cannot be written, the next process tests again. */
    async write(outcome: Outcome): Promise<void> {
      const text = JSON.stringify({ key: await keyNow(), at: Date.now(), outcome });
      await unlessRefusedLater(writeFileAtomically(path, text), () => undefined);
    },
  };
}
