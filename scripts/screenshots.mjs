// `npm run screenshots`: the end-to-end tests take the pictures that README and docs show.
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findChromium } from './find-chromium.mjs';
import { runStep } from './run-step.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
await ensureBuilt();
const chromium = await findChromium();
const env = { ...process.env, CHROME_PATH: chromium ?? '', ATIP_PICTURES: join(ROOT, 'docs') };
process.exitCode = chromium
  ? await runStep(
      process.execPath,
      [
        'node_modules/@playwright/test/cli.js',
        'test',
        'pictures',
        'fresh-machine',
        '--grep',
        'documentation|no configuration',
      ],
      {
        env,
      },
    )
  : 1;
