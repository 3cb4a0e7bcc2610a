import { expect, it } from 'vitest';
import { namedInside } from './sandbox-access.ts';

const root = '/home/u/proj';

it.each([
  ['/home/u/proj/tests/x.py', './tests/x.py'],
  ['/home/u/proj', '.'],
  ['/home/u/proj/', './'],
  ['key=/home/u/proj/a', 'key=./a'],
  ['/home/u/proj:/app', '.:/app'],
  ['/home/u/proj/a:/home/u/proj/b', './a:./b'],
  // Other places.
  ['/home/u/proj2/x', '/home/u/proj2/x'],
  ['/home/u/proj-old', '/home/u/proj-old'],
  ['/mnt/home/u/proj/x', '/mnt/home/u/proj/x'],
  ['/home/u/proj/../other', '/home/u/proj/../other'],
  ['/home/u/proj/..', '/home/u/proj/..'],
  ['tests', 'tests'],
])('%s is %s', (value, wanted) => {
  expect(namedInside({ value, list: [value] }, { cwd: '/tmp', root })).toStrictEqual({ value: wanted, list: [wanted] });
});

it('takes the directory where no project is known, and leaves all as it is without one', () => {
  expect(namedInside({ value: '/tmp/a' }, { cwd: '/tmp' })).toStrictEqual({ value: './a' });
  expect(namedInside({ value: '/tmp/a' }, undefined)).toStrictEqual({ value: '/tmp/a' });
  expect(namedInside({ value: '/a' }, { cwd: '/' })).toStrictEqual({ value: '/a' });
});
