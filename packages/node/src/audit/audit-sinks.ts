import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as elapsed } from 'node:timers/promises';
import { type AuditEntry, type AuditLineSink, severityOf } from './audit-event.ts';
import { toSafeJson } from './audit-line.ts';
import { createTelemetrySink } from './telemetry-sink.ts';

/**
 * Further destinations of entries.
 *
 * `stdout`: a line of JSON each. `syslog`: RFC 5424 over UDP to 127.0.0.1, port 514; another address as
 * `syslog://host:port`, or a stream socket of this machine as `syslog:/dev/log`. Under systemd `/dev/log` is a datagram
 * socket, which Node does not support: let the local daemon listen on UDP there. `opentelemetry`: OTLP over HTTP, to
 * the address in `OTEL_EXPORTER_OTLP_ENDPOINT`.
 */
export type AuditSinkName = 'stdout' | 'syslog' | 'opentelemetry' | `syslog:${string}`;

export interface SinkSettings {
  /** By name, see `AuditSinkName`; opening the log refuses other names. */
  readonly sinks?: readonly (string | AuditLineSink)[];
  /**
   * Receives the lines of `stdout`. Absent: standard output. A caller that speaks a protocol there passes standard
   * error.
   */
  readonly writeLine?: (line: string) => unknown;
  /**
   * Called with a sentence when a sink starts to fail, and at the end with the number of lost entries. Absent: a
   * warning of the process.
   */
  readonly onSinkProblem?: (problem: string) => void;
}

/** Most entries waiting for one sink; beyond it the oldest are dropped. */
const MAX_WAITING = 1000;
/** Ms that closing the log waits for its sinks. */
const TIME_TO_CLOSE = 2000;

export interface AuditForwarding {
  forward(entries: readonly AuditEntry[]): void;
  close(): Promise<void>;
}

/**
 * Passes entries on to sinks, one after the other. Nothing waits for it, and nothing fails with it. @throws TypeError
 * for an unknown sink
 */
export function forwardEntries({
  sinks = [],
  writeLine = (line) => process.stdout.write(line),
  onSinkProblem = (problem) => process.emitWarning(problem),
}: SinkSettings): AuditForwarding {
  const opened = sinks.map((sink) =>
    handOn(typeof sink === 'string' ? openSink(sink, writeLine) : sink, onSinkProblem),
  );
  return {
    forward(entries) {
      for (const entry of entries) for (const sink of opened) sink.add(entry);
    },
    async close() {
      await Promise.all(opened.map((sink) => sink.close()));
    },
  };
}

function handOn(sink: AuditLineSink, report: (problem: string) => void) {
  const waiting: AuditEntry[] = [];
  const missed: number[] = [];
  let working: Promise<void> | undefined;
  const miss = (entry: AuditEntry, why: string): void => {
    if (missed.push(entry.seq) > 1) return;
    report(`The audit sink ${sink.name} does not take entry ${entry.seq}: ${why} The file has it.`);
  };
  const work = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const current = entry;
      await sink.write(current).catch((error: unknown) => miss(current, reasonOf(error)));
    }
    working = undefined;
  };
  return {
    add(entry: AuditEntry): void {
      const oldest = waiting.length < MAX_WAITING ? undefined : waiting.shift();
      if (oldest) miss(oldest, 'It is too slow.');
      waiting.push(entry);
      working ??= work();
    },
    async close(): Promise<void> {
      const timer = new AbortController();
      await Promise.race([working, elapsed(TIME_TO_CLOSE, undefined, { signal: timer.signal })]);
      timer.abort();
      for (const entry of waiting.splice(0)) miss(entry, 'It is too slow.');
      const [first] = missed;
      if (missed.length > 1)
        report(`The audit sink ${sink.name} did not take ${missed.length} entries, from ${first} to ${missed.at(-1)}.`);
      await sink.close().catch((error: unknown) => report(`The audit sink ${sink.name}: ${reasonOf(error)}`));
    },
  };
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');
}

