import { expect, test } from 'vitest';
import { xdgPaths } from './xdg-paths.ts';

const below = (data: string) => ({
  data: `${data}/agent-tools`,
  tools: `${data}/agent-tools/tools`,
  shims: `${data}/agent-tools/shims`,
  patterns: `${data}/agent-tools/patterns`,
});

function paths(data: string, config: string, cache: string, state: string, system: readonly string[]) {
  return {
    ...below(data),
    registry: `${data}/agent-tools/registry.json`,
    config: `${config}/agent-tools`,
    overrides: `${config}/agent-tools/overrides`,
    cache: `${cache}/agent-tools`,
    state: `${state}/agent-tools`,
    audit: `${state}/agent-tools/audit.jsonl`,
    auditLogs: `${data}/agent-tools/audit-logs.jsonl`,
    system: system.map(below),
  };
}

const SYSTEM = ['/usr/local/share', '/usr/share'];
const inHome = (home: string) =>
  paths(`${home}/.local/share`, `${home}/.config`, `${home}/.cache`, `${home}/.local/state`, SYSTEM);

test.each([
  ['the defaults', { HOME: '/h' }, inHome('/h')],
  [
    'both set',
    {
      HOME: '/h',
      XDG_DATA_HOME: '/d',
      XDG_CONFIG_HOME: '/c',
      XDG_CACHE_HOME: '/k',
      XDG_STATE_HOME: '/s',
      XDG_DATA_DIRS: '/x:/y',
    },
    paths('/d', '/c', '/k', '/s', ['/x', '/y']),
  ],
  [
    'relative ones are ignored',
    {
      HOME: '/h',
      XDG_DATA_HOME: 'd',
      XDG_CONFIG_HOME: '',
      XDG_CACHE_HOME: './k',
      XDG_STATE_HOME: '..',
      XDG_DATA_DIRS: 'x:.:',
    },
    inHome('/h'),
  ],
])('%s', (_name, env, expected) => {
  expect(xdgPaths(env)).toStrictEqual(expected);
});
