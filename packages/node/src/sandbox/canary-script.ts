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
