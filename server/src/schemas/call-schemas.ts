import {
  COST_ESTIMATES,
  type ArgumentErrorCode,
  type ArgumentProblem,
  type ArgumentWarningCode,
  type PolicyDecision,
  type PolicyViolation,
  type ToolCall,
  type ToolCallValidation,
  TRUST_SOURCES,
} from '@atip/core';
import type { CallCheck, CallRequest, ClientPolicy, DecisionRequest } from '../contract/contract.ts';
import { EFFECTS, PROVIDER, SANDBOX_MODE } from './core-schemas.ts';
import type { SchemaFor } from './json-schema.ts';
import { choiceOf, flag, foreign, listOf, objectOf, oneOf, text } from './schema-builders.ts';

export const DECISION_REQUEST: SchemaFor<DecisionRequest> = objectOf<DecisionRequest>(
  'DecisionRequest',
  { approve: flag(), hash: text({ description: 'Of confirmation-required.' }) },
  {},
);

const ARGUMENTS: SchemaFor<Record<string, unknown>> = { type: 'object' };

const TOOL_CALL: SchemaFor<ToolCall> = objectOf<ToolCall>(
  'ToolCall',
  { id: text(), name: text(), arguments: ARGUMENTS },
  {},
);

const POLICY: SchemaFor<ClientPolicy> = objectOf<ClientPolicy>(
  'Policy',
  {},
  {
    allowDestructive: flag(),
    allowNonReversible: flag(),
    allowBillable: flag(),
    allowNetwork: flag(),
    allowFilesystemWrite: flag(),
    allowFilesystemDelete: flag(),
    allowInteractive: flag(),
    requireReadOnly: flag(),
    denyRestricted: flag(),
    denyUnknown: flag(),
    confirmAll: flag(),
    maxCostEstimate: oneOf(COST_ESTIMATES),
    minTrustLevel: oneOf(TRUST_SOURCES),
    sandbox: SANDBOX_MODE,
  },
  // Ignoring a field would allow what it forbids.
  { additionalProperties: false },
);

export const CALL_REQUEST: SchemaFor<CallRequest> = objectOf<CallRequest>(
  'CallRequest',
  { call: TOOL_CALL },
  { policy: POLICY, provider: PROVIDER },
);

function argumentProblem<Code extends string>(code: SchemaFor<Code>): SchemaFor<ArgumentProblem<Code>> {
  const fields = { code, message: text(), parameter: text() };
  return { type: 'object', properties: fields, required: Object.keys(fields) };
}

const ERROR_CODE: SchemaFor<ArgumentErrorCode> = choiceOf<ArgumentErrorCode>({
  MISSING_REQUIRED: true,
  INVALID_TYPE: true,
  INVALID_ENUM: true,
  INVALID_FORMAT: true,
  UNKNOWN_COMMAND: true,
  INVALID_METADATA: true,
  EXTRA_PARAMETER: true,
});

const WARNING_CODE: SchemaFor<ArgumentWarningCode> = choiceOf<ArgumentWarningCode>({
  EXTRA_PARAMETER: true,
  DEPRECATED_PARAMETER: true,
});

const VALIDATION: SchemaFor<ToolCallValidation> = objectOf<ToolCallValidation>(
  'ToolCallValidation',
  {
    valid: flag(),
    errors: listOf(argumentProblem(ERROR_CODE)),
    warnings: listOf(argumentProblem(WARNING_CODE)),
    arguments: ARGUMENTS,
  },
  {},
);

const VIOLATION: SchemaFor<PolicyViolation> = foreign('PolicyViolation', 'A rule of the policy that had a say.');

const DECISION: SchemaFor<PolicyDecision> = objectOf<PolicyDecision>(
  'PolicyDecision',
  { decision: choiceOf({ allow: true, confirm: true, deny: true }), violations: listOf(VIOLATION) },
  { rule: foreign('PolicyRule', 'The name of the field of the policy that decided.', 'string') },
);

export const CALL_CHECK: SchemaFor<CallCheck> = objectOf<CallCheck>(
  'CallCheck',
  {
    tool: text(),
    path: listOf(text()),
    effects: EFFECTS,
    executable: text(),
    validation: VALIDATION,
    decision: DECISION,
    cwd: text(),
  },
  { argv: listOf(text()), hash: text() },
);
