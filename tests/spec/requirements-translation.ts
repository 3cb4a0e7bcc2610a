import type { Requirement } from './requirement.ts';

const CORE = 'packages/core/src';
const OPENAI = `${CORE}/providers/openai/to-openai.test.ts`;
const FLATTEN = `${CORE}/commands/flatten-commands.test.ts`;
const TRANSLATION = 'tests/spec/translation.test.ts';
const FLAG = `${TRANSLATION} > ATIP-8.2-2 the flag stands behind the description:`;

/** §8: what providers get. */
export const TRANSLATION_REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'ATIP-8.1-1',
    level: 'rule',
    concerns: 'library',
    text: 'OpenAI gets a function with parameters; strict says so, closes the object and requires every property. (CREATES: stands in the examples of §8.1 and in no rule: left out.)',
    tests: [
      `${TRANSLATION} > ATIP-8.1-1 the example of the specification compiles to its forms`,
      `${OPENAI} > strict: all required, optional ones nullable, null in their enums`,
    ],
  },
  {
    id: 'ATIP-8.1-2',
    level: 'rule',
    concerns: 'library',
    text: 'Gemini gets a declaration with parameters.',
    tests: [
      `${TRANSLATION} > ATIP-8.1-1 the example of the specification compiles to its forms`,
      `${CORE}/providers/gemini/to-gemini.test.ts > declarations with keys of letters, digits and underscores`,
    ],
  },
  {
    id: 'ATIP-8.1-3',
    level: 'rule',
    concerns: 'library',
    text: 'Anthropic gets a tool with input_schema.',
    tests: [
      `${TRANSLATION} > ATIP-8.1-1 the example of the specification compiles to its forms`,
      `${CORE}/providers/anthropic/to-anthropic.test.ts > input_schema with only what is required in required`,
    ],
  },
  {
    id: 'ATIP-8.2-1',
    level: 'MUST',
    concerns: 'library',
    text: 'Safety information is part of the description, for every provider.',
    tests: [`${TRANSLATION} > ATIP-2.6-1 every provider is told what a command may do: %s`],
  },
  {
    id: 'ATIP-8.2-2',
    level: 'rule',
    concerns: 'library',
    text: 'The flags follow the description in brackets; several are divided by a bar, as the example has it.',
    tests: [
      `${FLAG} %j`,
      `${CORE}/effects/safety-flags.test.ts > %j → [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | 💰 BILLABLE]`,
    ],
  },
  {
    id: 'ATIP-8.2-3',
    level: 'rule',
    concerns: 'library',
    text: 'READ-ONLY needs both statements: nothing written, no network. Silence is no statement.',
    tests: [
      `${CORE}/effects/safety-flags.test.ts > %j → [🔒 READ-ONLY]`,
      `${TRANSLATION} > ATIP-8.2-3 what is not stated is not called read-only: %j`,
    ],
  },
  {
    id: 'ATIP-8.2-4',
    level: 'rule',
    concerns: 'library',
    text: 'A description for OpenAI has at most 1024 characters; others have no limit.',
    tests: [
      `${OPENAI} > a description over 1024 units is cut before its flags, never inside a character`,
      `${CORE}/providers/anthropic/to-anthropic.test.ts > descriptions have no limit`,
    ],
  },
  {
    id: 'ATIP-8.2-5',
    level: 'MUST',
    concerns: 'library',
    text: 'The flags fit into that limit, whatever is cut for them.',
    tests: [`${TRANSLATION} > ATIP-8.2-5 all flags stay within 1024 characters, however long the description: %i`],
  },
  {
    id: 'ATIP-8.2-6',
    level: 'rule',
    concerns: 'library',
    text: 'In strict mode every property is required and optional ones can be null.',
    tests: [`${OPENAI} > strict: all required, optional ones nullable, null in their enums`],
  },
  {
    id: 'ATIP-8.2-7',
    level: 'rule',
    concerns: 'library',
    text: 'Nested commands are flattened, each to a tool of its own (strategy A).',
    tests: [
      `${TRANSLATION} > ATIP-8.2-7 every command that can be called is a tool, no group is: %s`,
      `${FLATTEN} > lists leaves depth first with path, pointer and merged effects`,
    ],
  },
  {
    id: 'ATIP-8.2-8',
    level: 'rule',
    concerns: 'library',
    text: 'Or one tool for each group, with an action to choose (strategy B).',
    tests: [`${TRANSLATION} > ATIP-8.2-8 one tool for a group, its commands to choose as actions: %s`],
  },
  {
    id: 'ATIP-8.2-9',
    level: 'rule',
    concerns: 'library',
    text: 'Files, directories and URLs are strings, enums are strings with their values.',
    tests: [
      `${OPENAI} > types that JSON Schema lacks become strings with a note`,
      `${CORE}/providers/gemini/to-gemini.test.ts > enums are strings, whatever they were, and never empty`,
    ],
  },
  {
    id: 'ATIP-8.2-10',
    level: 'rule',
    concerns: 'library',
    text: 'No reliance on the keyword format: the description says what is expected.',
    tests: [`${TRANSLATION} > ATIP-8.2-10 no provider gets a format, all get it in words: %s`],
  },
  {
    id: 'ATIP-8.3-1',
    level: 'rule',
    concerns: 'library',
    text: 'Name, description, arguments and options are kept in full.',
    tests: [
      'tests/corpus/corpus.test.ts > every tool of @withfig/autocomplete parses, compiles for every provider, and every name leads back',
    ],
  },
  {
    id: 'ATIP-8.3-2',
    level: 'rule',
    concerns: 'library',
    text: 'What is for the agent alone (interactive, duration, authentication) is not sent to a model.',
    tests: [`${TRANSLATION} > ATIP-8.3-2 what is for the agent alone reaches no provider: %s`],
  },
  {
    id: 'ATIP-8.3-3',
    level: 'rule',
    concerns: 'library',
    text: 'Examples go into descriptions or the system prompt.',
    tests: [`${TRANSLATION} > ATIP-8.3-3 examples are part of the description when asked for: %s`],
  },
  {
    id: 'ATIP-8.3-4',
    level: 'rule',
    concerns: 'library',
    text: 'Patterns go into the system prompt.',
    open: 'issue 3: no prompt names them',
  },
];
