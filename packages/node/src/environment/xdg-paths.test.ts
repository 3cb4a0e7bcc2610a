import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { xdgPaths } from './xdg-paths.ts';

function paths(data: string, config: string) {
  return {
    data: `${data}/agent-tools`,
    config: `${config}/agent-tools`,
    tools: `${data}/agent-tools/tools`,
    shims: `${data}/agent-tools/shims`,
  };
}

test.each([
  ['the defaults', { HOME: '/h' }, paths('/h/.local/share', '/h/.config')],
  ['both set', { HOME: '/h', XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' }, paths('/d', '/c')],
  [
    'relative ones are ignored',
    { HOME: '/h', XDG_DATA_HOME: 'd', XDG_CONFIG_HOME: '' },
    paths('/h/.local/share', '/h/.config'),
  ],
  ['no home', {}, paths(`${homedir()}/.local/share`, `${homedir()}/.config`)],
])('%s', (_name, env, expected) => {
  expect(xdgPaths(env)).toStrictEqual(expected);
});
