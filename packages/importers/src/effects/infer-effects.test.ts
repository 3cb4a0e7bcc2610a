import { expect, test } from 'vitest';
import { inferEffects } from './infer-effects.ts';

const effectsOf = (path: string, description = '', options: unknown = []) =>
  inferEffects({ path: path.split(' '), description, options }).effects;

const RUNS = { subprocess: true, 'x-runs': 'call' };
const SENDS = { network: true, modifies: ['remote data'], 'x-sends': 'given' };
const READS = { filesystem: { write: false, delete: false }, destructive: false };

test.each<[string, string, object]>([
  ['gh repo delete', '', { destructive: true, deletes: ['repo'] }],
  ['gh repo delete', 'View auth status, then list', { destructive: true, deletes: ['repo'] }],
  ['gh auth logout', '', { modifies: ['auth'] }],
  ['vm server shutdown', 'Shut a server down', { modifies: ['server'], 'x-ends': 'processes' }],
  ['oci gc', 'Collects garbage of an image', { destructive: true, deletes: ['oci'] }],
  ['gh pr list', 'List pull requests', READS],
  ['tool listThings', '', READS],
  ['tool netlify:sites:delete', '', { destructive: true, deletes: ['netlify sites'] }],
  ['tool repo create', '', { creates: ['repo'] }],
  ['tool list-and-delete', '', { destructive: true, deletes: ['list and'] }],
  ['tool delete thing', '', { destructive: true, deletes: ['thing'] }],
  ['tool list thing', '', {}],
  ['tool get-credentials', '', { 'x-reveals': 'credentials' }],
  ['tool frobnicate', 'Reads things only', READS],
  ['frobnicate', 'Reads things only', {}],
  ['tool frobnicate', 'Waits for the jobs and clean up the store', {}],
  ['tool frobnicate', 'Permanently deletes everything', { destructive: true, deletes: ['frobnicate'] }],
  ['tool list', 'List, create, or delete branches', { destructive: true, deletes: ['list'] }],
  ['tool list', 'List deleted items', READS],
  ['tool get', 'Download a file', { modifies: ['get'] }],
  ['tool update', 'Removes what is old', { modifies: ['tool'], destructive: true, deletes: ['update'] }],
  ['tool show', 'Does not delete anything', READS],
  ['list', '', {}],
  ['run', '', RUNS],
  ['cat', '', {}],
  ['constructor', '', {}],
])('%s (%s)', (path, description, expected) => {
  expect(effectsOf(path, description)).toStrictEqual(expected);
});

const ANYTHING = {
  filesystem: { write: true, delete: true },
  network: true,
  ...RUNS,
  destructive: true,
  reversible: false,
};

test.each<[string, string, object]>([
  ['tool label_get', '', READS],
  ['tool list-backup', '', READS],
  ['tool set-read-only', '', { modifies: ['read only'] }],
  ['tool mark_as_read', '', { modifies: ['as read'] }],
  ['tool bump-version', '', {}],
  ['tool job-status', 'Shows the status of a job', READS],
  ['tool generate', 'Generates code', {}],
  ['tool fetch', 'Fetch a page and print it', READS],
  ['tool check', 'Check out a branch', {}],
  ['tool check', 'Checks whether it is there', READS],
  ['tool query', 'Query the database', READS],
  ['tool ask', 'Query the database', {}],
  ['tool user', 'The User operation returns one user', READS],
  ['tool get', 'Get modules and update go.mod', { modifies: ['get'] }],
  ['tool list', 'Lists branches, tags, and updates', READS],
  ['tool show', 'Show how to create, update and delete it', READS],
  ['tool show', 'End of support in 2027. Shows it', READS],
  ['tool show', 'Show it. Use rm to delete it', READS],
  ['tool show', 'Shows it. This action applies only to files', READS],
  ['tool info', 'Shows tests. Writes them to files', { modifies: ['info'] }],
  ['tool info', 'Shows it. It also resets the count', { destructive: true, deletes: ['info'] }],
  ['tool status', 'Show it; will remove stale locks', { destructive: true, modifies: ['status'] }],
  ['tool update', 'Update it. This cannot be undone', { modifies: ['tool', 'update'], destructive: true }],
  ['tool save', 'Create a file or completely overwrite one', { modifies: ['tool', 'save'], destructive: true }],
  ['tool edit_file', '', { filesystem: { write: true }, destructive: true }],
  ['tool push', '', { ...SENDS, modifies: ['tool'] }],
  ['tool stats', 'Counts and sends them', { ...SENDS, modifies: ['stats'] }],
  ['tool put-object', 'Writes an object', { destructive: true, modifies: ['object'] }],
  ['tool page', 'Write a new page', { modifies: ['page'] }],
  ['tool run_query', '', ANYTHING],
  ['tool page', 'Evaluate JavaScript on a page', ANYTHING],
  ['tool task', 'Runs a task', RUNS],
  ['tool auth', 'Print the access token', { 'x-reveals': 'credentials' }],
  ['tool auth', 'Get the status of a token', READS],
  ['tool list', 'List tokens', READS],
])('words of a name, and of a description: %s (%s)', (path, description, expected) => {
  expect(effectsOf(path, description)).toStrictEqual(expected);
});

