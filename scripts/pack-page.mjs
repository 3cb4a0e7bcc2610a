// Before `npm pack` and `npm publish` of the companion: the built page goes into its package, and out again afterwards.
// `--to DIRECTORY` puts it elsewhere.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './write-or-check.mjs';

/** The companion has what is in the registry as @atip/shims; the others tell the Worker's platform what to do. */
const LEFT_OUT = ['registry', '_headers', '.assetsignore'];

const [option, directory] = process.argv.slice(2);
const built = join(ROOT, 'web/dist');
const packed = option === '--to' && directory !== undefined ? resolve(directory) : join(ROOT, 'server/page');

rmSync(packed, { recursive: true, force: true });
if (option !== '--remove') {
  const leftOut = new Set(LEFT_OUT.map((name) => join(built, name)));
  if (existsSync(join(built, 'index.html')))
    cpSync(built, packed, { recursive: true, filter: (path) => !leftOut.has(path) });
  else {
    process.stderr.write('There is no page to pack. Run first: npm run build\n');
    process.exitCode = 1;
  }
}
