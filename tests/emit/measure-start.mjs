// `node tests/emit/measure-start.mjs [PAIRS] [FRAMEWORK]`: the time that `withAtip` adds to the start of a program, when nobody asks.
// Pairs of processes, in turns, so that both see the same machine; medians of their processor times, and of the differences, are told.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [, , pairs = '60', ONLY] = process.argv;
const PAIRS = Number(pairs);
const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/start-'));

const FRAMEWORKS = {
  commander: [
    `import { Command } from 'commander'; const program = new Command('x').version('1'); program.command('list').action(() => {});`,
    'PROGRAM.parse()',
  ],
  yargs: [
    `import yargs from 'yargs'; const program = yargs(process.argv.slice(2)).scriptName('x').command('list', 'l', {}, () => {});`,
    'PROGRAM.parse()',
  ],
  cac: [
    `import { cac } from 'cac'; const program = cac('x'); program.command('list', 'l').action(() => {});`,
    'PROGRAM.parse()',
  ],
  citty: [
    `import { runMain } from 'citty'; const program = { meta: { name: 'x' }, subCommands: { list: { run() {} } } };`,
    'await runMain(PROGRAM)',
  ],
  clipanion: [
    `import { Cli, Command } from 'clipanion'; class List extends Command { static paths = [['list']]; async execute() {} } const program = Cli.from([List]);`,
    'await PROGRAM.runExit(process.argv.slice(2))',
  ],
  oclif: [
    `import { Config, run } from '@oclif/core'; const program = await Config.load(${JSON.stringify(join(folder, 'oclif'))});`,
    `await run(['list'], PROGRAM)`,
  ],
};

function lay(name, text) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

lay(
  'oclif/package.json',
  '{ "name": "x", "version": "1.0.0", "type": "module", "oclif": { "bin": "x", "commands": "./commands" } }',
);
lay(
  'oclif/commands/list.js',
  `import { Command } from '@oclif/core'; export default class List extends Command { async run() {} }`,
);

/** Tells the processor time of its process as it ends; on a busy machine that is more steady than the clock. */
const meter = lay(
  'meter.mjs',
  `import { writeSync } from 'node:fs';
process.on('exit', () => { const { user, system } = process.cpuUsage(); writeSync(3, String(user + system)); });`,
);

function time(path) {
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe'];
  const { status, stderr, output } = spawnSync(process.execPath, ['--import', meter, path, 'list'], {
    encoding: 'utf8',
    stdio,
  });
  if (status !== 0) throw new Error(stderr);
  return Number(output[3]) / 1000;
}

function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}

/** @returns ms of the start without, the median of the differences, and the difference of the fastest */
function compare(bare, speaking) {
  const starts = [];
  const added = [];
  const least = { without: Infinity, withIt: Infinity };
  for (let at = 0; at < PAIRS; at += 1) {
    const [first, second] = at % 2 === 0 ? [bare, speaking] : [speaking, bare];
    const [one, other] = [time(first), time(second)];
    const [without, withIt] = at % 2 === 0 ? [one, other] : [other, one];
    starts.push(without);
    added.push(withIt - without);
    least.without = Math.min(least.without, without);
    least.withIt = Math.min(least.withIt, withIt);
  }
  return { start: median(starts), added: median(added), least: least.withIt - least.without };
}

try {
  for (const [name, [define, run]] of Object.entries(FRAMEWORKS)) {
    if (ONLY !== undefined && name !== ONLY) continue;
    const bare = lay(`${name}-bare.mjs`, `${define}\n${run.replace('PROGRAM', 'program')};`);
    const speaking = lay(
      `${name}-speaks.mjs`,
      `import { withAtip } from '@atip/emit';\n${define}\n${run.replace('PROGRAM', 'withAtip(program, { effects: { list: { network: false } } })')};`,
    );
    execFileSync(process.execPath, [speaking, '--agent'], { stdio: 'ignore' });
    const { start, added, least } = compare(bare, speaking);
    console.log(
      `${name.padEnd(10)} start ${start.toFixed(1)} ms, added ${added.toFixed(2)} ms (of the fastest starts: ${least.toFixed(2)} ms)`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
