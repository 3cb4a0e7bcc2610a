// needs: bwrap
// Two programs of npm, their published code unchanged, speak ATIP: compiled, run in the sandbox, and asked about by the gate.
// They use the packages as built: `npm run build` comes before.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AtipTool,
  checkProviderTools,
  checkTool,
  compile,
  flattenCommands,
  parseTool,
  POLICY_PRESETS,
} from '@atip/core';
import { createExecutor } from '@atip/node';
import { checkLine } from '@atip/shell';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const folder = mkdtempSync('/var/tmp/atip-real-');
afterAll(() => rmSync(folder, { recursive: true }));
const [bin, work] = [join(folder, 'bin'), join(folder, 'work')];

function lay(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A project in which each of the programs has something to look at. */
lay(join(work, 'package.json'), '{ "name": "x", "version": "1.0.0" }');
mkdirSync(join(work, 'coverage/tmp'), { recursive: true });
function layProgram(name: string): string {
  const script = join(ROOT, 'tests/emit/programs', `${name}.mjs`);
  lay(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(join(bin, name), 0o755);
  return script;
}

function documentOf(name: string): AtipTool {
  const stdout = execFileSync(process.execPath, [layProgram(name), '--agent'], { cwd: work, encoding: 'utf8' });
  const { tool, issues } = parseTool(stdout);
  expect(issues).toStrictEqual([]);
  if (tool === undefined) throw new Error(`${name} wrote no document.`);
  expect(checkTool(tool, stdout).filter(({ severity }) => severity !== 'info')).toStrictEqual([]);
  return tool;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><!-- x --><g></g></svg>';

test.each([
  {
    name: 'svgo',
    size: [1, 17],
    call: { name: 'svgo', arguments: { string: SVG } },
    prints: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    lines: { "svgo --string '<svg/>' --output x.svg": 'confirm', 'svgo --frobnicate': 'confirm' },
  },
  {
    name: 'c8',
    size: [3, 40],
    call: { name: 'c8_report', arguments: { reporter: 'text-summary' } },
    prints: 'Coverage summary',
    lines: { 'c8 check-coverage --lines 90': 'allow', 'c8 --clean node x.js': 'confirm' },
  },
])('$name', async ({ name, size, call, prints, lines }) => {
  const tool = documentOf(name);
  const commands = flattenCommands(tool);
  const options = commands.flatMap(({ metadata }) => metadata.options ?? []).length + (tool.globalOptions ?? []).length;
  expect([commands.length, options]).toStrictEqual(size);
  expect(commands.filter(({ effects }) => Object.keys(effects).length === 0)).toStrictEqual([]);

  for (const provider of ['openai', 'anthropic', 'gemini'] as const) {
    const { tools, issues } = compile([tool], provider);
    expect([provider, tools.length, issues.filter(({ severity }) => severity === 'error')]).toStrictEqual([
      provider,
      commands.length,
      [],
    ]);
    expect(checkProviderTools(provider, tools)).toStrictEqual([]);
  }

  const executor = createExecutor({
    tools: [tool],
    policy: { ...POLICY_PRESETS.open, sandbox: 'required' },
    env: { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: join(folder, 'home') },
    execution: { cwd: work },
    readable: [ROOT],
  });
  const { raw } = await executor.execute({ id: '1', ...call });
  const said = `${raw.stdout}${raw.stderr}`.includes(prints);
  expect([raw.exitCode, said, raw.sandbox?.kind]).toStrictEqual([0, true, 'bubblewrap']);

  const decisions = Object.keys(lines).map((line) => [
    line,
    checkLine(line, [tool], POLICY_PRESETS.standard, { cwd: work }).decision,
  ]);
  expect(Object.fromEntries(decisions)).toStrictEqual(lines);
});
