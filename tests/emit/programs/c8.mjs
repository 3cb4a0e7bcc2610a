// c8 (yargs 17): its own bin/c8.js starts when nobody asks.
import { createRequire } from 'node:module';
import { withAtip } from '@atip/emit';

/** Looks at files of this machine and prints. */
const READS = { filesystem: { read: true, write: false, delete: false }, network: false };

/** Runs code of the project, which may do anything. */
const RUNS = {
  filesystem: { read: true, write: true, delete: true },
  network: true,
  subprocess: true,
  destructive: false,
  reversible: true,
  cost: { billable: false },
  'x-runs': 'project',
};

const require = createRequire(import.meta.url);
const { buildYargs } = require('c8/lib/parse-args');
const { version } = require('c8/package.json');

// A report is written into --reports-dir, in the place of the last one.
const report = {
  ...READS,
  filesystem: { read: true, write: true, delete: false },
  destructive: false,
  reversible: true,
};
const effects = {
  '': { ...RUNS, 'x-runs': 'call', destructive: true, reversible: false },
  report,
  'check-coverage': READS,
};

withAtip(buildYargs(true), {
  effects,
  name: 'c8',
  version,
  description: 'Collects coverage with what is built into Node',
});
require('c8/bin/c8.js');
