import { compile, MAX_TOOLS, PROVIDERS, type ProviderTool, type AtipTool } from '@atip/core';
import { hasStrictMode } from '../../../../packages/core/src/compile/choose-strict.ts';
import { DIALECTS } from '../../../../packages/core/src/compile/dialects.ts';
import { code, table } from '../markdown.ts';

const TOOL: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1.0', description: 'A tool' },
  commands: {
    none: { description: 'Takes nothing' },
    one: {
      description: 'Takes something',
      options: [{ name: 'dry-run', type: 'boolean', description: 'Only say it', flags: ['--dry-run'] }],
    },
  },
};

/** What sets the providers apart when tools are written for them, from the table that writing them uses. */
export function providerTable(): string {
  const rows = PROVIDERS.map((provider) => {
    const { limit, hints } = DIALECTS[provider];
    const tools = compile([TOOL], provider).tools;
    return [
      code(provider),
      MAX_TOOLS[provider] === null ? 'none documented' : String(MAX_TOOLS[provider]),
      limit === undefined ? 'none' : `${limit} UTF-16 units`,
      hasStrictMode(provider) ? 'yes' : 'no',
      hints === true ? 'fields of its own, and flags in the description' : 'flags in the description',
      code(keyOf(tools[1])),
      code(JSON.stringify(tools[0])),
    ];
  });
  const head = [
    'provider',
    'tools in a request',
    'description',
    'strict mode',
    'effects',
    '`--dry-run` is called',
    'a tool without parameters',
  ];
  return table(head, rows);
}

/** The name of the only property, wherever the provider's form has it. */
function keyOf(tool: ProviderTool | undefined): string {
  const key = /"properties":\{"([^"]+)"/.exec(JSON.stringify(tool))?.[1];
  if (key === undefined) throw new Error('The tool has no property.');
  return key;
}
