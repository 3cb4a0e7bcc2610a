// nuxi (citty): each of its commands is a promise.
import { withAtip } from '@atip/emit';
import { main } from 'nuxi';
import { ASKS, INSTALLS, READS, RUNS, WRITES } from './effects.mjs';

const DELETES = { ...WRITES, filesystem: { read: true, write: true, delete: true } };
/** Runs until it is stopped, and others on this machine can ask it. */
const SERVES = { ...RUNS, interactive: { stdin: 'optional', prompts: false, tty: false } };
const effects = {
  add: INSTALLS,
  'add-template': WRITES,
  analyze: SERVES,
  build: RUNS,
  // .nuxt, .output and caches, which a build makes again.
  cleanup: DELETES,
  _dev: SERVES,
  dev: SERVES,
  devtools: INSTALLS,
  generate: RUNS,
  info: { ...READS, subprocess: true },
  init: { ...INSTALLS, idempotent: false, interactive: { stdin: 'optional', prompts: true, tty: true } },
  'module add': INSTALLS,
  'module remove': INSTALLS,
  'module search': ASKS,
  prepare: RUNS,
  preview: SERVES,
  start: SERVES,
  test: RUNS,
  typecheck: RUNS,
  // With --force it removes the lock file and node_modules.
  upgrade: { ...INSTALLS, destructive: true, reversible: false },
};

if (withAtip(main, { effects }) === main) await import('nuxi/cli');
