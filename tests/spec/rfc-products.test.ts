// needs: bwrap
// The RFC's examples and sentences about machines, with the command line as a person starts it.
import { expect, test } from 'vitest';
import { createHome } from '../home.ts';
import { block, printed, python, unused } from './rfc-blocks.ts';

/** The fields of 3.1, with what its three dots leave out. */
const ROOT_SCHEMA = {
  ...printed('3.1'),
  description: 'D',
  commands: { go: { description: 'Goes', effects: { destructive: false } } },
};

/** A program that answers `--agent` with a document, on stdout, and has something to say on stderr. */
const answering = (document: unknown, exit = 0): string => `#!/bin/sh
[ "$1" = --agent ] || { echo ran "$@"; exit 0; }
echo diagnostics >&2
echo '${JSON.stringify(document)}'
exit ${exit}
`;

/** The tools of `atip list --json` or `discover --json`: name, origin, trust. */
const tools = (out: string) =>
  JSON.parse(out).tools.map(({ name, origin, trust }: Record<string, unknown>) => [name, origin, trust]);

/** The programs that a scan left out, with the reason. */
const leftOut = (out: string) =>
  JSON.parse(out).skipped.map(({ source, code }: { source: string; code: string }) => [source.split('/').at(-1), code]);

test('ATIP-5.2-3 3.1, 5.2: a scan asks what is not on the skip list, and counts what answers with exit code 0', async () => {
  const machine = createHome();
  machine.program('mytool', answering(ROOT_SCHEMA));
  machine.program('failing', answering({ ...ROOT_SCHEMA, name: 'failing' }, 3));
  machine.program('broken', '#!/bin/sh\n[ "$1" = --agent ] && echo "{"\n');
  machine.program('skipped', answering({ ...ROOT_SCHEMA, name: 'skipped' }));
  machine.configure({ skip: ['skipped'] });
  // Of the others only those are asked that carry a marker (D16), as all of these do.
  expect(block('5.2')).toContain('if not in skip_list:');
  const scan = await machine.atip('list', '--refresh', '--json');
  expect(tools(scan.out)).toStrictEqual([['mytool', 'probed', 'community']]);
  expect(leftOut(scan.out)).toStrictEqual([
    ['broken', 'invalid-metadata'],
    ['failing', 'failed'],
    ['skipped', 'not-asked'],
  ]);
  expect(await machine.atip('run', 'mytool_go', '--yes')).toStrictEqual({ code: 0, out: 'ran go\n', err: '' });
});

/** Paths of the printed tree, under the directory that heads each of its parts. */
function printedPaths(): string[] {
  let base = '';
  let folder = '';
  return block('4')
    .split('\n')
    .flatMap((line) => {
      const [word = ''] = /[\w.$/-]+/.exec(line) ?? [];
      if (/^[$/]/.test(line)) base = word;
      else if (/^[├└]/.test(line) && word.endsWith('/')) folder = word;
      else if (word !== '') return [`${base}${/^[├└]/.test(line) ? '' : folder}${word}`];
      return [];
    });
}

