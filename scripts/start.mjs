// `npm start`: whatever is missing is installed and built, then the companion takes over this process.
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

await ensureInstalled();
await ensureBuilt();
process.argv.splice(2, 0, 'serve');
await import('../packages/cli/dist/main.js');
