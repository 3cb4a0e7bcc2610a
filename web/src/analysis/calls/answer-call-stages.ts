/** One call from its name to the command line and what would hold it. */
import {
  type CallCheck,
  checkCall,
  type SandboxAccess,
  sandboxAccess,
  type SandboxMode,
  type ToolCall,
} from '@atip/core';
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
  /** Without the document, which would be copied to the page with each call. */
  readonly check: Omit<CallCheck, 'mapping'>;
  /** Present with the argv. */
  readonly quoted?: readonly { readonly shell: Shell; readonly quoted: Quoted }[];
  /** Present with the mapping. By the same rules as the companion's own. */
  readonly sandbox?: { readonly mode: SandboxMode; readonly access: SandboxAccess };
}

/** Follows a call through every stage; `undefined` when the document has errors. */
export function answerCallStages({ subject, policy, call }: StagesQuestion): CallStages | undefined {
  const read = readSubject(subject);
  if (!read.ok) return undefined;
  const { mapping: _document, ...check } = checkCall(call, [read.tool], policy);
  const { argv, effects, sandbox } = check;
  return {
    check,
    ...(argv && { quoted: quotedOf(argv) }),
    ...(effects && sandbox && { sandbox: { mode: sandbox, access: sandboxAccess(effects) } }),
  };
}

function quotedOf(argv: readonly string[]): NonNullable<CallStages['quoted']> {
  return [
    { shell: 'sh', quoted: quoteForSh(argv) },
    { shell: 'PowerShell', quoted: quoteForPowerShell(argv) },
    { shell: 'cmd', quoted: quoteForCmd(argv) },
  ];
}
