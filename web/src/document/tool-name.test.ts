import { expect, test } from 'vitest';
import { toolNameIn } from './tool-name.ts';

test.each([
  ['a document', '{ "atip": { "version": "0.4", "name": "no" }, "name": "git", "commands": {} }', 'git'],
  ['the mark last', '{ "name": "git", "x": [{ "name": "no" }], "commands": {} }', 'git'],
  ['a text that ends early', '{ "atip": "0.4", "name": "git", "commands": { "log": {', 'git'],
  ['no opening bracket', '"atip": "0.4", "name": "git" }', 'git'],
  ['a quote that nothing closes', '{ "atip": "0.4,\n "name": "git", "commands": {} }', 'git'],
  ['a name of something below', '{ "atip": "0.4", "commands": { "a": { "name": "no" } } }', undefined],
  ['a name that is no text', '{ "atip": "0.4", "name": 3, "description": "no" }', undefined],
  ['a name that is being written', '{ "atip": "0.4", "name": "gi\n "version": "1" }', undefined],
  ['an npm package', '{ "name": "git", "version": "1.0.0", "dependencies": { "commands": "1" } }', undefined],
  ['a help text', 'Usage: git [--version] <command>\n\n  log   Show "name" of commits', undefined],
])('the name of a tool in %s', (_name, text, name) => {
  expect(toolNameIn(text)).toBe(name);
});
