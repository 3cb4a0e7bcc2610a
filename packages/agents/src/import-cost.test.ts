import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Writes each module's address to stderr as it is resolved. */
const LOADER = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  writeSync(2, found.url + '\\n');
  return found;
}
`)}`;
const REGISTER = `data:text/javascript,${encodeURIComponent(`
import { register } from 'node:module';
register(${JSON.stringify(LOADER)});
`)}`;

/** The packages of this repository that a program loads. */
function loadedBy(program: string): string[] {
  const { stderr, status } = spawnSync(process.execPath, ['--import', REGISTER, '--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return [...new Set([...stderr.matchAll(/\/(?:packages|@atip)\/(\w+)\//g)].map(([, name]) => name ?? ''))].sort();
}

test.each(['@atip/agents', '@atip/agents/ai-sdk', '@atip/agents/openai-agents', '@atip/agents/langchain'])(
  'importing %s loads nothing that runs programs, until tools are made',
  (name) => {
    expect(loadedBy(`await import('${name}')`)).toStrictEqual(['agents', 'core']);
  },
);

test('making tools loads it', () => {
  const program = `const { createAgentTools } = await import('@atip/agents');
    await createAgentTools({ provider: 'openai', tools: {} });`;
  expect(loadedBy(program)).toEqual(expect.arrayContaining(['agents', 'core', 'node', 'shell']));
});
