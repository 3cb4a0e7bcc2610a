import { expect, test } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.ts';

const DEFAULTS = { port: 4170, cwd: '/base', probes: [], help: false };

test.each([
  [[], DEFAULTS],
  [['--port', '0'], { ...DEFAULTS, port: 0 }],
  [['--port=65535'], { ...DEFAULTS, port: 65_535 }],
  [['--cwd', 'repo'], { ...DEFAULTS, cwd: '/base/repo' }],
  [['--cwd', '/repo'], { ...DEFAULTS, cwd: '/repo' }],
  [['--probe', 'bin/a', '--probe', '/b'], { ...DEFAULTS, probes: ['/base/bin/a', '/b'] }],
  [['--sandbox', 'preferred'], { ...DEFAULTS, sandbox: 'preferred' }],
  [['--open'], { ...DEFAULTS, open: true }],
  [['--no-open'], { ...DEFAULTS, open: false }],
  [['--help'], { ...DEFAULTS, help: true }],
])('%j', (args, expected) => {
  expect(parseCommandLine(args, '/base')).toStrictEqual(expected);
});

test.each([
  [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536".'],
  [['--port', '-1'], undefined],
  [['--port', '4e3'], '--port must be a number from 0 to 65535, not "4e3".'],
  [['--port', ''], '--port must be a number from 0 to 65535, not "".'],
  [['--sandbox', 'none'], '--sandbox must be required, preferred or off, not "none".'],
  [['--prot', '1'], undefined],
  [['--port'], undefined],
  [['stray'], undefined],
])('%j is a usage error', (args, message) => {
  expect(() => parseCommandLine(args, '/base')).toThrow(message === undefined ? UsageError : new UsageError(message));
});
