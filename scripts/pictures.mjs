// `npm run pictures`: draws who imports whom, for docs/architecture.md, from the imports as they are; `-- --check` compares.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT, writeOrCheck } from './write-or-check.mjs';

const file = join(ROOT, 'tests/architecture/pictures/draw-house.ts');
const { drawHouse } = (await runnerImport(file, { configFile: false, logLevel: 'error' })).module;
writeOrCheck(
  [...drawHouse()].map(([path, svg]) => [join(ROOT, path), svg]),
  'scripts/pictures.mjs',
);
