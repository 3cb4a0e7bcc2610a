import * as core from '@atip/core';
import * as execute from '@atip/core/execute';
import * as emit from '@atip/emit';
import * as importers from '@atip/importers';
import * as node from '@atip/node';
import { expect, test } from 'vitest';

test('the public names of @atip/core are these, and adding one is a decision', () => {
  expect(Object.keys(core).sort()).toStrictEqual([
    'AtipError',
    'AtipParseError',
    'AtipValidationError',
    'DEFAULT_REDACT_PATTERNS',
    'OPENAI_DESCRIPTION_MAX_LENGTH',
    'POLICY_PRESETS',
    'PROVIDERS',
    'SAFETY_FLAGS',
    'buildRequest',
    'checkCall',
    'checkCanonicalTool',
    'checkProviderTools',
    'checkTool',
    'compile',
    'compileTools',
    'createResultFilter',
    'createToolCallStream',
    'createToolContext',
    'createValidator',
    'diffTools',
    'expandPattern',
    'findSecrets',
    'flattenCommands',
    'formatResults',
    'generateSafetyPrompt',
    'handleToolResult',
    'parseTool',
    'parseToolCall',
    'readArgv',
    'recordCommand',
    'restrictTools',
    'selectCommands',
    'toAnthropic',
    'toGemini',
    'toOpenAI',
    'translateTool',
  ]);
});

test('the public names of @atip/core/execute are those of the execute design, and the catalog of its calls', () => {
  expect(Object.keys(execute).sort()).toStrictEqual([
    'ArgumentValidationError',
    'AtipExecuteError',
    'ExecutionError',
    'InsufficientTrustError',
    'InteractiveNotSupportedError',
    'PolicyViolationError',
    'RequiresConfirmationError',
    'TimeoutError',
    'UnknownCommandError',
    'buildCommandArray',
    'checkPolicy',
    'createCatalog',
    'createExecutor',
    'formatForProvider',
    'formatResult',
    'mapToCommand',
    'mergeEffects',
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
    'readFormat',
    'withInferredEffects',
  ]);
});

test("the public names of @atip/node are its own, and the execute design's", () => {
  const design = ['parseToolCall', ...Object.keys(execute)];
  expect(design.filter((name) => !Object.keys(node).includes(name))).toStrictEqual([]);
  const own = Object.keys(node).filter((name) => !design.includes(name) || name === 'createExecutor');
  expect(own.sort()).toStrictEqual([
    'createAuditLog',
    'createExecutor',
    'createHost',
    'createLineJudge',
    'createSandbox',
    'describeLine',
    'describeProgram',
    'executeCommand',
    'listTools',
    'loadConfiguration',
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
