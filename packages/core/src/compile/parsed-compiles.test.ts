import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flattenCommands } from '../commands/flatten-commands.ts';
import { parametersOf } from '../commands/parameters.ts';
import { parseTool } from '../metadata/parse-tool.ts';
import { generateSafetyPrompt } from '../prompt/generate-safety-prompt.ts';
import { compile } from './compile.ts';
import { compileTools } from './transform.ts';
import { PROVIDERS } from '../providers/list.ts';
import { cases } from '../../../../tests/long.ts';

const name = fc.constantFrom('', 'a', 'b', 'a_b', 'A', '-x', 'x y', '日本', 'constructor', 'toString', '0');
const odd = fc.constantFrom<unknown>(undefined, null, 1, '', 'x', [], {}, true, [1], { a: 1 });
/** Right most of the time, so that many documents pass; wrong often enough to find what passes and should not. */
const mostly = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 19, arbitrary: value }, { weight: 1, arbitrary: odd });
const type = fc.constantFrom('string', 'integer', 'number', 'boolean', 'file', 'directory', 'url', 'enum', 'array');
const values = fc.array(fc.oneof(name, fc.integer(), fc.double()), { maxLength: 3 });
const parameter = (flags: boolean): fc.Arbitrary<unknown> =>
  fc.record(
    {
      name: mostly(name),
      type: mostly(type),
      description: mostly(fc.string()),
      required: mostly(fc.boolean()),
      enum: mostly(values),
      variadic: mostly(fc.boolean()),
      ...(flags && { flags: mostly(fc.array(fc.constantFrom('-a', '--b', '+c', '-o FILE', ''), { maxLength: 2 })) }),
    },
    { requiredKeys: flags ? ['name', 'type', 'flags'] : ['name', 'type'] },
  );
const effects = fc.record(
  {
    destructive: mostly(fc.boolean()),
    network: mostly(fc.boolean()),
    filesystem: mostly(fc.constant({ write: true })),
    cost: mostly(fc.constant({ billable: false })),
  },
  { requiredKeys: [] },
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(name, mostly(tie('command')), { maxKeys: 3 }),
  command: fc.record(
    {
      description: mostly(fc.string()),
      arguments: mostly(fc.array(parameter(false), { maxLength: 2 })),
      options: mostly(fc.array(parameter(true), { maxLength: 2 })),
      effects: mostly(effects),
      commands: fc.option(tie('tree'), { maxDepth: 3, nil: undefined }),
    },
    { requiredKeys: [] },
  ),
}));
const document = fc.record({
  atip: fc.constantFrom('0.3', { version: '0.4' }, '0.9'),
  name: mostly(fc.constantFrom('tool', '7z', 'a b')),
  version: fc.constantFrom('1', '2', '3', ''),
  description: fc.string(),
  commands: mostly(tree),
});

test('what parseTool accepts compiles for every provider, and each of its commands has parameters', () => {
  let accepted = 0;
  fc.assert(
    fc.property(document, (source) => {
      const { tool } = parseTool(structuredClone(source));
      if (!tool) return;
      accepted++;
      for (const provider of PROVIDERS) {
        compileTools([tool], provider, { strict: true });
        compile([tool], provider, { strategy: 'action', globalOptions: 'all', examples: true });
      }
      for (const command of flattenCommands(tool)) parametersOf(command);
      generateSafetyPrompt([tool]);
    }),
    { numRuns: cases(1500), seed: 7 },
  );
  // A generator whose documents are all refused would prove nothing.
  expect(accepted).toBeGreaterThan(cases(300));
});
