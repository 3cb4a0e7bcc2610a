// The licences of what our own files contain of others: `licences.mjs page` into the built page, `licences.mjs shims [--check]` into that package.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT, writeOrCheck } from './write-or-check.mjs';

const PLACES = { page: 'web/dist', shims: 'packages/shims' };
const what = process.argv[2];

if (!Object.hasOwn(PLACES, what)) throw new Error(`Say one of ${Object.keys(PLACES).join(', ')}.`);
if (!existsSync(join(ROOT, PLACES[what]))) throw new Error('There is no page. Run first: npm run build');
const { module } = await runnerImport(join(ROOT, 'tests/release/notices.ts'), { configFile: false, logLevel: 'error' });
const file = join(ROOT, PLACES[what], 'THIRD_PARTY_LICENSES.txt');
writeOrCheck([[file, module.writeNotices(what)]], `scripts/licences.mjs ${what}`);
