import * as core from '@atip/core';
import * as emit from '@atip/emit';
import * as importers from '@atip/importers';
import * as node from '@atip/node';
import { expect, test } from 'vitest';

test('the public names of @atip/core are these, and adding one is a decision', () => {
  expect(Object.keys(core).sort()).toStrictEqual([
    'ArgumentValidationError',
    'AtipError',
    'AtipExecuteError',
    'AtipParseError',
    'AtipValidationError',
    'DEFAULT_REDACT_PATTERNS',
    'ExecutionError',
    'InsufficientTrustError',
    'InteractiveNotSupportedError',
    'OPENAI_DESCRIPTION_MAX_LENGTH',
    'POLICY_PRESETS',
    'PROVIDERS',
    'PolicyViolationError',
    'RequiresConfirmationError',
    'SAFETY_FLAGS',
    'TimeoutError',
    'UnknownCommandError',
    'buildCommandArray',
    'buildRequest',
    'checkCall',
    'checkCanonicalTool',
    'checkPolicy',
    'checkProviderTools',
    'checkTool',
    'compile',
    'compileTools',
    'createExecutor',
    'createResultFilter',
    'createToolCallStream',
    'createToolContext',
    'createValidator',
    'defaultPolicyFor',
    'diffTools',
    'expandPattern',
    'findSecrets',
    'flattenCommands',
    'formatForProvider',
    'formatResult',
    'formatResults',
    'generateSafetyPrompt',
    'handleToolResult',
    'mapToCommand',
    'mergeEffects',
    'overrideTool',
    'parseTool',
    'parseToolCall',
    'policyMatrix',
    'readArgv',
    'readJson',
    'recordCommand',
    'restrictTools',
    'selectCommands',
    'toAnthropic',
    'toGemini',
    'toOpenAI',
    'translateTool',
    'validateToolCall',
  ]);
});

test('the public names of @atip/importers are these', () => {
  expect(Object.keys(importers).sort()).toStrictEqual([
    'IMPORT_FORMATS',
    'fromCanonical',
    'fromHelp',
    'fromMcp',
    'fromOclif',
    'importFrom',
    'inferEffects',
    'isCanonical',
    'isFormatName',
    'withInferredEffects',
  ]);
});

test("the public names of @atip/node are these eighteen, and core's execution half", () => {
  const own = Object.keys(node).filter((name) => !Object.keys(core).includes(name) || name === 'createExecutor');
  expect(own.sort()).toStrictEqual([
    'createAuditLog',
    'createExecutor',
    'createLineJudge',
    'createSandbox',
    'describeLine',
    'describeProgram',
    'executeCommand',
    'listTools',
    'loadConfiguration',
    'loadRegistry',
    'originOf',
    'probeTool',
    'resolveTool',
    'scanTools',
    'verifyAuditLog',
    'withPolicy',
    'xdgPaths',
  ]);
});

test('the public names of @atip/emit are these', () => {
  expect(Object.keys(emit).sort()).toStrictEqual(['answerAgent', 'withAtip']);
});
