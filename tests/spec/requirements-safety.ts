import type { Requirement } from './requirement.ts';

const CORE = 'packages/core/src';
const POLICY = `${CORE}/policy/check-policy.test.ts`;
const EXECUTOR = `${CORE}/execute/create-executor.test.ts`;
const ARGV = `${CORE}/argv/build-command-array.test.ts`;
const RESTRICT = `${CORE}/policy/restrict-tools.test.ts`;
const CONTEXT = `${CORE}/execute/tool-context.test.ts`;
const FILTER = `${CORE}/redact/create-result-filter.test.ts`;
const SERVER = 'server/src/serve/start-companion.test.ts';
const SAFETY = 'tests/spec/safety.test.ts';

/** §10 to §12 and appendix A: several agents, security, platforms. */
export const SAFETY_REQUIREMENTS: readonly Requirement[] = [
  {
    id: 'ATIP-10.1-1',
    level: 'rule',
    concerns: 'agent',
    text: 'Agents share a registry that is read without locks and written atomically.',
    tests: [
      'packages/node/src/registry/update-registry.test.ts > twenty changes at once are all there',
      'packages/node/src/files/file-lock.test.ts > four processes that add to one number lose nothing',
    ],
  },
  {
    id: 'ATIP-10.2-1',
    level: 'rule',
    concerns: 'agent',
    text: 'A lead agent lets a subagent have only the tools it names.',
    tests: [`${RESTRICT} > %j leaves the tools %j`, `${RESTRICT} > any delegation takes commands away or is refused`],
  },
  {
    id: 'ATIP-10.2-2',
    level: 'rule',
    concerns: 'agent',
    text: 'It can deny single commands.',
    tests: [
      `${RESTRICT} > denying %j takes %j`,
      `${RESTRICT} > the command above goes too when an argument of it could name what is denied`,
    ],
  },
  {
    id: 'ATIP-10.2-3',
    level: 'rule',
    concerns: 'agent',
    text: 'It can restrict effects; what is not stated does not pass.',
    tests: [
      `${RESTRICT} > %j keeps %j, neither %j nor silence`,
      `${RESTRICT} > effects count as merged over every level`,
    ],
  },
  {
    id: 'ATIP-10.3-1',
    level: 'rule',
    concerns: 'agent',
    text: 'Agents may tell each other which tools there are, which are logged in, and what ran.',
    tests: [
      `${CONTEXT} > names each tool once, and those of them that are logged in`,
      `${CONTEXT} > a recorded command is added to a copy`,
    ],
  },
  {
    id: 'ATIP-11.1-1',
    level: 'SHOULD',
    concerns: 'agent',
    text: 'A destructive operation is confirmed, whoever described it, and so is what may be one.',
    tests: [
      `${SAFETY} > ATIP-11.1-1 nobody’s word runs what is destructive or may be: trust %s`,
      `${POLICY} > allowDestructive: unknown is never taken for safe`,
      `${CORE}/policy/policy-extensions.test.ts > confirmAll confirms what is allowed`,
      `${CORE}/lint/check-tool.test.ts > a harmful name that denies it`,
    ],
    open: 'issue 6: a policy believes what is stated to be harmless, unless it confirms everything; effects inferred from flags are to contradict it',
  },
  {
    id: 'ATIP-11.1-2',
    level: 'SHOULD',
    under: 'ATIP-11.1-1',
    concerns: 'agent',
    text: 'Tools that are not trusted run in a sandbox.',
    tests: [
      `${POLICY} > trust user against community is deny`,
      'packages/node/src/execute/create-executor.test.ts > a program that has to be in a sandbox does not run where none works: nobody vouches for its metadata',
      'tests/attacks/lying-tool.test.ts > a tool that lies about what it does is stopped, whatever it tries',
    ],
  },
  {
    id: 'ATIP-11.1-3',
    level: 'SHOULD',
    under: 'ATIP-11.1-1',
    concerns: 'agent',
    text: 'Executables are told apart by their digest.',
    tests: [
      `${SERVER} > an approval does not hold for an executable that was replaced meanwhile`,
      'packages/node/src/executables/executable-identity.test.ts > other bytes of the same length and with the old mtime are another identity',
      'packages/node/src/execute/create-executor.test.ts > metadata that names the digest of its program is used with that program alone',
    ],
  },
  {
    id: 'ATIP-11.2-1',
    level: 'MUST',
    concerns: 'agent',
    text: 'Every call is validated before it runs.',
    tests: [
      `${SAFETY} > ATIP-11.2-1 no way of running a call leads past validation: %s`,
      `${EXECUTOR} > bad arguments is refused and nothing runs`,
      `${SERVER} > a call is refused before it starts: a missing argument`,
    ],
  },
  {
    id: 'ATIP-11.2-2',
    level: 'rule',
    concerns: 'agent',
    text: 'Destructive operations need a confirmation unless the policy allows them.',
    tests: [`${POLICY} > destructive is confirmed`, `${SERVER} > a denied call does not run`],
  },
  {
    id: 'ATIP-11.2-3',
    level: 'rule',
    concerns: 'agent',
    text: 'Billable operations need a budget.',
    tests: [
      `${POLICY} > billable is denied`,
      `${POLICY} > a cost above the limit is denied`,
      `${POLICY} > allowBillable: unknown is never taken for safe`,
    ],
  },
  {
    id: 'ATIP-11.2-4',
    level: 'rule',
    concerns: 'agent',
    text: 'Paths are made safe: none becomes an option, an order to the program, or two arguments.',
    tests: [
      `${ARGV} > a leading dash: -- where it is honoured, ./ for paths`,
      `${ARGV} > a leading plus: ./ for paths, text behind -- and where the document says so, refused elsewhere`,
      `${ARGV} > a leading at sign: ./ for paths, refused where the program reads such files, text elsewhere`,
      `${CORE}/input/validate-tool-call.test.ts > refuses an empty path`,
      'packages/node/src/execute/create-executor.test.ts > what it says that it writes it can, in the working directory and nowhere else',
    ],
  },
  {
    id: 'ATIP-11.2-5',
    level: 'rule',
    concerns: 'agent',
    text: 'Arguments are checked for injection.',
    tests: [
      `${ARGV} > an option smuggled as a positional is refused`,
      `${CORE}/argv/assert-positionals.test.ts > a subcommand smuggled as the argument of its group is refused`,
      `${CORE}/argv/build-command-array.property.test.ts > an element is a word of the metadata, or one flag of it with exactly a given value, or such a value`,
      `${CORE}/input/validate-tool-call.test.ts > refuses a NUL`,
    ],
  },
  {
    id: 'ATIP-11.3-1',
    level: 'rule',
    concerns: 'agent',
    text: 'Secrets are removed from a result before a model sees it.',
    tests: [
      `${FILTER} > redacts by its form: %s`,
      `${CORE}/redact/known-secrets.test.ts > never lets any known value through`,
      `${SERVER} > a secret in the output is redacted, also where it arrives in pieces`,
    ],
  },
  {
    id: 'ATIP-11.3-2',
    level: 'rule',
    concerns: 'agent',
    text: 'A long result is cut, after that, and says so.',
    tests: [
      `${SAFETY} > ATIP-11.3-2 a long result is redacted, then cut, and says that it was`,
      `${FILTER} > redacts before it cuts`,
    ],
  },
  {
    id: 'ATIP-12.3-1',
    level: 'rule',
    concerns: 'agent',
    text: 'A platform looks for tools when it starts. Ours reads what is known and asks the programs that a person names; to look through the PATH, which starts programs, it is told by a person.',
    tests: [
      'server/src/serve/start-companion-discovery.test.ts > a program on the PATH is discovered, loaded, and run where it was found',
      'server/src/serve/start-companion-discovery.test.ts > a program that described itself is run where it was found, on the PATH or not',
      'server/src/tools/tool-catalogue.test.ts > a refresh reads again, and only a refresh',
    ],
  },
  {
    id: 'ATIP-12.3-2',
    level: 'rule',
    concerns: 'agent',
    text: 'It holds every call against a policy made from the effects.',
    tests: [
      'server/src/calls/client-policy.test.ts > %s under %j',
      `${EXECUTOR} > policy and trust refuse with their own errors`,
    ],
  },
  {
    id: 'ATIP-A-1',
    level: 'rule',
    concerns: 'library',
    text: 'The functions of appendix A are there, under their names.',
    tests: [`${SAFETY} > ATIP-A-1 the library has what appendix A lists`],
  },
];
