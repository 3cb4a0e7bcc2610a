import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeLeftTokenFile, writeTokenFile } from './token-file.ts';

function prepare() {
  const base = mkdtempSync(join(tmpdir(), 'atip-token-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  return {
    base,
    directory: join(base, 'state/agent-tools'),
    file: join(base, 'state/agent-tools/companion-4170.token'),
  };
}

const modeOf = (path: string): number => lstatSync(path).mode & 0o777;

test('the token is for its owner alone, whatever the umask says', async () => {
  const { directory, file } = prepare();
  const before = process.umask(0);
  try {
    const { path, remove } = await writeTokenFile(directory, 4170, 'the-token');
    expect(path).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('the-token\n');
    expect([modeOf(file), modeOf(directory)]).toStrictEqual([0o600, 0o700]);
    remove();
    expect(readdirSync(directory)).toStrictEqual([]);
    remove();
  } finally {
    process.umask(before);
  }
});

test('a link that waits where the file is prepared is not followed', async () => {
  const { base, directory, file } = prepare();
  const other = join(base, 'other');
  writeFileSync(other, 'untouched');
  mkdirSync(directory, { recursive: true });
  symlinkSync(other, `${file}.${process.pid}.tmp`);
  await writeTokenFile(directory, 4170, 'the-token');
  expect([readFileSync(other, 'utf8'), lstatSync(file).isFile()]).toStrictEqual(['untouched', true]);
});

test('a directory that is a link is refused', async () => {
  const { base, directory } = prepare();
  mkdirSync(join(base, 'elsewhere'));
  mkdirSync(join(base, 'state'));
  symlinkSync(join(base, 'elsewhere'), directory);
  await expect(writeTokenFile(directory, 4170, 'the-token')).rejects.toThrow(/^(ELOOP|ENOTDIR): /);
  expect(readdirSync(join(base, 'elsewhere'))).toStrictEqual([]);
});

test('the file of a companion that came after is left alone', async () => {
  const { directory, file } = prepare();
  const first = await writeTokenFile(directory, 4170, 'first');
  await writeTokenFile(directory, 4170, 'second');
  first.remove();
  expect(readFileSync(file, 'utf8')).toBe('second\n');
});

test('what a companion that was killed left on this port goes, and nothing else', async () => {
  const { directory, base } = prepare();
  await writeTokenFile(directory, 4170, 'left');
  await writeTokenFile(directory, 4171, 'of another port');
  await removeLeftTokenFile(directory, 4170);
  await removeLeftTokenFile(directory, 4170);
  expect(readdirSync(directory)).toStrictEqual(['companion-4171.token']);
  mkdirSync(join(directory, 'companion-4172.token'));
  await removeLeftTokenFile(directory, 4172);
  await removeLeftTokenFile(join(base, 'nowhere'), 4172);
  expect(readdirSync(directory)).toStrictEqual(['companion-4171.token', 'companion-4172.token']);
});
