// `npm run dev`: the companion, and beside it Vite with hot reload; ends both together.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './write-or-check.mjs';

await ensureInstalled();
await ensureBuilt();

const companion = spawn(process.execPath, ['server/dist/main.js', '--no-open', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: ['inherit', 'pipe', 'inherit'],
});
companion.stdout.setEncoding('utf8').on('data', (line) => {
  // The same one-time code, on the page that reloads.
  process.stdout.write(line.replace(/http:\/\/127\.0\.0\.1:\d+\//, 'http://127.0.0.1:5173/'));
});
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
});

const stop = () => {
  companion.kill('SIGTERM');
  vite.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of [companion, vite]) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop();
  });
}
