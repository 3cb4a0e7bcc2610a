// `npm run dev`: starts the companion and Vite with hot reload, and ends both together.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { build } from './build.mjs';
import { install, ROOT } from './repository.mjs';

const PAGE = 'http://127.0.0.1:5173';

await install();
await build('packages', 'page');

const children = [];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const args = ['packages/cli/dist/main.js', 'serve', '--no-open', ...process.argv.slice(2)];
const companion = start(args, ['inherit', 'pipe', 'inherit']);
companion.stdout.setEncoding('utf8');
const [line] = await Promise.race([once(companion.stdout, 'data'), once(companion, 'exit')]);
// It ended instead of printing its link, and has reported why.
if (typeof line !== 'string') process.exit(line ?? 1);
const { origin } = new URL(line);
start(['node_modules/vite/bin/vite.js'], ['ignore', 'inherit', 'inherit'], { ATIP_COMPANION: origin });
// The same one-time code, on the page that reloads; Enter prints a new one as usual.
const show = (link) => process.stdout.write(link.replace(origin, PAGE));
show(line);
companion.stdout.on('data', show);

function start(args, stdio, env = {}) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
  children.push(child);
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
  return child;
}