function openSink(name: string, writeLine: (line: string) => unknown): AuditLineSink {
  if (name === 'stdout') return createLineSink(writeLine);
  if (name === 'opentelemetry') return createTelemetrySink();
  if (name === 'syslog') return createDatagramSink('127.0.0.1', 514);
  const path = /^syslog:(\/[^/].*)$/.exec(name)?.[1];
  if (path !== undefined) return createStreamSink(path);
  const { hostname: host, port } =
    URL.canParse(name) && name.startsWith('syslog://') ? new URL(name) : { hostname: '', port: '' };
  if (host !== '') return createDatagramSink(host.replace(/^\[(.*)\]$/, '$1'), Number(port === '' ? 514 : port));
  throw new TypeError(
    `${JSON.stringify(name)} is no audit sink. There are stdout, syslog, syslog://host:port, syslog:/socket and opentelemetry.`,
  );
}

function createLineSink(writeLine: (line: string) => unknown): AuditLineSink {
  return {
    name: 'stdout',
    write: async (entry) => void writeLine(`${toSafeJson(entry)}\n`),
    close: async () => undefined,
  };
}

/** Bytes of a datagram that common daemons accept (8 KiB, minus room for the header). */
const MAX_DATAGRAM = 8000;

/** @see RFC 5424, RFC 5426 */
function createDatagramSink(host: string, port: number): AuditLineSink {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  // A closed port reports the error of the previous datagram.
  let refused: Error | undefined;
  socket.on('error', (error) => {
    refused = error;
  });
  socket.unref();
  socket.connect(port, host);
  const connected = once(socket, 'connect');
  connected.catch(() => undefined);
  return {
    name: `syslog at ${host}:${port}`,
    async write(entry) {
      await connected;
      const message = Buffer.from(syslogMessage(entry, MAX_DATAGRAM));
      await new Promise<void>((done, fail) => {
        socket.send(message, (error) => (error ? fail(error) : done()));
      });
      const problem = refused;
      refused = undefined;
      if (problem) throw problem;
    },
    close: async () => new Promise<void>((done) => void socket.close(done)),
  };
}

/** One line for each message, the way local daemons read stream sockets. @see RFC 6587 §3.4.2 */
function createStreamSink(path: string): AuditLineSink {
  let open: Socket | undefined;
  const connect = async (): Promise<Socket> =>
    new Promise((done, fail) => {
      const socket = createConnection(path, () => done(socket));
      socket.unref().once('error', fail);
      // The next entry opens it again.
      socket.once('close', () => {
        if (open === socket) open = undefined;
      });
    });
  return {
    name: `syslog at ${path}`,
    async write(entry) {
      open ??= await connect();
      const socket = open;
      await new Promise<void>((done, fail) => {
        socket.once('error', fail);
        socket.write(`${syslogMessage(entry)}\n`, (error) => {
          socket.off('error', fail);
          if (error) fail(error);
          else done();
        });
      });
    },
    close: async () => {
      const socket = open;
      if (socket) await new Promise<void>((done) => void socket.end(done));
    },
  };
}

/** Facility 10, authorization messages, is for logs with restricted readers. */
const FACILITY = 10;
const SEVERITY = { informational: 6, notice: 5, warning: 4 } as const;

/**
 * An entry as a message of RFC 5424: its time, and as its text the entry's JSON. A long one is cut to the fields that
 * identify it in the file.
 *
 * Shape: `<86>1 2026-11-22T03:04:05.678Z host atip 4711 decision - {"seq":1,…}`
 */
function syslogMessage(entry: AuditEntry, maxBytes = Number.POSITIVE_INFINITY): string {
  const host =
    hostname()
      .replace(/[^!-~]/g, '')
      .slice(0, 255) || '-';
  const priority = FACILITY * 8 + SEVERITY[severityOf(entry)];
  const head = `<${priority}>1 ${entry.time} ${host} atip ${process.pid} ${entry.event} - `;
  const whole = head + toSafeJson(entry);
  const bytes = Buffer.byteLength(whole);
  if (bytes <= maxBytes) return whole;
  const { seq, time, event, hash } = entry;
  return head + toSafeJson({ seq, time, event, hash, cutFrom: bytes });
}
