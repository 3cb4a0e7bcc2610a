// needs: bwrap, git, curl, jq
// The tutorials, block by block as a reader would: files are written, commands run in one shell, and what they print is compared.
// Their modules use the built packages: `npm run build` comes before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';
import { IS_LONG } from '../long.ts';
import { type Block, listPages, readBlocks } from './read-blocks.ts';

/** The first has programs of Python, which tests/emit-python/guide.test.ts runs; the second needs a log on the network. */
const ELSEWHERE = ['docs/guides/speak-atip-other-languages.md', 'docs/concepts/trust.md'];
/** Left to the long run: most of the time of all pages, for commands that tests of the features try too. */
const LONG_PAGES = ['agent-developer', 'operator', 'security-reviewer', 'tool-author'].map(
  (name) => `docs/tutorials/${name}.md`,
);
const TUTORIALS = listPages()
  .filter((page) => IS_LONG || !LONG_PAGES.includes(page))
  .filter(
    (page) =>
      /^(?:docs\/(?:tutorials|guides|concepts)\/|docs\/index|packages\/cli|server\/README)/.test(page) &&
      !ELSEWHERE.includes(page),
  )
  .filter((page) => readBlocks(page).some(({ language }) => /^(?:sh|console|js|ts)$/.test(language)));

/** One thing that a reader does, as a script of bash. */
interface Step {
  readonly line: number;
  readonly script: string;
  /** Absent: nothing is said of what it prints. */
  readonly expected?: string;
}

test.each(TUTORIALS)('%s does what it says', { timeout: 180_000 }, async (page) => {
  // Not in /tmp, which a sandbox has of its own.
  const machine = mkdtempSync('/var/tmp/atip-tutorial-');
  onTestFinished(() => rmSync(machine, { recursive: true, force: true }));
  const home = layMachine(machine);
  const steps = stepsOf(readBlocks(page), machine);
  for (const [at, { script }] of steps.entries()) writeFileSync(join(machine, `step-${at}`), script);
  writeFileSync(join(machine, 'all'), steps.map((step, at) => runStep(machine, step, at)).join('\n'));
  await runAll(machine, home);
  const seen = steps.map(({ line }, at) => ({ line, printed: comparable(printedBy(machine, at), home) }));
  const wanted = steps.map(({ line, expected }, at) => ({
    line,
    printed: expected === undefined ? (seen[at]?.printed ?? '') : comparable(expected, home),
  }));
  expect(seen).toStrictEqual(wanted);
  expect(readFileSync(join(machine, 'failed'), 'utf8')).toBe('');
});

/** @returns the home: a directory `work` with the packages, and a PATH with `atip` and a `node` that takes TypeScript */
function layMachine(machine: string): string {
  const home = join(machine, 'home');
  for (const folder of ['home/work', 'bin']) mkdirSync(join(machine, folder), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(home, 'node_modules'));
  const program = (name: string, command: string, before = ''): void => {
    writeFileSync(join(machine, 'bin', name), `#!/bin/sh\n${before}exec ${command} "$@"\n`);
    chmodSync(join(machine, 'bin', name), 0o755);
  };
  const strip = `'${process.execPath}' --import '${ROOT}/tests/examples/strip-types.mjs'`;
  const types = 'typescript' in process.features ? '' : `case "$*" in *.ts*) exec ${strip} "$@" ;; esac\n`;
  program('node', `'${process.execPath}'`, types);
  // Discovery passes over a program that does not mention --agent.
  program('atip', `'${process.execPath}' '${ATIP}'`);
  return home;
}

