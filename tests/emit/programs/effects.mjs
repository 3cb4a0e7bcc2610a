// The effects of five programs of npm, as their documentation and sources tell.

/** Looks at files of this machine and prints. */
export const READS = { filesystem: { read: true, write: false, delete: false }, network: false };

/** Writes files that it can write again; a version control system brings back what was there. */
export const WRITES = {
  filesystem: { read: true, write: true, delete: false },
  network: false,
  destructive: false,
  reversible: true,
};

/** Asks a server, and changes nothing. */
export const ASKS = {
  filesystem: { read: true, write: false, delete: false },
  network: true,
  destructive: false,
  reversible: true,
  cost: { billable: false },
};

/** Changes something at a service that can be changed back. */
export const CHANGES = { ...ASKS, idempotent: false };

/** Removes something at a service for good. */
export const REMOVES = { ...ASKS, destructive: true, reversible: false };

/** Runs code of the project, which may do anything. */
export const RUNS = {
  filesystem: { read: true, write: true, delete: true },
  network: true,
  subprocess: true,
  destructive: false,
  reversible: true,
  cost: { billable: false },
  'x-runs': 'project',
};

/** Fetches packages and runs their scripts. */
export const INSTALLS = { ...RUNS, 'x-runs': 'call', idempotent: true };
