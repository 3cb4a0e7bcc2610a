import { soundCommands } from '../commands/flatten-commands.ts';
import { commandNames, toCommandName } from '../commands/name-command.ts';
import { isInForce } from './policy-rules.ts';
import type { Decision, ExecutionPolicy, HeldDelegation, PolicyPart } from '../types/policy.ts';
import type { AtipEffects, AtipTool } from '../types/tool.ts';
import { type DelegationRules, readDelegation } from './delegation-rules.ts';
import { assertFound, type CommandOut, commandsOut, keyOf } from './restrict-tools.ts';

/** One objection of a delegation to a call. No rule lifts it. */
export interface DelegationBreach {
  readonly decision: Exclude<Decision, 'allow'>;
  readonly part: PolicyPart;
  /** A sentence, with the delegation's origin and field. */
  readonly message: string;
  /** True: the document does not state the effect. */
  readonly assumed?: true;
}

interface DelegatedSubject {
  readonly name: string;
  readonly effects: AtipEffects;
  /** Absent: something without a document, such as a redirect. Then only effects count. */
  readonly call?: { readonly command: { readonly tool: AtipTool; readonly path: readonly string[] } };
}

/**
 * The objections of a policy's delegations to a call: one for each tool, command and effect outside the delegation.
 * @see ATIP 0.3 §10.2
 */
export function delegationBreaches(subject: DelegatedSubject, policy: ExecutionPolicy): readonly DelegationBreach[] {
  return (policy.delegations ?? []).flatMap((held, index) => breachesOf(subject, held, index, policy));
}

function breachesOf(
  { name, effects, call }: DelegatedSubject,
  held: HeldDelegation,
  index: number,
  policy: ExecutionPolicy,
): DelegationBreach[] {
  const { rules, out } = known(held);
  const part = `delegations/${index}` as const;
  const deny = (message: string): DelegationBreach[] => [{ decision: 'deny', part, message }];
  if (call) {
    const { tool, path } = call.command;
    if (rules.allowedTools?.has(tool.name) === false) return deny(notAllowed(name, tool.name, held));
    const reason = out(tool).get(keyOf(path));
    if (reason) return deny(outMessage(name, reason, held));
  }
  return rules.limits.flatMap((limit): DelegationBreach[] => {
    const presence = limit.presence(effects);
    if (presence === 'within') return [];
    const lets = `The delegation ${held.origin} lets nothing ${limit.harm}`;
    const field = `(effectRestrictions/${limit.field})`;
    if (presence === 'beyond') return deny(`${lets} ${field}, and ${name} does.`);
    const decision = isInForce(policy.denyUnknown) ? 'deny' : 'confirm';
    return [{ decision, part, assumed: true, message: `${lets} ${field}, and ${name} does not say whether it does.` }];
  });
}

/**
 * The objection to a program without a document, or one that a line names only by its words.
 * @param isTransparent true: a wrapper such as `timeout`, whose inner command is judged separately, or a builtin of the
 * shell
 */
export function programBreach(
  words: readonly string[],
  policy: ExecutionPolicy,
  isTransparent = false,
): DelegationBreach | undefined {
  const [program = ''] = words;
  const base = program.slice(program.lastIndexOf('/') + 1);
  const names = new Set([...commandNames(words), ...commandNames([base, ...words.slice(1)])]);
  for (const [index, held] of (policy.delegations ?? []).entries()) {
    const { rules } = known(held);
    const part = `delegations/${index}` as const;
    const denied = rules.deniedCommands.find((one) => names.has(one));
    if (denied !== undefined) return { decision: 'deny', part, message: outMessage(program, { denied }, held) };
    if (!isTransparent && rules.allowedTools?.has(program) === false)
      return { decision: 'deny', part, message: notAllowed(program, program, held) };
  }
  return undefined;
}

/**
 * Refuses a tool if a delegation denies a command that the tool does not have: the intended command is unknown.
 * @throws AtipValidationError
 */
export function assertHonoured(tool: AtipTool, { delegations = [] }: ExecutionPolicy): void {
  for (const held of delegations) known(held).assertFound(tool);
}

/** True if a policy delegates only named tools, so that an unreadable program may be outside the delegation. */
export function delegatesNamed({ delegations = [] }: ExecutionPolicy): boolean {
  return delegations.some((held) => known(held).rules.allowedTools !== undefined);
}

function notAllowed(name: string, tool: string, { origin }: HeldDelegation): string {
  const shown = JSON.stringify(tool.slice(0, 80));
  return `${name} is not delegated: the delegation ${origin} does not name ${shown} (allowedTools).`;
}

function outMessage(name: string, reason: CommandOut, { origin }: HeldDelegation): string {
  const start = `${name} is not delegated: the delegation ${origin}`;
  if ('denied' in reason) return `${start} denies ${JSON.stringify(reason.denied.slice(0, 80))} (deniedCommands).`;
  if ('beyond' in reason)
    return `${start} lets nothing ${reason.beyond.harm} (effectRestrictions/${reason.beyond.field}), and it does.`;
  return `${start} leaves out ${JSON.stringify(reason.below)}, which an argument of it could name.`;
}

interface KnownDelegation {
  readonly rules: DelegationRules;
  readonly out: (tool: AtipTool) => ReturnType<typeof commandsOut>;
  readonly assertFound: (tool: AtipTool) => void;
}

/** Cached: a delegation or a document does not change while it is in use. */
const KNOWN = new WeakMap<HeldDelegation, KnownDelegation>();

function known(held: HeldDelegation): KnownDelegation {
  const before = KNOWN.get(held);
  if (before) return before;
  const rules = readDelegation(held.delegation);
  const tools = new WeakMap<AtipTool, ReturnType<typeof commandsOut>>();
  const out = (tool: AtipTool): ReturnType<typeof commandsOut> => {
    const found = tools.get(tool) ?? commandsOut(tool, rules, soundCommands(tool));
    tools.set(tool, found);
    return found;
  };
  const honoured = new WeakSet<AtipTool>();
  const made: KnownDelegation = {
    rules,
    out,
    assertFound(tool) {
      if (!honoured.has(tool)) assertFound(tool, rules.deniedCommands, new Set([toCommandName(tool.name)]));
      honoured.add(tool);
    },
  };
  KNOWN.set(held, made);
  return made;
}