test('ATIP-4-5 4: every file of the printed tree counts where it is printed', async () => {
  const data = '$XDG_DATA_HOME/agent-tools/';
  expect(printedPaths()).toStrictEqual([
    `${data}registry.json`,
    `${data}tools/gh.json`,
    `${data}tools/kubectl.json`,
    `${data}patterns/org-deploy.json`,
    `${data}shims/curl.json`,
    '$XDG_CONFIG_HOME/agent-tools/config.json',
    '$XDG_CONFIG_HOME/agent-tools/overrides/gh.json',
  ]);
  const machine = createHome();
  for (const name of ['gh', 'kubectl', 'curl']) machine.program(name, '#!/bin/sh\nprintf "%s|" "$@"\n');
  machine.document('gh', block('13.1'));
  machine.document('kubectl', { ...ROOT_SCHEMA, name: 'kubectl' });
  machine.shim('curl', printed('12.2'));
  machine.put('.local/share/agent-tools/patterns/org-deploy.json', block('3.9'));
  machine.put('.config/agent-tools/overrides/gh.json', { description: 'Mine' });
  machine.configure({ policy: { rules: [{ run: 'kubectl go', decision: 'deny' }] } });
  const scan = await machine.atip('list', '--refresh', '--json');
  expect(tools(scan.out)).toStrictEqual([
    ['gh', 'tools', 'user'],
    ['kubectl', 'tools', 'user'],
    ['curl', 'shims', 'user'],
  ]);
  const { tools: found, patterns } = JSON.parse(scan.out);
  expect(found[0].description).toBe('Mine');
  expect(patterns).toMatchObject([{ name: 'feature-branch-workflow' }]);
  // Preferences of config.json hold for a call; the shim of 12.2 and the argv of 6.1 run.
  const merge = ['run', 'gh_pr_merge', 'number=42'];
  const [denied, got, merged, asked] = await machine.atipEach(
    ['run', 'kubectl_go', '--yes'],
    ['run', 'curl', 'request=GET', '--yes'],
    [...merge, '--yes'],
    merge,
  );
  expect([denied?.code, asked?.code]).toStrictEqual([3, 3]);
  // Ours describe curl and gh, too: a call that both know is written as ours writes it.
  expect(got).toStrictEqual({ code: 0, out: '--request|GET|', err: '' });
  expect(merged).toStrictEqual({ code: 0, out: 'pr|merge|--|42|', err: '' });
});

test('ATIP-8.3-4 the printed pattern is listed, told to models', async () => {
  const machine = createHome();
  const command = (type: string, name: string) => ({
    ...{ description: 'D', effects: { destructive: false } },
    options: [{ name, type, flags: [name.length > 1 ? `--${name}` : `-${name}`], description: 'D' }],
  });
  const root = { atip: '0.4', version: '1', description: 'D' };
  machine.document('git', { ...root, name: 'git', commands: { checkout: command('string', 'b') } });
  const pr = { description: 'P', commands: { create: command('boolean', 'fill') } };
  machine.document('gh', { ...root, name: 'gh', commands: { pr } });
  machine.put('.local/share/agent-tools/patterns/org-deploy.json', block('3.9'));
  expect((await machine.atip('show', 'feature-branch-workflow')).out).toContain(
    '1. git checkout -b {branch}  (Create branch)',
  );
  expect(
    (await machine.atip('compile', '--prompt', 'git', 'gh')).out,
  ).toContain(`- feature-branch-workflow (branch): Create feature branch, make changes, open PR
  1. git checkout -b {branch} (Create branch)
  2. gh pr create --fill (Open PR)`);
});

test('12.1 the minimal implementation is found, compiled and run', async () => {
  const machine = createHome();
  const program = block('12.1');
  const data = python(`${program}\nprint(json.dumps(ATIP_METADATA))`);
  const document = {
    ...{ atip: '0.1', name: 'mytool', version: '1.0.0', description: 'Does something useful' },
    commands: {
      run: {
        description: 'Execute main function',
        options: [{ name: 'verbose', flags: ['-v'], type: 'boolean', description: 'Verbose output' }],
        effects: { idempotent: true, network: false },
      },
    },
  };
  expect(data ?? document).toStrictEqual(document);
  const interpreter = python('import json, sys\nprint(json.dumps(sys.executable))');
  machine.program('mytool', interpreter === undefined ? answering(document) : `#!${interpreter}\n${program}`);
  expect(tools((await machine.atip('list', '--refresh', '--json')).out)).toStrictEqual([
    ['mytool', 'probed', 'community'],
  ]);
  const compiled = await machine.atip('compile', 'mytool', '--to', 'anthropic');
  expect(JSON.parse(compiled.out)).toStrictEqual([
    {
      name: 'mytool_run',
      description: 'Execute main function',
      input_schema: {
        type: 'object',
        properties: { verbose: { type: 'boolean', description: 'Verbose output' } },
        required: [],
      },
    },
  ]);
  // Its author does not say whether it destroys data, so a person has to approve.
  expect((await machine.atip('run', 'mytool_run', 'verbose=true', '--yes')).code).toBe(0);
});

test('no printed example is left out', () => {
  expect(unused(/^(?:3\.1$|4|5|12\.1)/)).toStrictEqual([]);
});