const LOOKS: readonly (readonly [path: string, description: string])[] = [
  ['t completion', 'Generate the autocompletion script for the shell'],
  ['t completion zsh', 'Output shell completion code for zsh'],
  ['t schema', 'Generate the JSON schema of the configuration'],
  ['t manpage', 'Generate the man page'],
  ['t env', 'Output the environment as shell exports'],
  ['t render', 'Render the templates to standard output'],
  ['t check', 'Check the project for errors'],
  ['t check', 'Check the configuration and report any problems'],
  ['t lint', 'Lint the sources'],
  ['t audit', 'Audit dependencies for known vulnerabilities'],
  ['t doctor', 'Check your system for potential problems'],
  ['t doctor', 'Run diagnostics'],
  ['t verify', 'Verify the integrity of the cache'],
  ['t watch', 'Watch a run until it completes'],
  ['t reset status', 'Show the status of the reset'],
  ['t deploy plan', 'Show what would be deployed'],
  ['t l', 'Alias for `list`'],
  ['t unread', 'Fetch unread messages (read-only)'],
  ['t health', 'Server health. This is a read-only operation.'],
  ['t frob', 'Not implemented'],
  ['t list', '(Beta) List the items'],
  ['t pull_request_read', 'Get a pull request'],
];

test.each(LOOKS)('only looks, checks or prints: %s (%s)', (path, description) => {
  expect(effectsOf(path, description)).toStrictEqual(READS);
});

test.each([
  ['t completion', 'Generate completions and write them to the completions directory'],
  ['t client', 'Generate a client'],
  ['t schema', 'Generate the schema and save it to a file'],
  ['t manpages', 'Generate man pages into a directory'],
  ['gpio output', 'Output a high level on a pin'],
  ['t out', 'Output the access token'],
  ['t check', 'Check a box on the page'],
  ['t check', 'Check off an item'],
  ['t check', 'Check the firmware version and flash the device'],
  ['t scan', 'Scan for devices and pair with them'],
  ['t verify', 'Verify an email address'],
  ['t verify', 'Check the cache for damage and delete entries'],
  ['t lint', 'Lint and fix files'],
  ['t checks', 'Run all checks of the pull request'],
  ['t freeze', 'Freeze the database (read-only)'],
  ['t purge', 'Purge the cache (read-only)'],
  ['t define', 'Define a read-only tool'],
  ['t delete', 'Not implemented'],
  ['t reset plan', 'Reset the plan'],
  ['t create list', 'Create a list'],
  ['t x', 'Alias for t repo delete'],
  ['t emit', 'Emit an event'],
  ['t get', ''],
])('may do more than that: %s (%s)', (path, description) => {
  expect(effectsOf(path, description).destructive).not.toBe(false);
});

test.each([
  ['Manage labels: list, create, update, or delete', true],
  ['Work with branches (create, rename, delete)', true],
  ['Use this tool to create, update or delete issues', true],
  ['Show how to create, update and delete it', false],
  ['Add or remove labels of a thread', undefined],
  ['Remove messages with this label', true],
])('lists of operations, and labels that are taken off: %s', (description, destructive) => {
  expect(effectsOf('t thing', description).destructive).toBe(destructive);
});

test('an option that writes or mends only raises what checks or prints, unless a call always has it', () => {
  const option = (more: object) => [{ name: 'fix', flags: ['--fix'], type: 'boolean', description: 'Mend', ...more }];
  const found = inferEffects({ path: ['t', 'lint'], description: 'Lint files', options: option({}) });
  expect(found.effects).toStrictEqual(READS);
  expect(found.options['fix']?.effects).toStrictEqual({ filesystem: { write: true }, destructive: true });
  for (const more of [
    { default: true },
    { required: true },
    { description: 'Mend (default)' },
    { flags: ['--no-fix'] },
  ])
    expect(effectsOf('t lint', 'Lint files', option(more))).toStrictEqual({});
});

