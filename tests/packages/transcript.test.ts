import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { bundleCli } from './bundle-cli.ts';
import { insertTranscript, playTranscript } from './transcript.ts';

test('the session in the README is what the command line shows; npm run transcript writes it', {
  timeout: 90_000,
}, async () => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'atip-transcript-cli-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const transcript = playTranscript(await bundleCli(directory));
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`console\n${transcript}\`\`\`\n`);
  expect(insertTranscript(readme, transcript)).toBe(readme);
});

test('a README without a place for a session is refused', () => {
  expect(() => insertTranscript('# Nothing', '$ x\n')).toThrow('The README needs the lines <!-- transcript:');
});
