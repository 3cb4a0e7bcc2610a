// Compiles the recipes of examples/emit for Go and Rust, and records what the programs print and do:
// node scripts/record-emit-examples.mjs. Run by hand, after a change to their sources; a test compares the recording with them.
// On Debian: apt-get install golang-go golang-github-spf13-cobra-dev cargo librust-clap-dev. Needs built packages.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkCall, parseTool } from '@atip/core';

const ROOT = join(import.meta.dirname, '..');
const CARGO = '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n';

/** Compiles each in a copy of its folder. @type {Record<string, (copy: string) => string>} returns the program's path */
const BUILDS = {
  cobra: (copy) => {
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(copy, '.cache') };
    execFileSync('/usr/bin/go', ['build', '-o', 'program', '.'], { cwd: copy, env, stdio: 'inherit' });
    return join(copy, 'program');
  },
  clap: (copy) => {
    writeFileSync(join(copy, 'debian.toml'), CARGO);
    const env = { PATH: '/usr/bin:/bin', HOME: copy };
    const args = ['--config', 'debian.toml', 'build', '--offline', '--quiet'];
    execFileSync('/usr/bin/cargo', args, { cwd: copy, env, stdio: 'inherit' });
    return join(copy, 'target/debug/shelf');
  },
};

const CALL = {
  id: '1',
  name: 'shelf_box_drop',
  arguments: { name: ['-y', 'two words'], shelf: 'a', label: ['x', '-z'], verbose: 2 },
};

/** @param {string} folder @returns {string} digest of its sources, by name and content */
function digestOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    if (file === 'recorded.json' || !statSync(join(folder, file)).isFile()) continue;
    hash.update(`${file}\n${readFileSync(join(folder, file), 'utf8')}\n`);
  }
  return `sha256:${hash.digest('hex')}`;
}

for (const [name, build] of Object.entries(BUILDS)) {
  const folder = join(ROOT, 'examples/emit', name);
  const copy = mkdtempSync(join(tmpdir(), 'atip-record-'));
  try {
    cpSync(folder, copy, { recursive: true });
    const program = build(copy);
    const document = JSON.parse(execFileSync(program, ['--agent'], { encoding: 'utf8' }));
    const { tool, issues } = parseTool(document);
    if (tool === undefined) throw new Error(issues.map(({ message }) => message).join('\n'));
    const { argv } = checkCall(CALL, [tool]);
    if (argv === undefined) throw new Error(`${name} has no argv for the call.`);
    const output = execFileSync(program, argv.slice(1), { encoding: 'utf8' });
    const recorded = { source: digestOf(folder), call: CALL, argv, output, document };
    const path = join(folder, 'recorded.json');
    writeFileSync(path, `${JSON.stringify(recorded, null, 2)}\n`);
    execFileSync('npx', ['biome', 'format', '--write', path], { cwd: ROOT });
    console.log(`${relative(ROOT, path)}: ${argv.join(' ')} → ${output.trim()}`);
  } finally {
    rmSync(copy, { recursive: true });
  }
}
