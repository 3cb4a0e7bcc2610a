// taze (cac): it parses as it is imported, so its program is taken when it parses.
import { CAC } from 'cac';
import { withAtip } from '@atip/emit';

// With --write it changes the versions in package.json, and with --install it runs the package manager.
const UPDATES = {
  filesystem: { read: true, write: true, delete: false },
  network: true,
  subprocess: true,
  destructive: false,
  reversible: true,
  cost: { billable: false },
  'x-runs': 'project',
};

const { parse } = CAC.prototype;
CAC.prototype.parse = function (...words) {
  const description = 'Tells which dependencies of a project have newer versions, and writes them down';
  return parse.apply(withAtip(this, { effects: { '': UPDATES }, description }), words);
};
await import('../../node_modules/taze/bin/taze.mjs');