test('the values of a method are operations, each with its effects', () => {
  const method = (values: string[], required = true) => [
    { name: 'method', flags: ['--method'], type: 'enum', enum: values, required, description: '' },
  ];
  const { effects, options } = inferEffects({
    path: ['s', 'thing'],
    options: method(['get', 'add', 'delete', 'frob']),
  });
  expect(effects).toStrictEqual({ creates: ['thing'], destructive: true, deletes: ['thing'] });
  expect(options['method']?.values).toStrictEqual([
    { match: 'get', mode: READS },
    { match: 'add', mode: { creates: ['thing'] } },
    { match: 'delete', mode: { destructive: true, deletes: ['thing'] } },
  ]);
  expect(effectsOf('s thing', 'Work with things', method(['get', 'list']))).toStrictEqual(READS);
  expect(effectsOf('s thing', 'Work with things', method(['get', 'list'], false))).toStrictEqual({});
  expect(effectsOf('s thing', 'Work with things', method(['get', 'frob']))).toStrictEqual({});
  expect(effectsOf('s run_code', 'Run code', method(['get']))).toStrictEqual(ANYTHING);
  const stated = { destructive: false };
  expect(inferEffects({ path: ['s', 'x'], options: method(['delete']), stated }).options).toStrictEqual({});
});

test('a description alone is not believed beside an option that writes, a name and a description are beside a preview', () => {
  const option = (flag: string) => [{ name: 'x', flags: [flag], type: 'string', description: '' }];
  expect(effectsOf('tool user', 'Returns a user', option('--output'))).toStrictEqual({});
  expect(effectsOf('tool get', 'Returns a user', option('--output'))).toStrictEqual(READS);
  expect(effectsOf('tool get', 'Returns a user', option('--dry-run'))).toStrictEqual(READS);
  expect(effectsOf('tool get', 'Returns a user', option('--yes'))).toStrictEqual({});
});

test('what writes takes back that a name reads, unless the document states it; what is always written counts as the command’s', () => {
  const parameter = { name: 'output', flags: ['--output'], type: 'file', description: '' };
  const command = { path: ['tool', 'show'], options: [parameter], arguments: [{ ...parameter, required: false }] };
  const writes = { effects: { filesystem: { write: true }, destructive: true } };
  expect(inferEffects(command)).toMatchObject({
    effects: READS,
    options: { output: writes },
    arguments: { output: writes },
  });
  const { options } = inferEffects({ ...command, stated: { destructive: false } });
  expect(options['output']?.effects).toStrictEqual({ filesystem: { write: true } });
  expect(inferEffects({ ...command, arguments: [parameter] }).effects).toStrictEqual({ filesystem: { write: true } });
});

test.each<[string, string, string, object | undefined]>([
  ['--config', 'file', 'Path to the configuration file', undefined],
  ['--config', 'file', 'Path to webpack.config.js', RUNS],
  ['--password-command', 'string', '', RUNS],
  ['--pager', 'string', '', RUNS],
  ['--pager', 'boolean', '', undefined],
  ['--engine', 'string', 'Crypto engine to use', RUNS],
  ['--conmon', 'string', 'Path of the conmon binary', RUNS],
  ['--input', 'string', 'Path of the binary to inspect', undefined],
  ['--detach', 'boolean', 'Run command in background', undefined],
  ['-plugin-dir', 'boolean', 'Directory of plugins', RUNS],
  ['--module', 'string', 'Load the PKCS#11 module', RUNS],
  ['--module', 'string', 'Do not load the module', undefined],
  ['--cap-add', 'string', '', { 'x-privilege': 'root' }],
  ['--as', 'boolean', 'Run as root', { 'x-privilege': 'root' }],
  ['--root', 'directory', 'Use DIR as root directory', undefined],
  ['--show-secrets', 'boolean', '', { 'x-reveals': 'credentials' }],
  ['--hook-url', 'url', 'Post the report to this URL', SENDS],
  ['-D', 'file', 'Dump raw information to FILE', { filesystem: { write: true } }],
  ['--path', 'string', 'The path to save the page to', { filesystem: { write: true } }],
])('what an option names: %s (%s, %s)', (flag, type, description, expected) => {
  const { options } = inferEffects({ path: ['tool', 'x'], options: [{ name: 'o', flags: [flag], type, description }] });
  expect(options['o']?.effects).toStrictEqual(expected);
});

