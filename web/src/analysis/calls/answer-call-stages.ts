/** One call from its name to the command line and what would hold it. */
import {
  EXECUTION_POLICY_DEFAULTS,
  type ExecutionPolicy,
  type SandboxAccess,
  sandboxAccess,
  type SandboxMode,
  sandboxModeFor,
  type ToolCall,
  trustSourceOf,
  withPolicyDefaults,
} from '@atip/core';
import { type CallInspection, inspectCall } from '../../state/inspect-call.ts';
import type { PlainPolicy } from '../../state/working-copy.ts';
import { readSubject, type Subject } from '../subject.ts';
import type { Quoted } from './quoted.ts';
import { quoteForCmd } from './quote-for-cmd.ts';
import { quoteForPowerShell } from './quote-for-powershell.ts';
import { quoteForSh } from './quote-for-sh.ts';

export interface StagesQuestion {
  readonly subject: Subject;
  /** Absent: core's defaults. */
  readonly policy?: PlainPolicy;
  readonly call: ToolCall;
}

export type Shell = 'sh' | 'PowerShell' | 'cmd';

export interface CallStages {
  readonly inspection: CallInspection;
  /** Present with the argv. */
  readonly quoted?: readonly { readonly shell: Shell; readonly quoted: Quoted }[];
  /** Present with the mapping. By the same rules as the companion's own. */
  readonly sandbox?: { readonly mode: SandboxMode; readonly access: SandboxAccess };
}

/** Follows a call through every stage; `undefined` when the document has errors. */
export function answerCallStages({ subject, policy, call }: StagesQuestion): CallStages | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const rules = rulesOf(policy);
  const inspection = inspectCall(call, read.tool, rules);
  const { mapping, argv } = inspection;
  return {
    inspection,
    ...(argv?.ok && { quoted: quotedOf(argv.argv) }),
    ...(mapping.ok && {
      sandbox: { mode: sandboxModeFor(rules, trustSourceOf(read.tool)), access: sandboxAccess(mapping.effects) },
    }),
  };
}

/** The policy of the page as it is decided by; what it does not say is core's default. */
export function rulesOf(policy: PlainPolicy | undefined): ExecutionPolicy {
  return policy === undefined ? EXECUTION_POLICY_DEFAULTS : withPolicyDefaults(policy);
}

function quotedOf(argv: readonly string[]): NonNullable<CallStages['quoted']> {
  return [
    { shell: 'sh', quoted: quoteForSh(argv) },
    { shell: 'PowerShell', quoted: quoteForPowerShell(argv) },
    { shell: 'cmd', quoted: quoteForCmd(argv) },
  ];
}
