// Commands, as processor time over that of `node -e 0`, in a home that has discovered and has a configuration.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTools, processorTimes, start } from './measure.mjs';

export async function measureStarts(atip, home) {
  const cwd = join(home, 'project');
  const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' };
  mkdirSync(cwd);
  execFileSync('git', ['init', '--quiet', cwd]);
  const configuration = join(home, '.config/agent-tools');
  mkdirSync(configuration, { recursive: true });
  const rule = { run: 'git push', given: ['force'], decision: 'deny', reason: 'others have pulled it' };
  const fresh = join(home, 'fresh');
  mkdirSync(fresh);
  writeFileSync(join(configuration, 'config.json'), JSON.stringify({ policy: { preset: 'standard', rules: [rule] } }));
  writeFileSync(join(cwd, 'call.json'), JSON.stringify({ id: '1', name: 'git_status', arguments: {} }));
  const large = join(home, 'large');
  makeLarge(large);

  const run = (...args) => start(process.execPath, [atip, ...args], { cwd, env });
  const hook = (command, at = cwd, HOME = home) => {
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command }, cwd: at });
    return start(process.execPath, [atip, 'gate', '--hook', 'claude-code'], { cwd: at, env: { ...env, HOME }, input });
  };
  const serve = (program, ...args) => start(process.execPath, [program, ...args], { cwd, env, talk: listTools });
  const other = join(import.meta.dirname, 'node_modules/@cyanheads/git-mcp-server/dist/index.js');
  const node = () => start(process.execPath, ['-e', '0'], { env });

  const cold = await processorTimes({ node, 'list --refresh, cold': () => run('list', '--refresh') }, 1);
  // One start of node is too short to be measured alone.
  const base = (await processorTimes({ node }, 20)).node;
  const often = await processorTimes(
    {
      node,
      '--version': () => run('--version'),
      '--help': () => run('--help'),
      'gate LINE': () => run('gate', 'git status'),
      'TAB after `show j`': () => run('completion', 'words', 'bash', '--', ' ', 'atip show j'),
      rules: () => run('rules'),
      list: () => run('list'),
      'show jq': () => run('show', 'jq'),
      'compile jq': () => run('compile', 'jq', '--to', 'openai'),
      'hook, fresh home': () => hook('git status', cwd, fresh),
      'hook, configured and discovered': () => hook('git status'),
      'hook, `npx tsc` in 50,000 files': () => hook('npx tsc', large),
      check: () => run('check', 'call.json'),
      'show git': () => run('show', 'git'),
      'compile git': () => run('compile', 'git', '--to', 'openai'),
      'run git_status, in the sandbox': () => run('run', 'git_status'),
    },
    12,
  );
  const seldom = await processorTimes(
    {
      doctor: () => run('doctor'),
      'list --refresh, warm': () => run('list', '--refresh'),
      'mcp --tools git:status,log, first list': () => serve(atip, 'mcp', '--tools', 'git:status,log'),
      'mcp --tools git, first list': () => serve(atip, 'mcp', '--tools', 'git'),
      '@cyanheads/git-mcp-server, first list': () => serve(other),
    },
    5,
  );
  const { node: _first, ...coldly } = cold;
  const { node: often1, ...many } = often;
  return [
    ...Object.entries(many).map(([name, ms]) => [name, ms / often1]),
    ...Object.entries({ ...seldom, ...coldly }).map(([name, ms]) => [name, ms / base]),
  ];
}

/** A project of 50,000 files that has TypeScript. */
function makeLarge(directory) {
  for (let folder = 0; folder < 500; folder += 1) {
    const place = join(directory, `src/part-${folder}`);
    mkdirSync(place, { recursive: true });
    for (let file = 0; file < 100; file += 1) writeFileSync(join(place, `file-${file}.ts`), '');
  }
  const bin = join(directory, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'tsc'), "#!/usr/bin/env node\nconsole.log('0')\n", { mode: 0o755 });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ devDependencies: { typescript: '7' } }));
  writeFileSync(join(directory, 'tsconfig.json'), '{}');
  execFileSync('git', ['init', '--quiet', directory]);
}
