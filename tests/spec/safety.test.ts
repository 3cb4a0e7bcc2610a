import * as core from '@atip/core';
import { createExecutor } from '@atip/core/execute';
import { createExecutor as createNodeExecutor } from '@atip/node';
import { expect, test } from 'vitest';

const command = (destructive: boolean): core.AtipCommand => ({
  description: 'D',
  arguments: [{ name: 'n', type: 'integer', description: 'D' }],
  effects: { destructive },
});
const TOOL: core.AtipTool = {
  ...{ atip: '0.1', name: 't', version: '1', description: 'T' },
  commands: { destroy: command(true), show: command(false) },
};

const call = (name: string, n: unknown = 1) => ({ id: '1', name, arguments: { n } });

const ended = (stdout: string) => {
  return { exitCode: 0, stdout, stderr: '', duration: 1, truncated: false, timedOut: false };
};

test.each(['execute', 'executeBatch', 'executeStream'] as const)(
  'ATIP-11.2-1 no way of running a call leads past validation: %s',
  async (way) => {
    // Everything is allowed here, so that validation alone stands before the process.
    const ran: string[] = [];
    const run: core.RunPort = async (argv) => {
      ran.push(argv.join(' '));
      return ended('');
    };
    const executor = createExecutor({ tools: [TOOL], run, policy: { allowDestructive: true } });
    const attempt = async (wrong: core.ToolCall): Promise<string> => {
      try {
        if (way === 'execute') await executor.execute(wrong);
        if (way === 'executeStream')
          for await (const event of executor.executeStream(wrong)) expect(event).toBe(undefined);
        if (way === 'executeBatch') {
          const [outcome] = await executor.executeBatch([wrong]);
          if (outcome?.ok === false) throw outcome.error;
        }
        return 'ran';
      } catch (error) {
        return error instanceof core.AtipError ? error.code : String(error);
      }
    };
    expect(await attempt(call('t_none'))).toBe('UNKNOWN_COMMAND');
    expect(await attempt(call('t_show', 'one'))).toBe('VALIDATION_FAILED');
    expect(await attempt(call('t_show', null))).toBe('VALIDATION_FAILED');
    expect(await attempt(call('t_destroy', '--force'))).toBe('VALIDATION_FAILED');
    expect(ran).toStrictEqual([]);
    await executor.execute(call('t_destroy', 5));
    expect(ran).toStrictEqual(['t destroy 5']);
  },
);

test('ED-format-3 a model gets no secret, by patterns of the host too', async () => {
  const run: core.RunPort = async () => ended(`ghp_${'a1B2'.repeat(9)} internal-5`);
  const output = { redactPatterns: [/internal-\d/g] };
  const executor = createExecutor({ tools: [TOOL], run, output, policy: { byTrust: false } });
  expect((await executor.execute(call('t_show'))).content).toBe('[REDACTED] [REDACTED]\n[Exit code: 0]');
});

test('ED-exec-6 a shell is refused, with the way to run a line', () => {
  for (const create of [createExecutor, createNodeExecutor])
    expect(() => create({ tools: [TOOL], shell: true })).toThrow('`atip run --line LINE`');
});
