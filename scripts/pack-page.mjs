// Before `npm pack` and `npm publish` of the companion: the built page goes into its package, and out again afterwards.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './write-or-check.mjs';

const [built, packed] = [join(ROOT, 'web/dist'), join(ROOT, 'server/page')];

rmSync(packed, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  // The companion has what is in the registry as @atip/shims.
  if (existsSync(join(built, 'index.html')))
    cpSync(built, packed, { recursive: true, filter: (path) => path !== join(built, 'registry') });
  else {
    process.stderr.write('There is no page to pack. Run first: npm run build\n');
    process.exitCode = 1;
  }
}
