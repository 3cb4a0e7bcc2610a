// `npm run transcript`: plays the session of the README on a machine made for it and writes down what was shown; `-- --check` compares.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT, writeOrCheck } from './write-or-check.mjs';

await ensureInstalled();
const load = async (file) => (await runnerImport(join(ROOT, file), { configFile: false, logLevel: 'error' })).module;
const { bundleCli } = await load('tests/packages/bundle-cli.ts');
const { insertTranscript, playTranscript } = await load('tests/packages/transcript.ts');
const directory = mkdtempSync(join(tmpdir(), 'atip-transcript-cli-'));
try {
  const readme = join(ROOT, 'README.md');
  const transcript = playTranscript(await bundleCli(directory));
  writeOrCheck([[readme, insertTranscript(readFileSync(readme, 'utf8'), transcript)]], 'scripts/transcript.mjs');
} finally {
  rmSync(directory, { recursive: true, force: true });
}
