// `npm run check`: what a change to the pure packages can break, in about a minute. All of it is beside each other: two cores are full.
import { ROOT, run } from './repository.mjs';

const PURE = ['core', 'importers', 'share', 'shell', 'catalog', 'emit'].map((name) => `packages/${name}`);
const npmRun = (name) => run('npm', ['run', '--silent', name]);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...PURE, 'web', 'tests/architecture'];
// None of these tests starts the built command line, which would wait for the types.
const env = { ...process.env, ATIP_BUILD: 'data' };
const codes = await Promise.all([
  npmRun('format:check').then(async (code) => code || npmRun('lint')),
  npmRun('types'),
  run(process.execPath, vitest, { env, cwd: ROOT }),
]);
process.exitCode = codes.find((code) => code !== 0) ?? 0;
