import { expect, test } from 'vitest';
import { projectDirectory } from './project-directory.ts';

test.each([
  ['a project in the home', '/home/u/p', '/home/u', '/home/u/p'],
  ['a project elsewhere', '/srv/p', '/home/u', '/srv/p'],
  ['a sibling that starts alike', '/home/u', '/home/u2', '/home/u'],
  ['the home', '/home/u', '/home/u', undefined],
  ['what the home is in', '/home', '/home/u', undefined],
  ['everything', '/', '/home/u', undefined],
  ['everything, with no home', '/', undefined, undefined],
  ['a project, with no home', '/srv/p', undefined, '/srv/p'],
  ['a home whose name starts with dots', '/srv', '/srv/..u', undefined],
])('%s', (_name, cwd, HOME, expected) => {
  expect(projectDirectory(cwd, HOME === undefined ? {} : { HOME })).toBe(expected);
});