test.each([['--yes'], ['--force'], ['--dry-run']])('a command that has %s does more than read', (flag) => {
  const option = { name: 'x', flags: [flag], type: 'boolean', description: '' };
  expect(effectsOf('tool list', '', [option])).toStrictEqual({});
});

const DROP = { destructive: true };
const FILE = { filesystem: { write: true } };
const IN_PLACE = { filesystem: { write: true }, destructive: true, reversible: false };

test.each<[string, string, object | undefined]>([
  ['--force', '', DROP],
  ['--delete', '', DROP],
  ['--overwrite', '', IN_PLACE],
  ['-i', 'edit files in place', IN_PLACE],
  ['-i', 'ignore case', undefined],
  ['--output', '', FILE],
  ['-o', 'Write output to FILE', FILE],
  ['--output', 'Output format, json or text', undefined],
  ['--output', 'Output file in JSON format', FILE],
  ['--upload', '', SENDS],
  ['--insecure', '', { network: true, reversible: false }],
  ['-d', 'Delete context', DROP],
  ['-d', 'Do not delete', undefined],
  ['--dry-run', 'only show what would be deleted', undefined],
])('option %s (%s)', (flag, description, expected) => {
  const { options } = inferEffects({
    path: ['tool', 'x'],
    options: [{ name: 'o', flags: [flag], type: 'string', description }],
  });
  expect(options['o']?.effects).toStrictEqual(expected);
});

test('an enum of formats is no file', () => {
  const output = { name: 'output', flags: ['--output'], type: 'enum', enum: ['json'], description: '' };
  expect(inferEffects({ path: ['tool', 'x'], options: [output] }).options).toStrictEqual({});
});

test('every effect has its evidence', () => {
  expect(inferEffects({ path: ['gh', 'repo', 'delete'] })).toStrictEqual({
    effects: { destructive: true, deletes: ['repo'] },
    evidence: [
      { field: 'destructive', value: true, reason: '"delete" in the name', source: 'name' },
      { field: 'deletes', value: ['repo'], reason: '"delete" in the name', source: 'name' },
    ],
    options: {},
    arguments: {},
  });
});

test('foreign values are passed over', () => {
  const junk: unknown[] = [
    null,
    7,
    'x',
    [],
    {},
    { name: 1, flags: [] },
    { name: 'a', flags: 'b' },
    { name: 'c', flags: [1, {}] },
  ];
  for (const value of [...junk, junk]) {
    expect(
      inferEffects({ path: ['tool', 'x'], description: value, options: value, arguments: value }).effects,
    ).toStrictEqual({});
  }
  const named = [{ name: '__proto__', flags: ['--delete'] }];
  const { options } = inferEffects({ path: ['tool'], options: named });
  expect(Object.keys(options)).toStrictEqual(['__proto__']);
  expect(Object.getPrototypeOf(options)).toBe(Object.prototype);
});

test('long texts cost no more than their beginning', () => {
  const long = `${'a,b/c|d&e-'.repeat(200_000)}`;
  const started = performance.now();
  const option = {
    name: long,
    flags: [`--${long}`, `-${'x'.repeat(1_000_000)}`],
    description: `write ${' '.repeat(1_000_000)}`,
  };
  inferEffects({ path: [long, long], description: long, options: [option] });
  inferEffects({
    path: ['t'],
    description: 'or '.repeat(1_000_000),
    options: Array.from({ length: 5000 }, () => option),
  });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test.each<[string, string[], string[], string]>([
  ['a format with files in it', ['k', 'get'], ['-o', '--output'], 'Output format. One of: (json, jsonpath-file)'],
  ['an adjective', ['s'], ['-a', '--all'], 'Show all units, including dead/empty ones'],
  ['when it ends', ['t'], ['--pid'], 'with -f, terminate after process ID, PID dies'],
  ['a bound', ['r'], ['--max-delete'], 'do not delete more than NUM files'],
])('an option that only reads as if it did harm adds none: %s', (_name, path, flags, description) => {
  expect(inferEffects({ path, options: [{ name: 'o', flags, type: 'string', description }] }).options).toStrictEqual(
    {},
  );
});

test.each<[string[], string[], string]>([
  [['find'], ['-delete'], ''],
  [['k', 'get'], ['-o', '--output'], 'Output file'],
  [['t'], ['--wipe'], 'flush output'],
])('what does harm still adds it: %j %j', (path, flags, description) => {
  const { options } = inferEffects({ path, options: [{ name: 'o', flags, type: 'string', description }] });
  expect(Object.keys(options)).toStrictEqual(['o']);
});
