import type { Requirement } from './requirement.ts';

const CORE = 'packages/core/src';
const PARSE = `${CORE}/metadata/parse-tool.test.ts`;
const AGENT = 'packages/cli/src/agent/add-agent.test.ts';
const PROBE = 'packages/node/src/discovery/probe-tool.test.ts';
const SELECT = `${CORE}/commands/select-commands.test.ts`;
const WANTED = `${CORE}/execute/decide-call.test.ts`;
const PATTERN = `${CORE}/execute/expand-pattern.test.ts`;
const TRANSLATION = 'tests/spec/translation.test.ts';

/** §2 and §3: the document. */
export const METADATA_REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'ATIP-2.6-1',
    level: 'rule',
    concerns: 'library',
    text: 'Compiling for any provider keeps what is critical for safety.',
    tests: [`${TRANSLATION} > ATIP-2.6-1 every provider is told what a command may do: %s`],
  },
  {
    id: 'ATIP-3.1-1',
    level: 'MUST',
    concerns: 'tool',
    text: 'A tool that supports ATIP answers --agent with JSON on stdout and exit code 0.',
    tests: [
      `${PROBE} > a tool that answers --agent is found under its own name`,
      `${AGENT} > what atip says of itself is valid, and nothing about it is doubtful`,
      `${AGENT} > every command of the program is described as it is defined, and no other`,
    ],
  },
  {
    id: 'ATIP-3.1-2',
    level: 'MUST NOT',
    concerns: 'tool',
    text: 'Answering --agent changes nothing. A probe does not rely on it.',
    tests: [
      `${PROBE} > it runs with an empty directory, no input and no secrets, and leaves nothing behind`,
      'packages/node/src/discovery/scan-tools.test.ts > in the sandbox a program that answers cannot do anything else',
    ],
  },
  {
    id: 'ATIP-3.1-3',
    level: 'MUST',
    concerns: 'tool',
    text: 'The answer is valid JSON in UTF-8; anything else is refused with a reason.',
    tests: [
      `${PROBE} > an answer that does not count has a code: not JSON`,
      `${CORE}/json/read-json.test.ts > refuses what JSON.parse refuses`,
      `${CORE}/json/read-json.test.ts > agrees with JSON.parse on any JSON value`,
      `${PROBE} > an answer that is not UTF-8 is refused, not repaired`,
    ],
  },
  {
    id: 'ATIP-3.1-4',
    level: 'MUST',
    concerns: 'tool',
    text: 'The exit code says whether it worked; an answer with another code than 0 does not count.',
    tests: [
      `${PROBE} > an answer that does not count has a code: a failure`,
      `${PROBE} > an answer that does not count has a code: a crash`,
    ],
  },
  {
    id: 'ATIP-3.1-5',
    level: 'MUST',
    concerns: 'tool',
    text: 'The answer is on stdout; stderr is for diagnostics and is not read.',
    tests: ['tests/spec/discovery.test.ts > ATIP-3.1-5 what a tool says on stderr is no part of its answer'],
  },
  {
    id: 'ATIP-3.1.1-1',
    level: 'SHOULD',
    concerns: 'tool',
    text: 'A tool with many commands answers for some of them: --commands=, --depth=.',
    tests: [
      `${AGENT} > an excerpt for %j`,
      `${AGENT} > the options of --agent may stand before it, and nothing else is run`,
    ],
  },
  {
    id: 'ATIP-3.1.1-2',
    level: 'SHOULD',
    concerns: 'library',
    text: 'An excerpt says so: partial, filter, totalCommands, includedCommands.',
    tests: [`${SELECT} > an excerpt says what it is, and keeps what holds for the whole tool`],
  },
  {
    id: 'ATIP-3.1.1-3',
    level: 'rule',
    concerns: 'library',
    text: 'A filter takes subtrees by name, and a depth of which 1 is the top level only.',
    tests: [`${SELECT} > %j selects %j`],
  },
  {
    id: 'ATIP-3.1.1-4',
    level: 'rule',
    concerns: 'agent',
    text: 'A document that says it is an excerpt is read with what it says about it.',
    tests: [`${PARSE} > accepts partial discovery`, `${PARSE} > judges depth 0`],
  },
  {
    id: 'ATIP-3.1.1-5',
    level: 'rule',
    concerns: 'agent',
    text: 'An agent asks for the top level first, then for what the task needs, and keeps whole documents of tools used often.',
    tests: [
      'packages/node/src/discovery/load-commands.test.ts > an overview is asked for first, and commands when they are needed, until nothing is left out',
    ],
  },
  {
    id: 'ATIP-3.2-1',
    level: 'rule',
    concerns: 'library',
    text: 'atip, name, version and description are required; all else at the root is optional.',
    tests: [`${TRANSLATION} > ATIP-3.2-1 a document without %s is refused`, `${PARSE} > accepts the smallest document`],
  },
  {
    id: 'ATIP-3.2-2',
    level: 'rule',
    concerns: 'agent',
    text: 'The name is that of the executable.',
    tests: [
      `${PROBE} > an answer that does not count has a code: another name`,
      `${PROBE} > a linked tool goes by the name of the link`,
    ],
  },
  {
    id: 'ATIP-3.4-1',
    level: 'rule',
    concerns: 'library',
    text: 'Arguments are required unless they say otherwise, options only if they say so (§3.5).',
    tests: [
      `${CORE}/commands/parameters.test.ts > arguments are required unless they say otherwise, options only if they say so`,
    ],
  },
  {
    id: 'ATIP-3.4-2',
    level: 'rule',
    concerns: 'library',
    text: 'A variadic argument takes several values.',
    tests: [`${CORE}/providers/openai/to-openai.test.ts > variadic arguments are lists of their type`],
  },
  {
    id: 'ATIP-3.5-1',
    level: 'rule',
    concerns: 'agent',
    text: 'An environment variable can stand in for an option.',
    tests: [
      `${CORE}/input/validate-tool-call.test.ts > a required option may come from the environment, and only an option`,
    ],
  },
  {
    id: 'ATIP-3.6-1',
    level: 'MUST',
    concerns: 'library',
    text: 'What §3.6 gives a priority is kept when compiling: destructive, reversible, idempotent, billable.',
    tests: [
      `${TRANSLATION} > ATIP-2.6-1 every provider is told what a command may do: %s`,
      `${CORE}/commands/flatten-commands.test.ts > effects of every group on the way count`,
    ],
  },
  {
    id: 'ATIP-3.6-2',
    level: 'MUST',
    under: 'ATIP-3.6-1',
    concerns: 'library',
    text: 'So is the deletion of files (HIGH), for which §8.2 has no flag.',
    tests: [
      `${CORE}/prompt/generate-safety-prompt.test.ts > billable, file, interactive and unknown commands are named too`,
    ],
  },
  {
    id: 'ATIP-3.6-3',
    level: 'MUST',
    under: 'ATIP-3.6-1',
    concerns: 'library',
    text: 'So are network and the writing of files (MEDIUM, where there is room).',
    tests: [
      `${CORE}/prompt/generate-safety-prompt.test.ts > one section per category that has commands`,
      `${CORE}/prompt/generate-safety-prompt.test.ts > billable, file, interactive and unknown commands are named too`,
    ],
  },
  {
    id: 'ATIP-3.6-4',
    level: 'rule',
    concerns: 'agent',
    text: 'No or optional standard input: an ordinary process, its input closed.',
    tests: [
      `${CORE}/policy/check-policy.test.ts > optional stdin is allowed`,
      'packages/node/src/process/execute-command.test.ts > a program that reads its input finds the end at once',
    ],
  },
  {
    id: 'ATIP-3.6-5',
    level: 'rule',
    concerns: 'agent',
    text: 'Required input or a password: not run without a person, with an explanation.',
    tests: [
      `${WANTED} > a program that also wants its input is refused with or without the option`,
      `${WANTED} > a program that also wants a password is refused with or without the option`,
    ],
  },
  {
    id: 'ATIP-3.6-6',
    level: 'rule',
    concerns: 'agent',
    text: 'A program that asks for confirmation is answered by a declared option such as --yes, or not run.',
    tests: [
      `${WANTED} > a program that asks is refused, and the way out is named`,
      `${WANTED} > one that is told not to ask needs a person here, whatever else the policy allows`,
      `${WANTED} > a program without such an option is refused, and --force is none`,
    ],
  },
  {
    id: 'ATIP-3.6-7',
    level: 'rule',
    concerns: 'agent',
    text: 'A program that needs a terminal gets one, or is not run.',
    tests: [
      `${WANTED} > a program that also wants a terminal is refused with or without the option`,
      'packages/node/src/process/run-in-terminal.test.ts > a program that wants a terminal has one, and its output and exit code come back',
      'packages/node/src/process/run-in-terminal.test.ts > no program in a sandbox gets a terminal',
    ],
  },
  {
    id: 'ATIP-3.7-1',
    level: 'rule',
    concerns: 'library',
    text: 'Each of the nine types has its JSON Schema; an array may hold anything its items allow.',
    tests: [
      `${CORE}/providers/openai/to-openai.test.ts > types that JSON Schema lacks become strings with a note`,
      `${CORE}/providers/openai/to-openai.test.ts > enums keep one numeric kind, mixed ones become strings, empty ones restrict nothing`,
    ],
  },
  {
    id: 'ATIP-3.8-1',
    level: 'rule',
    concerns: 'agent',
    text: 'What carries a credential is known from the metadata, and its value is kept from models.',
    tests: [`${CORE}/redact/create-result-filter.test.ts > takes environment variables for authentication as keys`],
  },
  {
    id: 'ATIP-3.8-2',
    level: 'rule',
    concerns: 'agent',
    text: 'checkCommand tells whether a tool is logged in.',
    open: 'issue 6: nothing runs it; it needs the credentials and the network that the sandbox takes away, so it wants real tools to be tried on; until then a tool context takes what the host knows',
  },
  {
    id: 'ATIP-3.9-1',
    level: 'rule',
    concerns: 'library',
    text: 'The steps of a pattern are command lines in which {name} stands for a variable.',
    tests: [
      `${PATTERN} > a workflow becomes one argv for each step`,
      `${PATTERN} > any value ends up as one argument or is refused`,
    ],
  },
];
