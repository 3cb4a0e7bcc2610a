import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { watchOutputs } from './watch-outputs.ts';

const failure = (code: string) => Object.assign(new Error(code), { code, syscall: 'write' });

function prepare() {
  const said: string[] = [];
  const stopped: string[] = [];
  const stdout = new EventEmitter();
  const stderr = Object.assign(new EventEmitter(), { write: (text: string) => said.push(text) });
  const outputs = watchOutputs({ stdout, stderr }, ({ message }) => stopped.push(message));
  return { said, stopped, stdout, stderr, outputs };
}

test('an output that takes no more stops the work once, is said, and is the exit code', () => {
  const { said, stopped, stdout, outputs } = prepare();
  expect(outputs.exitCode(1)).toBe(1);
  stdout.emit('error', failure('ENOSPC'));
  stdout.emit('error', failure('ENOSPC'));
  expect(stopped).toStrictEqual(['The output cannot be written (ENOSPC).']);
  expect(said).toStrictEqual(['atip: The output cannot be written (ENOSPC).\n']);
  expect([outputs.exitCode(0), outputs.exitCode(4)]).toStrictEqual([5, 5]);
});

test('a reader that has seen enough is no failure', () => {
  const { said, stopped, stdout, outputs } = prepare();
  stdout.emit('error', failure('EPIPE'));
  expect([stopped.length, said.length, outputs.exitCode(4)]).toStrictEqual([1, 0, 0]);
});

test('a mistake of ours is not hidden', () => {
  const { stdout, stderr } = prepare();
  expect(() => stdout.emit('error', new TypeError('x is undefined'))).toThrow('x is undefined');
  expect(() => stderr.emit('error', new TypeError('y is undefined'))).toThrow('y is undefined');
});