function stepsOf(blocks: readonly Block[], machine: string): Step[] {
  return blocks.flatMap((block, at): Step[] => {
    const { language, title, text, line } = block;
    if (title === 'output') return [];
    if (title !== undefined) {
      const payload = join(machine, `file-${at}`);
      writeFileSync(payload, text);
      const target = title.replace(/^~/, '$HOME');
      return [
        {
          line,
          script: `mkdir -p "$(dirname "${target}")"; install -m ${text.startsWith('#!') ? 755 : 644} '${payload}' "${target}"`,
        },
      ];
    }
    if (language === 'sh') return [{ line, script: text }];
    if (language === 'console') return consoleSteps(block);
    if (language !== 'js' && language !== 'ts') return [];
    const module = join(machine, 'home/work', `.block-${at}.${language === 'ts' ? 'ts' : 'mjs'}`);
    writeFileSync(module, text);
    const next = blocks[at + 1];
    return [{ line, script: `node '${module}'`, ...(next?.title === 'output' && { expected: next.text }) }];
  });
}

/** `$ command`, continued by lines of `> `, and below it what it prints. */
function consoleSteps({ text, line }: Block): Step[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const starts = lines.flatMap((one, at) => (one.startsWith('$ ') ? [at] : []));
  return starts.map((start, index) => {
    const own = lines.slice(start, starts[index + 1]);
    const more = own.slice(1).findIndex((one) => !/^>(?: |$)/.test(one));
    const height = more < 0 ? own.length : more + 1;
    const script = own.slice(0, height).map((one) => one.slice(2));
    return { line: line + start, script: script.join('\n'), expected: own.slice(height).join('\n') };
  });
}

/** Sources the step, so that variables and jobs last; a server in the background is given time to say what the page shows. */
function runStep(machine: string, { line, script, expected = '' }: Step, at: number): string {
  const out = `'${machine}/out-${at}'`;
  const run = `. '${machine}/step-${at}' </dev/null >${out} 2>&1 || echo '${line}: exit code '$? >>'${machine}/failed'`;
  if (!/[^&]&\s*$/.test(script)) return run;
  const lines = expected.split('\n').filter((one) => one !== '').length;
  return `${run}\nfor try in $(seq 200); do sleep 0.1; [ "$(wc -l <${out})" -ge ${Math.max(lines, 1)} ] && break; [ ${lines} = 0 ] && [ $try = 50 ] && break; done`;
}

async function runAll(machine: string, home: string): Promise<void> {
  writeFileSync(join(machine, 'failed'), '');
  const env = {
    HOME: home,
    PATH: `${machine}/bin:/usr/bin:/bin`,
    XDG_DATA_DIRS: `${machine}/none`,
    USER: 'ada',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  // The ports that a page names are free in a network of its own, also while a companion of this machine listens there.
  const bash = ['--die-with-parent', '--dev-bind', '/', '/', '--unshare-net', 'bash', '--norc', '--noprofile'];
  const child = spawn('bwrap', [...bash, join(machine, 'all')], {
    cwd: join(home, 'work'),
    env,
    detached: true,
    stdio: 'ignore',
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch (error) {
      // Nothing of it is left.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  onTestFinished(end);
  await once(child, 'exit');
  end();
}

function printedBy(machine: string, at: number): string {
  return readFileSync(join(machine, `out-${at}`), 'utf8');
}

/** Without what differs from run to run. */
function comparable(text: string, home: string): string {
  return (
    text
      .replaceAll(home, '~')
      .replaceAll(join(dirname(home), 'bin/'), '/usr/local/bin/')
      .replaceAll(/[ \t]+$/gm, '')
      // Columns of a table are as wide as the path of this home.
      .replaceAll(/ {2,}(?=\S)/g, '  ')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
      .replaceAll(/^\d\d-\d\d \d\d:\d\d(?= )/gm, '<time>')
      .replaceAll(/\b\d+(?:\.\d+)? ?ms\b/g, '<duration>')
      .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, '<uuid>')
      .replaceAll(/\b[\da-f]{64}\b/g, '<sha256>')
      .replaceAll(/(?<=#k=)[\w-]{22}/g, '<code>')
      .replaceAll(/(?<=\bbubblewrap) \d+\.\d+\.\d+/g, '')
      .trim()
  );
}
