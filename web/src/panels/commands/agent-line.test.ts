import { expect, test } from 'vitest';
import { agentLine } from './agent-line.ts';

test.each([
  ['gh', { commands: ['pr create', 'repo'], depth: 2 }, "gh --agent --commands='pr create,repo' --depth=2"],
  ['gh', { depth: 1 }, 'gh --agent --depth=1'],
  ['gh', { commands: ['pr'] }, 'gh --agent --commands=pr'],
  ['a; rm -rf ~', { commands: ["it's $HOME"] }, "'a; rm -rf ~' --agent --commands='it'\\''s $HOME'"],
])('%s is asked with %j', (tool, filter, line) => {
  expect(agentLine(tool, filter)).toBe(line);
});

test.each([
  ['a name with a comma', 'gh', { commands: ['a,b'] }],
  ['no command at all', 'gh', { commands: [] }],
  ["the tool's own command", 'curl', { commands: [''] }],
  ['a name that hides something', 'gh', { commands: ['pr\u202e'] }],
  ['a tool with a line feed in its name', 'gh\nrm', { depth: 1 }],
])('no command line says %s', (_, tool, filter) => {
  expect(agentLine(tool, filter)).toBe(undefined);
});
