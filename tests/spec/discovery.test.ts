import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeTool } from '@atip/node';
import { expect, onTestFinished, test } from 'vitest';

const ANSWER = '{"atip":"0.1","name":"t","version":"1","description":"T"}';

async function probe(script: string) {
  const directory = mkdtempSync(join(tmpdir(), 'atip-spec-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 't');
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return probeTool(path, { env: { PATH: '/usr/bin:/bin' }, timeout: 10_000, sandbox: 'off' });
}

test('ATIP-3.1-5 what a tool says on stderr is no part of its answer', async () => {
  const reading = await probe(`echo 'warning: { old' >&2; echo '${ANSWER}'; echo done >&2`);
  expect(reading.found?.tool).toStrictEqual({ ...JSON.parse(ANSWER), trust: { source: 'community' } });
  expect((await probe(`echo '${ANSWER}' >&2`)).skipped?.code).toBe('invalid-metadata');
});
