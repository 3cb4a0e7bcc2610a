import { join } from 'node:path';
import { ROOT } from '../../architecture/read-imports.ts';
import { readFileSync } from 'node:fs';
import type { PageSettings } from '../page-settings.ts';

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

const HELP = `Usage: shout [options] TEXT

Say it louder.

Options:
  -n, --times N  how often
`;

const GIT: string = readFileSync(join(ROOT, 'web/src/samples/git.json'), 'utf8');

const RESPONSE = {
  choices: [
    {
      message: {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'git_log', arguments: '{"max-count":5}' } }],
      },
    },
  ],
};

export const settings: PageSettings = {
  atipPath: ['~/bin'],
  env: { ATIP_SHIMS: 'off' },
  files: {
    'bin/notes': `#!/bin/sh\ncase "$1" in --agent) printf '%s' '${JSON.stringify(NOTES)}' ;; *) echo "$*" ;; esac\n`,
    '.local/share/agent-tools/shims/git.json': GIT,
    'work/bad.json': BAD,
    'work/purge.json': JSON.stringify({ name: 'notes_purge', arguments: { 'older-than': '30d' } }),
    'work/call.json': JSON.stringify({ name: 'git_log', arguments: { 'max-count': 5 } }),
    'work/tool.json': JSON.stringify(NOTES),
    'work/old.json': JSON.stringify(NOTES),
    'work/new.json': JSON.stringify({ ...NOTES, version: '1.2.1' }),
    'work/help.txt': HELP,
  },
  // Two commits, and a companion that was started with --token-file, as the page says before it reads the token.
  before: `
    ln -s /usr/bin/git ~/bin/git
    ln -s '${ROOT}/server' server
    mkdir -p ~/.config/fish/completions
    git init --quiet --object-format=sha1
    git commit --quiet --allow-empty --message=Begin
    GIT_AUTHOR_DATE=2026-01-02T12:00:00Z GIT_COMMITTER_DATE=2026-01-02T12:00:00Z git commit --quiet --allow-empty '--message=Say what it is'
    /home/wrappers/atip serve --token-file --no-open >/dev/null &
    until test -s ~/.local/state/agent-tools/companion-4170.token; do sleep 0.05; done`,
  scope: {
    types: 'declare const documentText: string, response: unknown;',
    values: { documentText: GIT, response: RESPONSE },
  },
  standIns: { npm: 'npm.mjs', npx: 'npx.mjs', curl: 'edge-curl.mjs', atip: 'atip-serve.sh' },
};
