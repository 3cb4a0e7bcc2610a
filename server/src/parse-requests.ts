import { COST_ESTIMATES, PROVIDERS, type Provider, type ToolCall, TRUST_SOURCES } from '@atip/core';
import type {
  CallRequest,
  ClientPolicy,
  CommandsRequest,
  DecisionRequest,
  DiscoveryRequest,
  SessionRequest,
} from './contract/contract.ts';
import { asBoolean, asOneOf, asRecord, asString, invalidRequest as invalid } from './http/request-fields.ts';

/** Reads the body of `POST /session`. @throws ProblemError 400 naming what is wrong. */
export function parseSessionRequest(value: unknown): SessionRequest {
  const body = asRecord(value, 'The body');
  return { code: asString(body.code, 'code') };
}

/** Reads the body of `POST /calls/:id/decision`. @throws ProblemError 400 naming what is wrong. */
export function parseDecisionRequest(value: unknown): DecisionRequest {
  const body = asRecord(value, 'The body');
  return { approve: asBoolean(body.approve, 'approve'), hash: asString(body.hash, 'hash') };
}

/** Reads the body of `POST /calls` and `POST /calls/check`. @throws ProblemError 400 naming what is wrong. */
export function parseCallRequest(value: unknown): CallRequest {
  const body = asRecord(value, 'The body');
  return {
    call: asToolCall(body.call),
    ...(body.policy === undefined ? {} : { policy: asPolicy(body.policy) }),
    ...(body.provider === undefined ? {} : { provider: asOneOf<Provider>(body.provider, PROVIDERS, 'provider') }),
  };
}

/** Reads the body of `POST /discoveries`. @throws ProblemError 400 naming what is wrong. */
export function parseDiscoveryRequest(value: unknown): DiscoveryRequest {
  const { refresh } = asRecord(value, 'The body');
  return refresh === undefined ? {} : { refresh: asBoolean(refresh, 'refresh') };
}

/** Names in one request; a program gets them on its command line. */
const MAX_COMMANDS = 100;

/** Reads the body of `POST /tools/:name/commands`. @throws ProblemError 400 naming what is wrong. */
export function parseCommandsRequest(value: unknown): CommandsRequest {
  const { commands } = asRecord(value, 'The body');
  if (!Array.isArray(commands) || commands.length === 0 || commands.length > MAX_COMMANDS) {
    throw invalid(`commands must be a list of 1 to ${MAX_COMMANDS} names.`);
  }
  return { commands: commands.map((name: unknown, at) => asString(name, `commands[${at}]`)) };
}

function asToolCall(value: unknown): ToolCall {
  const call = asRecord(value, 'call');
  return {
    id: asString(call.id, 'call.id'),
    name: asString(call.name, 'call.name'),
    arguments: asRecord(call.arguments, 'call.arguments'),
  };
}

const SANDBOX_MODES = ['required', 'preferred', 'off'] as const;

/** What each field of a policy must be. A field that is not here is refused: ignoring it would allow what it forbids. */
const POLICY_FIELDS: {
  readonly [Field in keyof Required<ClientPolicy>]: (value: unknown, name: string) => ClientPolicy[Field];
} = {
  allowDestructive: asBoolean,
  allowNonReversible: asBoolean,
  allowBillable: asBoolean,
  allowNetwork: asBoolean,
  allowFilesystemWrite: asBoolean,
  allowFilesystemDelete: asBoolean,
  allowInteractive: asBoolean,
  requireReadOnly: asBoolean,
  denyRestricted: asBoolean,
  denyUnknown: asBoolean,
  confirmAll: asBoolean,
  maxCostEstimate: (value, name) => asOneOf(value, COST_ESTIMATES, name),
  minTrustLevel: (value, name) => asOneOf(value, TRUST_SOURCES, name),
  sandbox: (value, name) => asOneOf(value, SANDBOX_MODES, name),
};

function asPolicy(value: unknown): ClientPolicy {
  const policy = asRecord(value, 'policy');
  for (const [field, setting] of Object.entries(policy)) {
    if (!Object.hasOwn(POLICY_FIELDS, field))
      throw invalid(`policy has no field ${JSON.stringify(field.slice(0, 80))}.`);
    POLICY_FIELDS[field as keyof ClientPolicy](setting, `policy.${field}`);
  }
  // Every field was just found to be known and of its type.
  return policy as ClientPolicy;
}
