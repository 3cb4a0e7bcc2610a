// needs: bwrap
// What decides about programs, and what is on record of them: no program changes it, wherever it is started.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createHousehold } from './held-run.ts';

const OURS: Readonly<Record<string, string>> = {
  'home/.config/agent-tools/config.json': '{ "policy": { "preset": "read-only" } }',
  'home/.config/agent-tools/overrides/git.json': '{}',
  'home/.local/share/agent-tools/tools/mine.json': '{}',
  'home/.local/share/agent-tools/audit-logs.jsonl': 'logs',
  'home/.cache/agent-tools/probe.json': '{}',
  'home/.local/state/agent-tools/trusted-projects.json': '{}',
  'home/.local/state/agent-tools/audit.jsonl': 'record',
};
/** Over it, beside it and moved away, by a link, and with all that lies around it. */
const ATTACK = `for f in "$@"; do d=\${f%/*}; { echo EVIL > "$f"; rm -rf "$f"; mv "$d" "$d.old"; mkdir -p "$d"; echo EVIL > "$f"
ln -sfn /tmp "$d"; mv "\${d%/*}" "\${d%/*}.old"; mkdir -p "$d"; echo EVIL > "$f"; }; done 2>/dev/null; true`;
const STARTS =
  'home home/.config home/.config/agent-tools home/.config/agent-tools/overrides home/.local home/.local/share home/.local/share/agent-tools home/.local/state home/.cache home/settings';

test.each(STARTS.split(' '))('a program that is started in %s', async (start) => {
  const { at, lay, byTool } = await createHousehold(start === 'home/settings' ? { XDG_CONFIG_HOME: start } : {});
  const ours = start === 'home/settings' ? { 'home/settings/agent-tools/config.json': '{}' } : OURS;
  lay({ ...ours, [`${start}/`]: '' });
  const { report } = await byTool('/bin/sh', ['-c', ATTACK, 'sh', ...Object.keys(ours).map(at)], { cwd: at(start) });
  expect(report.applied).toBe(true);
  for (const [name, text] of Object.entries(ours))
    expect([name, readFileSync(at(name), 'utf8')]).toStrictEqual([name, text]);
});

const MAKE = 'mkdir -p "$2"; echo EVIL > "$1"; mv "$3" "$3.old"; mkdir -p "$2"; echo EVIL > "$1"';
const LINK = 'mkdir x; echo EVIL > x/config.json; ln -s x "$2"';

test.each([
  ['.config', '.config', 'config.json'],
  ['.local/share', '.local/share', 'config.json'],
  ['.cache', '.cache', 'config.json'],
  ['.local/state', '.local/state', 'trusted-projects.json'],
  ['.local', '.local/state', 'trusted-projects.json'],
])('one that is started in %s and makes what is not there yet in %s', async (start, parent, name) => {
  const { at, lay, byTool } = await createHousehold();
  lay({ [`home/${parent}/`]: '' });
  const directory = at(`home/${parent}/agent-tools`);
  const places = [`${directory}/${name}`, directory, at(`home/${parent}`)];
  for (const script of [MAKE, LINK]) {
    await byTool('/bin/sh', ['-c', script, 'sh', ...places], { cwd: at(`home/${start}`) });
    expect([
      existsSync(`${directory}/${name}`),
      lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink(),
    ]).not.toContain(true);
  }
});
