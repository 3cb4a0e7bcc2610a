import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { xdgPaths } from './xdg-paths.ts';

const IN_HOME = {
  data: '/h/.local/share/agent-tools',
  config: '/h/.config/agent-tools',
  cache: '/h/.cache/agent-tools',
  audit: '/h/.local/state/agent-tools/audit.jsonl',
  gate: '/h/.local/state/agent-tools/gate.jsonl',
  auditLogs: '/h/.local/share/agent-tools/audit-logs.jsonl',
  system: [{ data: '/usr/local/share/agent-tools' }, { data: '/usr/share/agent-tools' }],
};

test.each([
  ['the defaults', {}, IN_HOME],
  [
    'all set',
    { DATA_HOME: '/d', CONFIG_HOME: '/c', CACHE_HOME: '/k', STATE_HOME: '/s', DATA_DIRS: '/x:/y' },
    {
      registry: '/d/agent-tools/registry.json',
      overrides: '/c/agent-tools/overrides',
      cache: '/k/agent-tools',
      state: '/s/agent-tools',
      system: [{ tools: '/x/agent-tools/tools' }, { shims: '/y/agent-tools/shims' }],
    },
  ],
  [
    'relative ones are ignored',
    { DATA_HOME: 'd', CONFIG_HOME: '', CACHE_HOME: './k', STATE_HOME: '..', DATA_DIRS: 'x:.:' },
    IN_HOME,
  ],
])('%s', (_name, variables, expected) => {
  const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`XDG_${name}`, value]));
  expect(xdgPaths({ HOME: '/h', ...env })).toMatchObject(expected);
});

test.each(['', 'relative', './here', '..'])('a HOME of %j never leads into the working directory', (HOME) => {
  const { home, state } = xdgPaths({ HOME });
  expect([home, state]).toStrictEqual([userInfo().homedir, `${userInfo().homedir}/.local/state/agent-tools`]);
});
