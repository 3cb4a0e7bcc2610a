import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ExecutionError } from '@atip/core';
import { executeCommand } from '../process/execute-command.ts';
import { HolderError } from '../process/launch.ts';
import { createCanaryGround } from './canary-targets.ts';
import type { SandboxCheck, SandboxPlan, SandboxRequest } from './sandbox.ts';

/** What came of trying a sandbox from inside. */
export interface CanaryOutcome {
  readonly checks: readonly SandboxCheck[];
  /** Why the program did not even run. */
  readonly failure?: string;
}

/** What each check tries, and whether it has to work. */
const CHECKS: Readonly<Record<string, { readonly tries: string; readonly mustWork?: true }>> = {
  'write-outside': { tries: 'Writing a file in a directory that is not writable' },
  'write-inside': { tries: 'Writing a file in a directory that is writable', mustWork: true },
  'write-scratch': { tries: 'Writing a temporary file', mustWork: true },
  'write-null': { tries: 'Writing to /dev/null', mustWork: true },
  'write-fifo': { tries: 'Writing into a named pipe of ours' },
  'read-hidden': { tries: 'Reading a hidden file' },
  tcp: { tries: 'Connecting to a port of ours on 127.0.0.1' },
  udp: { tries: 'Sending a datagram to a port of ours on 127.0.0.1' },
  'unix-socket': { tries: 'Connecting to a Unix socket of ours' },
  'abstract-socket': { tries: 'Connecting to an abstract Unix socket of ours' },
  signal: { tries: 'Sending a signal to us' },
  processes: { tries: 'Seeing our process' },
};

/** Ms; some 60 where nothing else runs. */
const PATIENCE = 20_000;

/**
 * Tries a sandbox from inside, with files and sockets made for it.
 *
 * Each attempt must fail as seen from inside, and nothing may have happened as seen from outside; only the writable
 * directory has to work on both sides.
 */
export async function runCanary(plan: (request: SandboxRequest) => Pick<SandboxPlan, 'wrap'>): Promise<CanaryOutcome> {
  const ground = await createCanaryGround();
  try {
    const executable = realpathSync(process.execPath);
    const { wrap } = plan({
      executable,
      foundAs: executable,
      cwd: ground.directory,
      home: ground.directory,
      effects: { network: false, filesystem: { write: true, delete: true, paths: ['writable'] } },
      writableRoots: [join(ground.directory, 'writable')],
      hidden: [join(ground.directory, 'hidden')],
    });
    const outcome = await executeCommand([executable, '-e', CANARY_SCRIPT, JSON.stringify(ground.targets)], {
      env: {},
      timeout: PATIENCE,
      maxOutput: 65_536,
      wrap,
    });
    if (outcome.exitCode !== 0)
      return { checks: [], failure: outcome.stderr.trim() || `exit code ${outcome.exitCode}` };
    return { checks: judge(JSON.parse(outcome.stdout), await ground.seen()) };
  } catch (error) {
    if (!(error instanceof ExecutionError)) throw error;
    return { checks: [], failure: error instanceof HolderError ? error.said : error.message };
  } finally {
    await ground.remove();
  }
}

function judge(answers: Readonly<Record<string, unknown>>, seen: Readonly<Record<string, boolean>>): SandboxCheck[] {
  return Object.entries(CHECKS).map(([name, { tries, mustWork = false }]) => {
    const answer = String(answers[name] ?? 'no answer');
    const happened = seen[name] ?? false;
    // A datagram leaves without anybody saying where it ends, and a number may mean another process inside.
    const worked = name === 'udp' || name === 'signal' ? happened : answer === 'done' || happened;
    const passed = name in answers && (mustWork ? answer === 'done' && (happened || !(name in seen)) : !worked);
    const outside = name in seen ? `, outside ${happened ? 'it happened' : 'nothing happened'}` : '';
    return { name, passed, detail: `${tries}: ${answer} inside${outside}.` };
  });
}

/**
 * What is tried from inside a sandbox, as the source of a program for Node.
 *
 * Its argument is a `CanaryTargets` as JSON; it prints what came of each attempt: `"done"`, or the code of the error.
 */
export const CANARY_SCRIPT: string = `
const fs = require('node:fs');
const os = require('node:os');
const net = require('node:net');
const dgram = require('node:dgram');
const targets = JSON.parse(process.argv[1]);
// Opening a named pipe waits for somebody who reads from it, unless told not to.
const OPEN_AT_ONCE = fs.constants.O_WRONLY | fs.constants.O_NONBLOCK;
const now = (attempt) => {
  try {
    return attempt() === false ? 'unseen' : 'done';
  } catch (error) {
    return error.code ?? String(error);
  }
};
const writeTemporary = () => {
  const directory = fs.mkdtempSync(os.tmpdir() + '/atip-canary-');
  fs.writeFileSync(directory + '/file', 'canary');
  fs.rmSync(directory, { recursive: true });
};
const connect = (options) =>
  new Promise((resolve) => {
    const done = (answer) => () => resolve(answer);
    const socket = net.connect(options, done('done'));
    socket.on('error', (error) => resolve(error.code ?? String(error)));
    socket.setTimeout(2000, done('no answer'));
  });
const send = (port) =>
  new Promise((resolve) => {
    const socket = dgram.createSocket('udp4');
    socket.on('error', (error) => resolve(error.code ?? String(error)));
    socket.send('canary', port, '127.0.0.1', (error) => resolve(error ? error.code : 'sent'));
  });
const same = (stat, other) => stat.slice(stat.lastIndexOf(')')).split(' ')[20] === other;
(async () => {
  const answers = {
    'write-outside': now(() => fs.writeFileSync(targets.outside, 'canary')),
    'write-inside': now(() => fs.writeFileSync(targets.inside, 'canary')),
    'write-scratch': now(writeTemporary),
    'write-null': now(() => fs.writeFileSync('/dev/null', 'canary')),
    'write-fifo': now(() => fs.writeSync(fs.openSync(targets.fifo, OPEN_AT_ONCE), 'canary')),
    'read-hidden': now(() => fs.readFileSync(targets.hidden)),
    tcp: await connect({ port: targets.tcp, host: '127.0.0.1' }),
    udp: await send(targets.udp),
    'unix-socket': await connect({ path: targets.socket }),
    'abstract-socket': await connect({ path: '\\0' + targets.abstract }),
    signal: now(() => process.kill(targets.pid, 'SIGURG')),
    processes: now(() => same(fs.readFileSync('/proc/' + targets.pid + '/stat', 'latin1'), targets.started)),
  };
  fs.writeSync(1, JSON.stringify(answers));
  process.exit(0);
})();
`;
