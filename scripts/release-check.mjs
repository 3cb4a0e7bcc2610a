// `npm run release:check`: what stands between the sources and a release, in short.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureFolder } from './ensure-folder.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
await ensureFolder('tests/release');
await ensureBuilt();
const { module } = await runnerImport(join(ROOT, 'tests/release/run.ts'), { configFile: false, logLevel: 'error' });
const { text, isReady } = await module.checkRelease();
process.stdout.write(text);
process.exitCode = isReady ? 0 : 1;
