import type { FoundTool, SkippedTool, ToolOrigin, ToolScan } from '@atip/node';
import { expect, test } from 'vitest';
import { createToolCatalog, findTool, toolsOf, createActiveDiscovery } from './tool-catalog.ts';

function found(name: string, origin: ToolOrigin): FoundTool {
  const tool = { atip: { version: '0.4' }, name, version: '1', description: origin };
  return { tool, origin, source: `/${origin}/${name}`, hash: 'sha256:0', issues: [] };
}

const SKIPPED: SkippedTool = { source: '/shims/bad.json', code: 'symlink', reason: 'It is a symbolic link.' };

test('a tool is found by its own name alone', async () => {
  const catalog = await createToolCatalog(async () => ({ found: [found('gh', 'tools')], skipped: [SKIPPED] }));
  const scan = catalog.current();
  expect([findTool(scan, 'gh')?.origin, findTool(scan, 'toString'), scan.skipped]).toStrictEqual([
    'tools',
    undefined,
    [SKIPPED],
  ]);
});

test('what an overview left out is asked for once, and again only of another program', async () => {
  const executable = { path: '/bin/kc', foundAs: '/bin/kc', hash: 'sha256:1', stamp: '1' } as const;
  const overview = (hash: 'sha256:1' | 'sha256:2'): FoundTool => {
    const one = found('kc', 'probed');
    const commands = { pods: { description: 'Pods' }, nodes: { description: 'Nodes' } };
    return {
      ...one,
      executable: { ...executable, hash },
      tool: { ...one.tool, partial: true, filter: { depth: 1 }, commands },
    };
  };
  let known = overview('sha256:1');
  const asked: unknown[] = [];
  const catalog = await createToolCatalog(async (load) => {
    if (load) asked.push(load.wanted?.(known.tool));
    return { found: [known], skipped: [] };
  });
  await catalog.load(() => []);
  await catalog.load(() => ['pods']);
  await catalog.load(() => ['pods']);
  await catalog.load(() => undefined);
  expect(asked).toStrictEqual([['pods'], undefined]);
  known = overview('sha256:2');
  await catalog.refresh();
  await catalog.load(() => ['pods']);
  expect(asked).toStrictEqual([['pods'], undefined, ['pods']]);
});

test('a refresh that began earlier does not undo one that began later', async () => {
  const answers: ((names: readonly string[]) => void)[] = [];
  const scan = () =>
    new Promise<ToolScan>((resolve) => {
      answers.push((names) => resolve({ found: names.map((name) => found(name, 'tools')), skipped: [] }));
    });
  const creating = createToolCatalog(scan);
  answers[0]?.([]);
  const catalog = await creating;
  const [slow, quick] = [catalog.refresh(), catalog.refresh()];
  answers[2]?.(['a', 'b']);
  expect(toolsOf(await quick).map(({ name }) => name)).toStrictEqual(['a', 'b']);
  answers[1]?.(['a']);
  expect(toolsOf(await slow).map(({ name }) => name)).toStrictEqual(['a', 'b']);
  expect(toolsOf(catalog.current()).map(({ name }) => name)).toStrictEqual(['a', 'b']);
});

const code = (action: () => unknown): unknown => {
  try {
    return action();
  } catch (error) {
    return error instanceof Error && 'problem' in error ? error.problem : error;
  }
};

test('shutting down ends the one that runs and waits for it; none begins after', async () => {
  const discovery = createActiveDiscovery();
  const running = discovery.begin();
  let ended = false;
  running.signal.addEventListener('abort', () => {
    queueMicrotask(() => {
      ended = true;
      running.finish();
    });
  });
  await discovery.shutdown();
  expect(ended).toBe(true);
  expect(code(() => discovery.begin())).toMatchObject({ status: 503, code: 'shutting-down' });
  await discovery.shutdown();
});

test('what is not delegated is not in it, also after a refresh', async () => {
  const delegations = [{ delegation: { allowedTools: ['gh'] }, origin: 'of d.json' }];
  const scan = async () => ({ found: [found('gh', 'tools'), found('curl', 'shims')], skipped: [] });
  const catalog = await createToolCatalog(scan, { delegations });
  const names = () => toolsOf(catalog.current()).map(({ name }) => name);
  expect(names()).toStrictEqual(['gh']);
  await catalog.refresh();
  expect(names()).toStrictEqual(['gh']);
});
