import * as core from '@atip/core';
import { type AtipEffects, type AtipTool, createExecutor, type Run } from '@atip/core';
import { TRUST_SOURCES } from '@atip/core/internal';
import { expect, test } from 'vitest';

const EFFECTS: Readonly<Record<string, AtipEffects>> = {
  destroy: { destructive: true },
  silent: {},
  show: { destructive: false },
};
const TOOL: AtipTool = {
  atip: '0.1',
  name: 't',
  version: '1',
  description: 'T',
  commands: Object.fromEntries(
    Object.entries(EFFECTS).map(([name, effects]) => [
      name,
      { description: 'D', arguments: [{ name: 'n', type: 'integer', description: 'D' }], effects },
    ]),
  ),
};

const call = (name: string, n: unknown = 1) => ({ id: '1', name, arguments: { n } });

/** An executor, and what it ran. */
function counting(tool: AtipTool, policy?: core.ExecutionPolicy) {
  const ran: string[] = [];
  const run: Run = async (argv) => {
    ran.push(argv.join(' '));
    return { exitCode: 0, stdout: '', stderr: '', duration: 1, truncated: false, timedOut: false };
  };
  return { ran, executor: createExecutor({ tools: [tool], run, ...(policy && { policy }) }) };
}

test.each([...TRUST_SOURCES])(
  'ATIP-11.1-1 nobody’s word runs what is destructive or may be: trust %s',
  async (source) => {
    const { ran, executor } = counting({ ...TOOL, trust: { source, verified: true } });
    for (const name of ['t_destroy', 't_silent']) {
      await expect(executor.execute(call(name))).rejects.toThrow(core.RequiresConfirmationError);
    }
    expect(ran).toStrictEqual([]);
    const trusted = counting({ ...TOOL, trust: { source: 'native' } });
    await trusted.executor.execute(call('t_show'));
    expect(trusted.ran).toStrictEqual(['t show 1']);
  },
);

test.each(['execute', 'executeBatch', 'executeStream'] as const)(
  'ATIP-11.2-1 no way of running a call leads past validation: %s',
  async (way) => {
    // Everything is allowed here, so that validation alone stands before the process.
    const { ran, executor } = counting(TOOL, { allowDestructive: true });
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

test('ATIP-A-1 the library has what appendix A lists', () => {
  const names = [
    ...['toOpenAI', 'toGemini', 'toAnthropic', 'compileTools', 'generateSafetyPrompt'],
    ...['createValidator', 'createResultFilter', 'handleToolResult', 'parseToolCall'],
  ];
  const exported = new Map<string, unknown>(Object.entries(core));
  expect(names.map((name) => typeof exported.get(name))).toStrictEqual(names.map(() => 'function'));
});
