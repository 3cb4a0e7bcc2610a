import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';

const BEGIN = '<!-- transcript: written by npm run transcript -->';
const END = '<!-- /transcript -->';

/** A program that describes itself. It only speaks: what it is asked to do it says. */
const NOTES = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.2.0',
  description: 'Keep notes',
  trust: { source: 'native' },
  commands: {
    list: {
      description: 'List notes',
      effects: { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false },
    },
    purge: {
      description: 'Delete all notes',
      options: [{ name: 'older-than', flags: ['--older-than'], type: 'string', description: 'Only older ones: 30d' }],
      effects: {
        filesystem: { read: true, write: true, delete: true },
        network: false,
        destructive: true,
        reversible: false,
      },
    },
  },
};

const BAD = `{
  "atip": { "version": "0.4" },
  "name": "notes",
  "version": "1.2.0",
  "description": "Keep notes",
  "commands": {
    "purge": {
      "description": "Delete all notes",
      "options": [{ "name": "older-than", "flags": "--older-than", "type": "date", "description": "Only older ones" }],
      "effects": { "destructive": "yes" }
    }
  }
}
`;

/** What is typed, in this order. */
const LINES: readonly string[] = [
  'atip discover',
  'atip validate bad.json',
  'atip compile notes --to anthropic --commands purge',
  'atip run git_log max-count=2 oneline=true',
  'atip check call.json',
  'atip run notes_purge older-than=30d; echo "exit code $?"',
];

/**
 * Plays a session on a machine made for it and gives what the terminal would show.
 *
 * The machine's home is written `~`, and the version of its sandbox is left out; nothing else is changed.
 * @param cli absolute path of the command line as one file
 */
export function playTranscript(cli: string): string {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'atip-transcript-')));
  try {
    const env = createMachine(home, cli);
    const cwd = join(home, 'work');
    const shown = LINES.map((line) => {
      const said = execFileSync('/bin/sh', ['-c', `{ ${line}; } 2>&1; true`], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return `$ ${line}\n${said.toString('utf8')}`;
    });
    return shown
      .join('\n')
      .replaceAll(home, '~')
      .replace(/(Sandbox: bubblewrap) [\d.]+/, '$1');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Puts a transcript where the README has one. @throws Error when it has no place for it */
export function insertTranscript(readme: string, transcript: string): string {
  const [start, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`The README needs the lines ${BEGIN} and ${END}.`);
  return `${readme.slice(0, start)}${BEGIN}\n\n\`\`\`console\n${transcript}\`\`\`\n\n${readme.slice(end)}`;
}

/** Makes a PATH of two programs, a repository with two commits, a document that is wrong, and a call. */
function createMachine(home: string, cli: string): Record<string, string> {
  const [bin, work, shims] = [join(home, 'bin'), join(home, 'work'), join(home, '.local/share/agent-tools/shims')];
  for (const directory of [bin, work, shims]) mkdirSync(directory, { recursive: true });
  const env = {
    HOME: home,
    PATH: bin,
    XDG_DATA_DIRS: join(home, 'none'),
    ATIP_SHIMS: 'off',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  };
  const script = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}`);
    chmodSync(join(bin, name), 0o755);
  };
  script('notes', `case "$1" in --agent) printf '%s' '${JSON.stringify(NOTES)}' ;; *) echo "$*" ;; esac\n`);
  symlinkSync('/usr/bin/git', join(bin, 'git'));
  copyFileSync(join(ROOT, 'web/src/samples/git.json'), join(shims, 'git.json'));
  writeFileSync(join(work, 'bad.json'), BAD);
  writeFileSync(join(work, 'call.json'), JSON.stringify({ name: 'notes_purge', arguments: { 'older-than': '30d' } }));
  commit(work, env, 'Begin', '2026-01-01T12:00:00Z');
  commit(work, env, 'Say what it is', '2026-01-02T12:00:00Z');
  // Not on the PATH of what is run, and no program among those that are looked at.
  const own = join(home, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'atip'), `#!/bin/sh\nPATH='${bin}' exec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(join(own, 'atip'), 0o755);
  return { ...env, PATH: own };
}

function commit(cwd: string, env: Readonly<Record<string, string>>, message: string, date: string): void {
  const who = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'A. Tester'],
    [`GIT_${role}_EMAIL`, 'a@example.com'],
    [`GIT_${role}_DATE`, date],
  ]);
  const run = (...args: readonly string[]) =>
    execFileSync('/usr/bin/git', args, {
      cwd,
      env: {
        ...env,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'init.defaultBranch',
        GIT_CONFIG_VALUE_0: 'main',
        ...Object.fromEntries(who),
      },
    });
  run('init', '--quiet', '--object-format=sha1');
  run('commit', '--quiet', '--allow-empty', `--message=${message}`);
}
