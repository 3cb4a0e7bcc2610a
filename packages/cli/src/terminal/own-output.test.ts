import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const here = (file: string): string => JSON.stringify(join(import.meta.dirname, '../../dist/terminal', file));
/** Writes what it is asked for, and says on which error. */
const WRITE = `
const { ownOutput } = await import(${here('own-output.js')});
const out = ownOutput(1);
out.on('error', ({ code }) => { process.stderr.write(String(code)); });
out.write('x'.repeat(Number(process.argv[1])));
out.write('end');
`;
/** Reads its input, and says how much it was. */
const READ = `
const { ownInput } = await import(${here('own-input.js')});
let size = 0;
for await (const chunk of ownInput()) size += chunk.length;
process.stdout.write(String(size));
`;
const shell = (script: string, ...args: string[]) =>
  spawnSync('sh', ['-c', script, 'sh', process.execPath, ...args], { encoding: 'utf8' });

test('a pipe gets all of a long text, also one that does not wait', () => {
  const plain = shell('"$1" --input-type=module -e "$2" 900000 | wc -c', WRITE);
  expect(plain.stdout.trim()).toBe('900003');
  // Node makes the pipe that it inherits one that does not wait.
  const other = `const { spawn } = require('node:child_process'); process.stdout._handle.setBlocking(false);
    spawn(process.execPath, ['--input-type=module', '-e', process.argv[1], '900000'], { stdio: 'inherit' });`;
  const busy = shell(`"$1" -e "$3" "$2" | { sleep 0.3; wc -c; }`, WRITE, other);
  expect(busy.stdout.trim()).toBe('900003');
});

test('an output that takes no more says so', () => {
  const full = openSync('/dev/full', 'w');
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', WRITE, '10'], {
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  expect(stderr).toBe('ENOSPCENOSPC');
});

test.each([
  ['a pipe whose text waits', 'head -c 300000 /dev/zero | { sleep 0.2; "$1" --input-type=module -e "$2"; }', '300000'],
  ['a pipe whose text comes later', '{ printf x; sleep 0.4; printf yz; } | "$1" --input-type=module -e "$2"', '3'],
  ['an empty pipe', 'true | "$1" --input-type=module -e "$2"', '0'],
  ['a file', '"$1" --input-type=module -e "$2" < /etc/hostname', /^\d+$/],
  ['nothing', '"$1" --input-type=module -e "$2" < /dev/null', '0'],
  ['a closed input', '"$1" --input-type=module -e "$2" <&-', '0'],
])('the whole of %s is read', (_name, script, size) => {
  expect(shell(script, READ).stdout).toMatch(size);
});

test('a pipe that stays silent keeps nothing else from happening', () => {
  const impatient = `let isRead = false; setTimeout(() => process.exit(isRead ? 0 : 7), 300);${READ}isRead = true;`;
  expect(shell('sleep 3 | "$1" --input-type=module -e "$2"', impatient).status).toBe(7);
});

test('a socket is read, as agents on Node give it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', READ], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end('a question');
  const [size] = await once(child.stdout, 'data');
  expect(String(size)).toBe('10');
});
