import { type AuditEntry, type AuditLineSink, severityOf } from './audit-event.ts';
import { toSafeJson } from './audit-line.ts';

/** The used part of `@opentelemetry/sdk-logs`; the user installs that package, it is no dependency of ours. */
interface LogsSdk {
  readonly LoggerProvider: new (settings: {
    readonly processors: readonly LogProcessor[];
  }) => {
    getLogger(name: string): { emit(record: Readonly<Record<string, unknown>>): void };
    shutdown(): Promise<void>;
  };
}

interface LogProcessor {
  onEmit(record: unknown): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** The used part of `@opentelemetry/exporter-logs-otlp-http`. */
interface OtlpExporter {
  readonly OTLPLogExporter: new () => {
    export(
      records: readonly unknown[],
      done: (result: { readonly code: number; readonly error?: Error }) => void,
    ): void;
    shutdown(): Promise<void>;
  };
}

const SDK = '@opentelemetry/sdk-logs';
const EXPORTER = '@opentelemetry/exporter-logs-otlp-http';
/** Severity numbers of OpenTelemetry's log data model: INFO, INFO4, WARN. */
const NUMBERS = { informational: 9, notice: 12, warning: 13 } as const;

/**
 * Exports entries as logs of OpenTelemetry with the official exporter, if it is installed; its own variables configure it.
 *
 * @param load absent: the packages beside ours
 */
export function createTelemetrySink(
  load: (name: string) => Promise<unknown> = async (name) => import(name),
): AuditLineSink {
  let opening: ReturnType<typeof openLogger> | undefined;
  return {
    name: 'opentelemetry',
    async write(entry) {
      opening ??= openLogger(load);
      await (await opening).emit(entry);
    },
    async close() {
      // A failure to open was reported before.
      await (await opening?.catch(() => undefined))?.shutdown();
    },
  };
}

async function openLogger(load: (name: string) => Promise<unknown>) {
  const [sdk, exporting] = await Promise.all([load(SDK), load(EXPORTER)]).catch((cause: unknown) => {
    throw new Error(`Install ${SDK} and ${EXPORTER} beside atip, in the same node_modules.`, { cause });
  });
  // These packages have this form since 0.200; any other form fails in the next lines, and is reported.
  const { LoggerProvider } = sdk as LogsSdk;
  const exporter = new (exporting as OtlpExporter).OTLPLogExporter();
  let ended: Promise<void> = Promise.resolve();
  const processor: LogProcessor = {
    onEmit(record) {
      ended = new Promise((done, fail) => {
        exporter.export([record], ({ code, error }) => {
          if (code === 0) done();
          else fail(error ?? new Error('The exporter failed and does not say why.'));
        });
      });
    },
    forceFlush: async () => undefined,
    shutdown: () => exporter.shutdown(),
  };
  const provider = new LoggerProvider({ processors: [processor] });
  const logger = provider.getLogger('atip.audit');
  return {
    async emit(entry: AuditEntry): Promise<void> {
      const severity = severityOf(entry);
      logger.emit({
        timestamp: new Date(entry.time),
        severityNumber: NUMBERS[severity],
        severityText: severity,
        body: toSafeJson(entry),
        attributes: { 'atip.event': entry.event, 'atip.seq': entry.seq, 'atip.hash': entry.hash },
      });
      await ended;
    },
    shutdown: () => provider.shutdown(),
  };
}
