// `npm start`: installs and builds what is missing, then the companion takes over this process.
import { build } from './build.mjs';
import { install } from './repository.mjs';

await install();
await build('packages', 'page');
process.argv.splice(2, 0, 'serve');
process.env['ATIP_START_COMMAND'] = 'npm start --';
await import('../packages/cli/dist/main.js');
