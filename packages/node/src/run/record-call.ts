import type { ExecutionResult, SandboxReport } from '@atip/core';
import { parametersOf, wordsOf } from '@atip/core/internal';
import type { PartCheck } from '@atip/shell';
import type {
  AuditEvent,
  AuditInput,
  AuditLinePart,
  AuditPlanted,
  AuditRefused,
  AuditTool,
} from '../record/audit-event.ts';
import { digestOf } from '../files/read-bounded-file.ts';
import { detailOf } from './explain-run.ts';
import type { LineCallCheck, LocatedProgram } from './locate-program.ts';

/** Records events, such as an `AuditLog`. */
export interface AuditSink {
  /** When it resolves, the event is on the disk. */
  append(event: AuditEvent): Promise<unknown>;
}

export interface CallRecordSettings {
  readonly log: AuditSink;
  readonly who: string;
  /** Replaces the call's own id, which a model may repeat. */
  readonly id?: string;
  /** Called with the error when a finished run could not be recorded. Absent: the call fails with it. */
  readonly onProblem?: (error: unknown) => void;
}

/** A person's answer. Both absent: no person was asked. */
export interface RecordedAnswer {
  readonly approved?: boolean | undefined;
  /** Why no answer came, a further reason for the refusal, or who approved if no person was asked. */
  readonly note?: string | undefined;
  /** Why the call does not run. Absent: it runs. */
  readonly refused?: AuditRefused | undefined;
}

/** A checked call, with its program and its input as far as they are known. */
type KnownCall = LineCallCheck & {
  readonly program?: LocatedProgram;
  readonly input?: string | Uint8Array | undefined;
  /** The call whose output that is. */
  readonly inputOf?: string | undefined;
};

/** The end of a call that was allowed. */
export interface CallEnd {
  readonly result?: ExecutionResult & { readonly bytes?: { readonly stdout: number; readonly stderr: number } };
  readonly error?: unknown;
}

interface CallRecord {
  /** Called before the decision takes effect. */
  decided(call: KnownCall, answer: RecordedAnswer, cwd: string): Promise<void>;
  /** Called after the run, even if it could not be started. */
  ended(call: KnownCall, end: CallEnd): Promise<void>;
}

type PlantedReport = NonNullable<SandboxReport['planted']>;

const NOT_STARTED: SandboxReport = { applied: false, kind: 'none', network: false, writable: [], notes: [] };

/**
 * Makes the only writer of calls into the audit log: every decision before it takes effect, every run after its end.
 * @param knownSecrets values given to tools; those of at least 8 characters are redacted in the record.
 * @see ATIP 0.3 §11
 */
export function createCallRecord(
  { log, who, id, onProblem }: CallRecordSettings,
  knownSecrets: readonly string[],
): CallRecord {
  const secrets = knownSecrets.filter((secret) => secret.length >= 8);
  const masked = (text: string): string =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, '[REDACTED:known-secret]'), text);
  const about = (check: KnownCall) => ({
    call: id ?? check.call.id,
    who,
    tool: {
      name: check.command?.tool.name ?? '',
      path: check.program?.path,
      hash: check.program?.hash,
    } satisfies AuditTool,
    argv: (check.ok ? wordsOf(check) : asAsked(check)).map(masked),
  });
  return {
    async decided(check, { approved, note, refused }, cwd) {
      const { input, inputOf } = check;
      const problems = check.problems?.map(({ message }) => masked(message));
      await log.append({
        event: 'decision',
        ...about(check),
        command: check.command?.path ?? [],
        cwd,
        input: inputRecord(input, inputOf),
        effects: check.effects ?? check.command?.effects ?? {},
        decision: check.decision,
        rule: check.rule,
        reasons: [...(problems ? [] : check.reasons), ...(note === undefined ? [] : [masked(note)])],
        approved,
        refused,
        problems,
        parts: check.line?.parts.map((part) => partOf(part, masked)),
      });
    },
    async ended(check, { result, error }) {
      const appended = log.append({
        event: 'execution',
        ...about(check),
        sandbox: sandboxOf(result?.sandbox),
        exitCode: result?.exitCode ?? null,
        duration: result?.duration ?? 0,
        bytes: result?.bytes ?? { stdout: 0, stderr: 0 },
        timedOut: result?.timedOut ?? false,
        truncated: result?.truncated ?? false,
        error: error === undefined ? undefined : masked(detailOf(error)),
        reason: result?.reason === undefined ? undefined : masked(result.reason),
        planted: result?.sandbox?.planted && plantedOf(result.sandbox.planted),
      });
      if (onProblem) await appended.catch(onProblem);
      else await appended;
    },
  };
}

function partOf({ program, command, decision, rule }: PartCheck, masked: (text: string) => string): AuditLinePart {
  return { program: program === undefined ? undefined : masked(program), command, decision, rule };
}

/** The sandbox's report without the planted files, which the event contains separately. */
function sandboxOf(report: SandboxReport | undefined): SandboxReport {
  const { planted: _left, ...held } = report ?? NOT_STARTED;
  return held;
}

function plantedOf({ movedAside, changed, named, held, incomplete }: PlantedReport): AuditPlanted[] {
  return [
    ...movedAside,
    ...[...changed, ...named].map(({ path, runs }) => ({ path, why: runs })),
    ...held.map((path) => ({ path, why: 'No tool runs there until a person has looked at it.' })),
    ...(incomplete === undefined ? [] : [{ path: '', why: incomplete }]),
  ];
}

/** The record has only length and digest of standard input, which can be long and secret. */
function inputRecord(input: string | Uint8Array | undefined, call: string | undefined): AuditInput | undefined {
  return input === undefined ? undefined : { bytes: Buffer.byteLength(input), hash: digestOf(input), call };
}

/** For an invalid call: its name, then its arguments. */
function asAsked({ call: { name, arguments: args }, command }: LineCallCheck): string[] {
  const given = typeof args === 'object' && args !== null ? Object.entries(args) : [];
  const inputs = command ? parametersOf(command).filter(({ kind }) => kind === 'stdin') : [];
  const shown = (key: string, value: unknown): unknown => {
    const isText = typeof value === 'string' && inputs.some((one) => one.key === key || one.narrowKey === key);
    return isText ? `[${value.length} characters]` : value;
  };
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  return [String(name), ...given.map(([key, value]) => `${key}=${text(shown(key, value))}`)];
}
