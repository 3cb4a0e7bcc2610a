// Builds the module that runs inside a program that `atip describe` reads by its framework: one file, because the sandbox hides our
// files from the program. Needs the output of tsc.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { ROOT } from './repository.mjs';

const FROM = join(ROOT, 'packages/node/dist/frameworks');
const FILE = join(FROM, 'program-hook.mjs');

const bundle = await rolldown({ input: join(FROM, 'program-hook.js'), platform: 'node' });
// Functions are sent to another thread as their text.
await bundle.write({ file: FILE, format: 'esm', minify: { compress: true, mangle: false }, codeSplitting: false });
await bundle.close();
