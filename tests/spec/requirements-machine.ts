import type { Requirement } from './requirement.ts';

const CORE = 'packages/core/src';
const NODE = 'packages/node/src';
const SERVER = 'server/src/serve/start-companion.test.ts';
const TRANSLATION = 'tests/spec/translation.test.ts';

/** §4 to §7: finding tools and running them. */
export const MACHINE_REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'ATIP-4-1',
    level: 'rule',
    concerns: 'agent',
    text: 'Metadata and settings are where XDG says, below agent-tools.',
    tests: [
      `${NODE}/environment/xdg-paths.test.ts > the defaults`,
      `${NODE}/environment/xdg-paths.test.ts > both set`,
      `${NODE}/environment/xdg-paths.test.ts > relative ones are ignored`,
    ],
  },
  {
    id: 'ATIP-4-2',
    level: 'rule',
    concerns: 'agent',
    text: 'Tools and shims of the user are read from there.',
    tests: [
      `${NODE}/documents/read-tool-directories.test.ts > documents of both directories are found; a tool wins over a shim of its name`,
    ],
  },
  {
    id: 'ATIP-4-3',
    level: 'rule',
    concerns: 'agent',
    text: 'So are overrides of the user, patterns of an organisation, and the directories of the system.',
    tests: [
      `${CORE}/commands/override-tool.test.ts > a field is replaced`,
      `${NODE}/documents/read-override.test.ts > what the user writes is laid over the document, and said`,
      `${NODE}/documents/read-patterns.test.ts > patterns of the user come before those of the system; a file has one or several`,
      `${NODE}/documents/read-tool-directories.test.ts > the system's documents come after the user's, those of tools before shims, also without a folder`,
    ],
  },
  {
    id: 'ATIP-4-4',
    level: 'rule',
    concerns: 'agent',
    text: 'registry.json is the index of what was found.',
    tests: [
      `${NODE}/discovery/scan-tools.test.ts > only programs that carry a marker are run, once, and what they say is remembered`,
    ],
  },
  {
    id: 'ATIP-5.1-1',
    level: 'rule',
    concerns: 'agent',
    text: 'Tools are looked for in the registry, the directories, the PATH, and then among shims.',
    tests: [
      `${NODE}/discovery/scan-tools.test.ts > an answer, then documents, then shims; the user's override is laid over each, and own files are never written over`,
      `${NODE}/discovery/scan-tools.test.ts > a program that was replaced is asked again; one that is gone, or answers no more, is forgotten`,
    ],
  },
  {
    id: 'ATIP-5.2-1',
    level: 'rule',
    concerns: 'agent',
    text: 'An executable is probed with --agent and a bound on time; a valid answer with exit code 0 counts.',
    tests: [
      `${NODE}/discovery/probe-tool.test.ts > a tool that answers --agent is found under its own name`,
      `${NODE}/discovery/probe-tool.test.ts > a tool that hangs is ended`,
      `${NODE}/discovery/probe-tool.test.ts > an answer that does not count has a code: a failure`,
    ],
  },
  {
    id: 'ATIP-5.2-2',
    level: 'rule',
    concerns: 'agent',
    text: 'Every executable of the PATH that is not on a skip list is probed. Here only those that carry a marker are: running all of them is not safe.',
    tests: [
      `${NODE}/discovery/scan-tools.test.ts > only programs that carry a marker are run, once, and what they say is remembered`,
      `${NODE}/discovery/scan-tools.test.ts > without a sandbox nobody is asked who was not named, and that is said`,
    ],
  },
  {
    id: 'ATIP-6.1-1',
    level: 'rule',
    concerns: 'agent',
    text: 'A command is run as a process, directly, with its arguments as a list.',
    tests: [
      `${NODE}/execute/create-executor.test.ts > a call runs the program that the PATH has under the tool name, with nothing of ours`,
      `${NODE}/process/execute-command.test.ts > arguments reach the program as they are, whatever a shell would make of them`,
    ],
  },
  {
    id: 'ATIP-6.1-2',
    level: 'rule',
    concerns: 'agent',
    text: 'A destructive command is confirmed by the user before it runs.',
    tests: [
      `${CORE}/execute/create-executor.test.ts > a person is shown the exact argv, and only yes is yes`,
      `${SERVER} > a destructive call waits, shows its argv, and runs once it is approved`,
    ],
  },
  {
    id: 'ATIP-7.1-1',
    level: 'rule',
    concerns: 'agent',
    text: 'Metadata is compiled and sent; a call that comes back is checked, run, and its result returned.',
    tests: [`${SERVER} > git_log runs in the repository and comes back as a message for the provider`],
  },
  {
    id: 'ATIP-7.1-2',
    level: 'rule',
    concerns: 'agent',
    text: 'Output, errors and exit code are captured.',
    tests: [
      `${NODE}/process/execute-command.test.ts > each stream has its own limit, and exactly the limit is not too much`,
      `${CORE}/execute/format-result.test.ts > failure starts with stderr`,
    ],
  },
  {
    id: 'ATIP-7.2-1',
    level: 'rule',
    concerns: 'library',
    text: 'Calls are read from what each provider answers.',
    tests: [
      `${CORE}/calls/parse-tool-call.test.ts > one call (openai)`,
      `${CORE}/calls/parse-tool-call.test.ts > one part (gemini)`,
      `${CORE}/calls/parse-tool-call.test.ts > one block (anthropic)`,
    ],
  },
  {
    id: 'ATIP-7.2-2',
    level: 'rule',
    concerns: 'library',
    text: 'Results are messages in the form of each provider.',
    tests: [
      `${CORE}/calls/handle-tool-result.test.ts > text (openai)`,
      `${CORE}/calls/handle-tool-result.test.ts > an object as it is (gemini)`,
      `${CORE}/calls/handle-tool-result.test.ts > an object (anthropic)`,
    ],
  },
  {
    id: 'ATIP-7.3-1',
    level: 'rule',
    concerns: 'library',
    text: 'A response may hold several calls; each result goes to its own.',
    tests: [`${TRANSLATION} > ATIP-7.3-1 several calls in one response keep order and identity: %s`],
  },
  {
    id: 'ATIP-7.3-2',
    level: 'SHOULD',
    concerns: 'agent',
    text: 'Calls run at the same time when their effects cannot conflict.',
    tests: [
      `${CORE}/execute/create-executor.test.ts > a batch keeps its order, survives a refusal, and overlaps only what states that it reads`,
      `${CORE}/execute/run-batch.test.ts > never beside one that may change something, at most four, each once, outcomes in order`,
      `${CORE}/execute/can-overlap.test.ts > states nothing: %j`,
    ],
  },
];
