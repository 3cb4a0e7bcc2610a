// `node scripts/install.mjs FOLDER…`: runs `npm ci` where `node_modules` is missing or stale.
import { install } from './repository.mjs';

await install();
for (const folder of process.argv.slice(2)) await install(folder);
