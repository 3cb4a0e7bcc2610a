// Copies the built page into the companion's package before `npm pack`; `--remove` deletes the copy.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fail, ROOT } from './repository.mjs';

/** These files are for the Worker's platform. */
const LEFT_OUT = ['_headers', '.assetsignore'];

const [built, packed] = [join(ROOT, 'web/dist'), join(ROOT, 'server/page')];
rmSync(packed, { recursive: true, force: true });
if (process.argv[2] !== '--remove') {
  if (!existsSync(join(built, 'index.html'))) fail('There is no page to pack. Run first: npm run build');
  cpSync(built, packed, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) });
}
