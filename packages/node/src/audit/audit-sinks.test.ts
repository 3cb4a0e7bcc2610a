import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { decision, entriesOf, NOW } from '../testing/audit-events.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import type { AuditEntry } from './audit-event.ts';
import { type AuditLogSettings, createAuditLog } from './create-audit-log.ts';
import { createTelemetrySink } from './telemetry-sink.ts';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

/** Puts a call that ran, one that was refused, and one with a long secret argv on record. @returns what the file has, and problems */
async function fill(settings: AuditLogSettings) {
  const { path: directory } = await createTemporaryDirectory();
  const path = join(directory, 'audit.jsonl');
  const problems: string[] = [];
  const onSinkProblem = (problem: string): void => void problems.push(problem);
  const log = await createAuditLog(path, { clock: () => new Date(NOW), onSinkProblem, ...settings });
  await log.append(decision());
  await log.append(decision({ decision: 'deny', refused: 'policy' }));
  await log.append(decision({ argv: ['gh', SECRET, ...new Array<string>(30).fill('x'.repeat(400))] }));
  return { path, problems, log };
}

async function stored(path: string): Promise<AuditEntry[]> {
  const entries = await entriesOf(path);
  expect(JSON.stringify(entries)).not.toContain(SECRET);
  return entries;
}

test('lines are what the file has, redacted and in order', async () => {
  const lines: string[] = [];
  const { path, problems, log } = await fill({ sinks: ['stdout'], writeLine: (line) => lines.push(line) });
  await log.close();
  expect(lines.map((line) => JSON.parse(line))).toStrictEqual(await stored(path));
  expect([lines.length, problems]).toStrictEqual([3, []]);
});

test('syslog by datagrams: RFC 5424, and what is too long is cut to what finds it', async () => {
  const server = createSocket('udp4');
  const got: string[] = [];
  const all = new Promise<void>((done) => {
    server.on('message', (message) => got.push(message.toString()) === 3 && done());
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { path, problems, log } = await fill({ sinks: [`syslog://127.0.0.1:${server.address().port}`] });
  await all;
  await log.close();
  const [ran, refused, long] = await stored(path);
  const parts = got.map((message) => /^<(\d+)>1 (\S+) \S+ atip \d+ (\w+) - (.*)$/.exec(message)?.slice(1) ?? []);
  expect(parts.map(([priority, time, event]) => [priority, time, event])).toStrictEqual([
    ['86', NOW, 'decision'],
    ['85', NOW, 'decision'],
    ['86', NOW, 'decision'],
  ]);
  const texts = parts.map(([, , , text = '']) => JSON.parse(text));
  expect(texts.slice(0, 2)).toStrictEqual([ran, refused]);
  expect(texts[2]).toStrictEqual({
    ...{ seq: 3, time: NOW, event: 'decision', hash: long?.hash, cutFrom: expect.any(Number) },
  });
  expect(problems).toStrictEqual([]);
});

test('syslog by a stream socket: whole lines', async () => {
  const { path: directory } = await createTemporaryDirectory();
  const server = createServer();
  let text = '';
  const ended = new Promise<void>((done) => {
    server.on('connection', (socket) => socket.on('data', (data) => (text += String(data))).on('end', done));
  });
  server.listen(join(directory, 'log'));
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { path, log } = await fill({ sinks: [`syslog:${join(directory, 'log')}`] });
  await log.close();
  await ended;
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))))).toStrictEqual(await stored(path));
});

test.each([
  ['a socket that is not there', 'syslog:/nowhere/log', /entry 1: connect ENOENT \/nowhere\/log\. The file has it\./],
  [
    'packages that are not installed',
    'opentelemetry',
    /Install @opentelemetry\/sdk-logs and @opentelemetry\/exporter-logs-otlp-http/,
  ],
] as const)('%s is said, once and at the end, and the file has all', async (_what, sink, said) => {
  const { path, problems, log } = await fill({ sinks: [sink] });
  await log.close();
  expect((await stored(path)).length).toBe(3);
  expect(problems.length).toBe(2);
  expect(problems[0]).toMatch(said);
  expect(problems[1]).toMatch(/did not take 3 entries, from 1 to 3\.$/);
});

test('a sink that takes nothing holds up no call, and what it missed is counted', async () => {
  const never = { name: 'slow', write: async () => new Promise<void>(() => undefined), close: async () => undefined };
  const { problems, log } = await fill({ sinks: [never] });
  for (let n = 0; n < 1000; n += 1) void log.append(decision());
  await log.close();
  expect(problems[0]).toMatch(/^The audit sink slow does not take entry 2: It is too slow\./);
  expect(problems.at(-1)).toMatch(/did not take 1002 entries/);
});

test('an unknown sink is refused when the log is opened', async () => {
  for (const name of ['stdot', 'syslog://', 'syslog:log', 'syslog:'])
    await expect(fill({ sinks: [name as 'syslog'] })).rejects.toThrow(TypeError);
});

/** As the packages are, with an exporter that fails from the third entry on. */
function fakeTelemetry() {
  const exported: Record<string, unknown>[] = [];
  const ended: string[] = [];
  class OTLPLogExporter {
    export([record]: readonly Record<string, unknown>[], done: (result: object) => void): void {
      exported.push(record ?? {});
      done(exported.length > 2 ? { code: 1, error: new Error('Service Unavailable') } : { code: 0 });
    }
    async shutdown(): Promise<void> {
      ended.push('exporter');
    }
  }
  class LoggerProvider {
    readonly processors: readonly { onEmit(record: object): void; shutdown(): Promise<void> }[];
    constructor({ processors }: Pick<LoggerProvider, 'processors'>) {
      this.processors = processors;
    }
    getLogger(name: string) {
      return { emit: (record: object) => this.processors[0]?.onEmit({ ...record, name }) };
    }
    shutdown = async (): Promise<void> => this.processors[0]?.shutdown();
  }
  const load = async (name: string) => (name.endsWith('sdk-logs') ? { LoggerProvider } : { OTLPLogExporter });
  return { exported, ended, sink: createTelemetrySink(load) };
}

test('OpenTelemetry: one log for each entry, by the exporter that is installed', async () => {
  const { exported, ended, sink } = fakeTelemetry();
  const { path, problems, log } = await fill({ sinks: [sink] });
  await log.close();
  const [first, second] = await stored(path);
  expect(exported.slice(0, 2).map(({ body, severityText }) => [JSON.parse(String(body)), severityText])).toStrictEqual([
    [first, 'informational'],
    [second, 'notice'],
  ]);
  expect(exported[0]).toMatchObject({
    ...{ name: 'atip.audit', timestamp: new Date(NOW), severityNumber: 9 },
    attributes: { 'atip.event': 'decision', 'atip.seq': 1, 'atip.hash': first?.hash },
  });
  expect(problems).toStrictEqual([
    'The audit sink opentelemetry does not take entry 3: Service Unavailable. The file has it.',
  ]);
  expect(ended).toStrictEqual(['exporter']);
});
