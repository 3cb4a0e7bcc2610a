// Writes the module that runs inside a program that `atip describe` reads by its framework: one file, since a sandbox shows the program
// nothing of ours. Reads what tsc wrote.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './repository.mjs';

const FROM = join(ROOT, 'packages/node/dist/frameworks');
const FILE = join(FROM, 'program-hook.mjs');

const bundle = await rolldown({ input: join(FROM, 'program-hook.js'), platform: 'node' });
// Functions are sent to another thread as their text.
await bundle.write({ file: FILE, format: 'esm', minify: { compress: true, mangle: false }, codeSplitting: false });
await bundle.close();
