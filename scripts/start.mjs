// `npm start`: installs and builds what is missing, then the companion takes over this process.
import { ensureBuilt } from './build.mjs';
import { install } from './repository.mjs';

await install();
await ensureBuilt('packages', 'page');
process.argv.splice(2, 0, 'serve');
process.env['ATIP_START_COMMAND'] = 'npm start --';
await import('../packages/cli/dist/main.js');
