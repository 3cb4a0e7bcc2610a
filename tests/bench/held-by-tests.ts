import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Measured, Row } from './row.ts';

/** What a promise is held by, where it is no figure: files of tests, by the id of the row. */
const HELD: Readonly<Record<string, readonly [what: string, ...files: string[]]>> = {
  corpus: [
    'every tool of the Fig corpus parses, compiles for every provider without a rule broken, and every name leads back',
    'tests/corpus/corpus.test.ts',
  ],
  leftovers: ['no grandchild of any of six kinds outlives a call', 'tests/attacks/leftovers.test.ts'],
  lying: ['what a lying tool tries in the sandbox is stopped', 'tests/attacks/lying-tool.test.ts'],
  hostile: ['a hostile tool on the PATH is asked in the sandbox or not at all', 'tests/attacks/hostile-tools.test.ts'],
  injection: ['tricks with the arguments of six real programs', 'tests/attacks/argument-injection.test.ts'],
  queued: [
    'two hundred queued calls finish, each with its own answer',
    'packages/node/src/execute/create-executor.test.ts',
  ],
  kills: ['the registry survives kill -9 of its writer', 'packages/node/src/registry/registry-kill.test.ts'],
  companion: [
    'attacks on a running companion, and each guard taken out once',
    'tests/attacks/companion/companion-attacks.test.ts',
    'tests/attacks/companion/guards.test.ts',
  ],
  mcp: [
    'the MCP SDK’s own client lists and calls over both transports',
    'tests/packages/mcp-stdio.test.ts',
    'tests/packages/mcp-http.test.ts',
  ],
  openapi: ['openapi.json is valid and whole', 'tests/packages/openapi.test.ts'],
  rules: ['5 KB of what rules begin with, hundreds of texts', 'packages/core/src/redact/secret-rules.test.ts'],
  shims: ['the metadata of everyday tools passes lint and every provider’s rules', 'tests/shims/documents.test.ts'],
  edge: [
    'the Worker: shares, refusals, a flood of writes, killed and started again',
    'tests/edge/shares.test.ts',
    'tests/edge/refusals.test.ts',
    'tests/edge/writes.test.ts',
    'tests/edge/durable.test.ts',
  ],
  runtimes: ['one suite, equal byte for byte in every runtime', 'tests/runtimes/runtimes.test.ts'],
};

/** Runs the tests that hold what earlier issues promise and no clock can show. A test that was left out is said. */
export async function heldByTests(): Promise<Measured> {
  const files = [...new Set(Object.values(HELD).flatMap(([, ...paths]) => paths))];
  const results = await runTests(files);
  const rows = Object.entries(HELD).map(([id, [what, ...paths]]): Row => {
    const own = results.filter(({ file }) => paths.includes(file));
    if (own.length !== paths.length) throw new Error(`Not every file of "${id}" was run: ${paths.join(', ')}.`);
    const count = (status: string): number => own.flatMap((one) => one.statuses).filter((one) => one === status).length;
    const [passed, failed] = [count('passed'), count('failed')];
    const skipped = own.reduce((sum, { statuses }) => sum + statuses.length, 0) - passed - failed;
    // A file that cannot be loaded has no test that could fail.
    const broken = own.filter(({ statuses, isWhole }) => !isWhole && !statuses.includes('failed')).length;
    const left = skipped > 0 ? `, ${skipped} left out` : '';
    const detail = `${passed} passed${left}; ${paths.map((path) => `\`${path}\``).join(', ')}`;
    return { id, what: `${what}: tests that fail`, value: failed + broken + (passed === 0 ? 1 : 0), unit: '', detail };
  });
  return { rows };
}

interface FileResult {
  /** From the root. */
  readonly file: string;
  readonly isWhole: boolean;
  readonly statuses: readonly string[];
}

const REPORT = resolve('node_modules/.cache/bench/tests.json');

/** What Vitest says of files; a run that left no report is an error. */
async function runTests(files: readonly string[]): Promise<FileResult[]> {
  const args = ['vitest', 'run', ...files, '--reporter=json', `--outputFile=${REPORT}`];
  const started = Date.now();
  await new Promise<void>((done, reject) => {
    const child = spawn('npx', args, { stdio: ['ignore', 'ignore', 'ignore'] });
    child.once('error', reject);
    child.once('close', () => done());
  });
  const report: unknown = JSON.parse(readFileSync(REPORT, 'utf8'));
  if (!isReport(report) || report.startTime < started) throw new Error('Vitest left no report.');
  return report.testResults.map(({ name, status, assertionResults }) => ({
    file: relative(resolve('.'), name),
    isWhole: status === 'passed',
    statuses: assertionResults.map((one) => one.status),
  }));
}

interface Report {
  readonly startTime: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'testResults' in value && 'startTime' in value;
}
