import type { AtipCommand, AtipTool } from '@atip/core';

/** A tool that stays as it is: 200 commands in groups, with options of every type, arguments and effects. */
export function probeTool(): AtipTool {
  const groups: Record<string, AtipCommand> = {};
  for (let at = 0; at < 20; at++) {
    const commands = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`do-${index}`, command(10 * at + index)]),
    );
    groups[`group-${at}`] = { description: `Work of kind ${at}`, commands };
  }
  return {
    atip: { version: '0.4' },
    name: 'probe',
    version: '1.0.0',
    description: 'Stays as it is, so that figures can be compared',
    commands: groups,
  };
}

function command(number: number): AtipCommand {
  return {
    description: `Does piece ${number} of the work, with or without a plan, and says what it did`,
    arguments: [{ name: 'target', type: 'string', required: true, description: 'What is worked on' }],
    options: [
      { name: 'count', flags: ['-n', '--count'], type: 'integer', description: 'How many', default: number },
      { name: 'mode', flags: ['--mode'], type: 'enum', enum: ['fast', 'safe', `mode-${number}`], description: 'How' },
      { name: 'label', flags: ['-l', '--label'], type: 'array', description: 'Names that are given to it' },
      { name: 'force', flags: ['-f', '--force'], type: 'boolean', description: 'Without asking' },
    ],
    effects: {
      filesystem: { read: true, write: number % 2 === 0, delete: number % 5 === 0 },
      network: number % 3 === 0,
      destructive: number % 5 === 0,
    },
  };
}
