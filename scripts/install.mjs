// `node scripts/install.mjs [--programs] FOLDER…`: runs `npm ci` where `node_modules` is missing or stale; with --programs
// installs also what Debian has of the tests' needs.
import { install, installPrograms, load } from './repository.mjs';

const folders = process.argv.slice(2).filter((word) => word !== '--programs');
await install();
for (const folder of folders) await install(folder);
if (folders.length < process.argv.length - 2) await installPrograms(await load('tests/needs.ts'));
