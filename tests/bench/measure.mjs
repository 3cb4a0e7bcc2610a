// Parts that the rows of the bench share. Every figure is a ratio to a baseline of the same run; the two take turns.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

function median(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/**
 * The median time of a task, over that of its baseline.
 * @param prepare is not timed; makes what a turn of the task gets
 */
export function ratio({ prepare = () => undefined, task, baseline, turns = 60 }) {
  const [own, other] = [[], []];
  for (let turn = 0; turn < turns; turn += 1) {
    const given = prepare();
    own.push(elapsed(() => task(given)));
    other.push(elapsed(baseline));
  }
  return median(own) / median(other);
}

function elapsed(task) {
  const started = performance.now();
  task();
  return performance.now() - started;
}

/** @returns ms of each of many calls of a task */
export function times(values, task) {
  return values.map((value) => elapsed(() => task(value)));
}

/**
 * Starts programs in turns. Linux adds up the processor time of those that ended, in hundredths of a second: only sums of many are
 * exact.
 * @param starts by name: what starts a program and waits for its end
 * @returns ms of one start, by name
 */
export async function processorTimes(starts, turns) {
  const sums = Object.fromEntries(Object.keys(starts).map((name) => [name, 0]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const [name, start] of Object.entries(starts)) {
      const before = ticksOf('self', 13);
      await start();
      sums[name] += (ticksOf('self', 13) - before) * 10;
    }
  return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / turns]));
}

/** Hundredths of a second of processor time. @param first 11: of the process; 13: of its children that ended */
export function ticksOf(process, first) {
  const [, text = ''] = readFileSync(`/proc/${process}/stat`, 'latin1').split(') ');
  const fields = text.split(' ').map(Number);
  return fields[first] + fields[first + 1];
}

/** Starts a program to its end. @param talk gets the child, and resolves when it may be stopped */
export async function start(program, args, { input = '', talk, ...options } = {}) {
  const child = spawn(program, args, { ...options, stdio: ['pipe', talk ? 'pipe' : 'ignore', 'ignore'] });
  const ended = once(child, 'close');
  child.stdin.on('error', () => undefined);
  if (talk === undefined) child.stdin.end(input);
  else {
    await talk(child);
    child.stdin.end();
    child.kill('SIGTERM');
  }
  await ended;
}

/** Speaks MCP until the first list of tools has come. */
export async function listTools({ stdin, stdout }) {
  const send = (message) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'bench', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  let text = '';
  let isAsked = false;
  for await (const chunk of stdout) {
    text += chunk;
    if (!isAsked && text.includes('\n')) {
      isAsked = true;
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/list' });
    }
    if (/"id":2\b|"id":2}/.test(text) && text.endsWith('\n')) return;
  }
  throw new Error(`The server ended before its list: ${text.slice(0, 300)}`);
}
