import { type AtipTool, type Decision, flattenCommands, POLICY_PRESETS, type ExecutionPolicy } from '@atip/core';
import { listKnown, loadKnown } from '@atip/registry';
import { checkLine } from '@atip/shell';
import { listShims } from '@atip/shims';
import { expect, test } from 'vitest';
import { createLineJudge, describeLine } from './judge-line.ts';

const PLACE = { cwd: '/work/project', home: '/nonexistent/home' };

/** Judges a line as the gate does on a machine where nobody has put a document. */
function judged(line: string, policy: ExecutionPolicy, env: Record<string, string> = {}) {
  const configuration = { settings: { policy, writable: [] } };
  const judge = createLineJudge({ env: { HOME: PLACE.home, PATH: '/usr/bin', ...env }, cwd: PLACE.cwd, configuration });
  return judge(line);
}

/** The decision where whatever the document says counts. */
function believed(line: string, tool: AtipTool | undefined, policy: ExecutionPolicy): Decision {
  return checkLine(line, tool ? [tool] : [], policy, PLACE).decision;
}

test.each([
  // Its row in the importers' table of programs says that it only looks.
  ['where -p git', 'where', POLICY_PRESETS.standard],
  // Nothing speaks against it, and this preset asks about nothing that is described.
  ['networkQuality -v', 'networkQuality', POLICY_PRESETS.open],
  // The rule names the command, and the line an alias that only the document knows.
  ['asar l a.asar', 'asar', { ...POLICY_PRESETS.standard, rules: [{ run: 'asar list', decision: 'allow' }] }],
] as const)('attack: believed, a guess would let %s run unasked; the gate asks', async (line, name, policy) => {
  expect(believed(line, loadKnown(name), policy)).toBe('allow');
  expect(believed(line, undefined, policy)).toBe('confirm');
  expect((await judged(line, policy)).decision).toBe('confirm');
});

test('the person is told which command it is, what it may harm and that this is a guess', async () => {
  const { decision, parts, reasons } = describeLine(await judged('bit remove x', POLICY_PRESETS.standard));
  const reason =
    'bit remove, as far as words tell, permanently destroys data. ' +
    'Nobody has judged "bit remove"; it is described as "Remove component(s) from the local workspace".';
  expect({ decision, reason: reasons.join(' ') }).toStrictEqual({ decision: 'confirm', reason });
  expect(parts).toStrictEqual([
    {
      ...{ start: 0, end: 12, program: 'bit', through: [], tool: 'bit', command: ['remove'], unknown: ['bit'] },
      effects: { destructive: true, deletes: ['bit'] },
      ...{ decision: 'confirm', rule: 'allowDestructive', reason },
    },
  ]);
});

test('a rule about the words of such a program counts as before, and no shims means no guesses either', async () => {
  const rules = [{ run: 'bit list', decision: 'allow' }] as const;
  expect((await judged('bit list', { ...POLICY_PRESETS.standard, rules: [...rules] })).decision).toBe('allow');
  const off = await judged('bit remove x', POLICY_PRESETS.standard, { ATIP_SHIMS: 'off' });
  expect(off.reasons).toStrictEqual(['Nobody describes "bit".']);
});

test('no command of any such program is decided more mildly than if nobody knew it', () => {
  const rank = (decision: Decision): number => ['allow', 'confirm', 'deny'].indexOf(decision);
  const shims = new Set(listShims());
  const milder: string[] = [];
  let lines = 0;
  for (const name of listKnown().filter((one) => !shims.has(one))) {
    const tool = loadKnown(name);
    if (tool === undefined) throw new Error(`${name} has no document`);
    const commands = flattenCommands(tool);
    for (const { path } of commands.filter((_, at) => at % 40 === 0)) {
      const line = [name, ...path].filter((word) => word !== '').join(' ');
      for (const [preset, policy] of Object.entries(POLICY_PRESETS)) {
        lines += 1;
        const settings = { ...PLACE, isGuessed: () => true };
        const { decision } = checkLine(line, [tool], policy, settings);
        if (rank(decision) < rank(believed(line, undefined, policy))) milder.push(`${preset}: ${line}`);
      }
    }
  }
  expect(milder).toStrictEqual([]);
  expect(lines).toBeGreaterThan(2_500);
});
