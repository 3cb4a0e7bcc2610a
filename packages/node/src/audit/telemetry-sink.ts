import { type AuditEntry, type AuditLineSink, severityOf } from './audit-event.ts';
import { toSafeJson } from './audit-line.ts';

/** What is used of `@opentelemetry/sdk-logs`; the package is the user's, and no dependency of ours. */
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

/** What is used of `@opentelemetry/exporter-logs-otlp-http`. */
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
/** As in the data model of OpenTelemetry's logs: INFO, INFO4, WARN. */
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
      // One that could not be opened was reported.
      await (await opening?.catch(() => undefined))?.shutdown();
    },
  };
}

async function openLogger(load: (name: string) => Promise<unknown>) {
  const [sdk, exporting] = await Promise.all([load(SDK), load(EXPORTER)]).catch((cause: unknown) => {
    throw new Error(`Install ${SDK} and ${EXPORTER} beside atip, in the same node_modules.`, { cause });
  });
  // These packages have been of this form since 0.200; another one fails in the next lines, and that is reported.
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
