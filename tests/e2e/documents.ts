import { responseWith } from '../providers/compiled-tool.ts';

interface Command {
  description: string;
  options?: object[];
  commands?: Record<string, Command>;
  effects?: object;
}

/**
 * A document of the size of a big real tool: 24 groups, 167 commands, about 70 KB.
 *
 * People paste foreign documents; this one is written here so that the tests need nothing but the repository.
 */
export function largeDocument(): string {
  const commands: Record<string, Command> = {};
  for (let group = 0; group < 24; group++) {
    const children: Record<string, Command> = {};
    const count = group === 0 ? 6 : 7;
    for (let index = 0; index < count; index++) children[`action-${index}`] = command(group, index);
    commands[`group${group}`] = { description: `Manage things of kind ${group}`, commands: children };
  }
  const tool = {
    atip: { version: '0.4' },
    name: 'big',
    version: '1.0.0',
    description: 'A large tool',
    trust: { source: 'inferred' },
    commands,
  };
  return JSON.stringify(tool, null, 1);
}

function command(group: number, index: number): Command {
  return {
    description: `Do number ${index} to things of kind ${group}`,
    options: [{ name: 'dry-run', flags: ['--dry-run'], type: 'boolean', description: 'Only say what would happen' }],
    effects: { network: true, idempotent: index !== 1, reversible: index !== 2, destructive: index === 2 },
  };
}

/** An OpenAI model's answer that calls a command. */
export function responseWithCall(id: string, name: string, args: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(responseWith('openai', [[id, name, args]]), null, 2);
}

/** A document with one command, `NAME_go`, that destroys. */
export function documentOf(name: string): string {
  const commands = '{"go":{"description":"Go","effects":{"destructive":true}}}';
  return `{"atip":"0.3","name":"${name}","version":"1","description":"d","commands":${commands}}`;
}
