import type { Mutation } from './bundle-source.ts';

/** A guard, and an attack that nothing but it stops. */
export interface Guard {
  readonly name: string;
  /** Name of the attack. */
  readonly attack: string;
  /** Takes the guard out. */
  readonly mutation: Mutation;
  /** A second layer that stops the same, and goes with it. */
  readonly behindIt?: Mutation;
  /** Whose sources the guard is in. Absent: the companion's. */
  readonly program?: 'atip';
  /** What comes of the attack without it. */
  readonly answer: string;
  readonly effect: string;
}

const RAN = { answer: '200', effect: 'a program ran' } as const;

const UNCOUNTED: Mutation = {
  ...{ file: 'server/src/guard/throttle.ts', from: 'failed.length >= limit', to: 'failed.length < 0' },
};

const UNSEARCHED: Mutation = {
  file: 'packages/core/src/json/hidden-characters.ts',
  from: "if ((isLine ? PLAIN_LINE : PLAIN).test(text)) return '';",
  to: "if (typeof text === 'string') return '';",
};

/** Every guard of the companion that one change can take out. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'Host',
    attack: 'a rebound name',
    mutation: { file: 'server/src/guard/guard.ts', from: 'return checkHost(request, allowed) ?? (', to: 'return (' },
    ...RAN,
  },
  {
    name: 'host of the request line',
    attack: 'an absolute address of another host',
    mutation: { file: 'server/src/guard/guard.ts', from: ' && hosts.includes(new URL(url).host))', to: ')' },
    ...RAN,
  },
  {
    name: 'Origin',
    attack: 'another origin',
    mutation: { file: 'server/src/guard/guard.ts', from: 'checkOrigin(request) ?? ', to: '' },
    ...RAN,
  },
  {
    name: 'exact origins that are let in',
    attack: 'an origin that only begins like one let in',
    mutation: {
      file: 'server/src/guard/guard.ts',
      from: 'origins.includes(origin) && isApiPath(',
      to: 'origins.some((one) => origin.startsWith(one)) && isApiPath(',
    },
    ...RAN,
  },
  {
    name: 'Sec-Fetch-Site',
    attack: 'fetched by another port',
    mutation: { file: 'server/src/guard/guard.ts', from: 'if (fetchSite === undefined ||', to: 'if (true ||' },
    ...RAN,
  },
  {
    name: 'token',
    attack: 'no token',
    mutation: {
      file: 'server/src/guard/session.ts',
      from: "(authorization = ''): boolean =>",
      to: "(authorization = ''): boolean => authorization !== null ||",
    },
    ...RAN,
  },
  {
    name: 'JSON only',
    attack: 'JSON that says that it is text',
    mutation: { file: 'server/src/http/route.ts', from: '/^application\\/json\\s*(;|$)/i', to: '/(?:)/' },
    ...RAN,
  },
  {
    name: 'size of a body',
    attack: 'a body of 5 MiB in pieces',
    mutation: { file: 'server/src/http/route.ts', from: 'if (size > MAX_BODY)', to: 'if (size < 0)' },
    ...RAN,
  },
  {
    name: 'time for a request',
    attack: 'a body that comes slowly',
    mutation: { file: 'server/src/serve/listen.ts', from: 'requestTimeout: limits.request', to: 'requestTimeout: 0' },
    ...RAN,
  },
  {
    name: 'strangers give way',
    attack: 'half-open connections, renewed as they are closed',
    mutation: {
      file: 'server/src/serve/listen.ts',
      from: "server.on('connection', places.opened)",
      to: 'server.maxConnections = limits.connections',
    },
    answer: 'kept out',
    effect: 'none',
  },
  {
    name: 'who is a stranger',
    attack: 'bodies without an end or a token, renewed',
    mutation: {
      file: 'server/src/serve/start-companion.ts',
      from: 'door.open(app.fetch, session.isToken)',
      to: 'door.open(app.fetch, () => true)',
    },
    answer: 'kept out',
    effect: 'none',
  },
  {
    name: 'a code counts once',
    attack: 'a replayed code',
    mutation: { file: 'server/src/guard/session.ts', from: 'current.spend();\n        return', to: 'return' },
    answer: '200',
    effect: 'a session is open',
  },
  {
    name: 'tries of a code',
    attack: 'guessed codes',
    mutation: UNCOUNTED,
    answer: '401 code-refused',
    effect: 'every guess was heard',
  },
  {
    name: 'tries of a token',
    attack: 'guessed tokens',
    mutation: UNCOUNTED,
    answer: '401 token-required',
    effect: 'every guess was heard',
  },
  {
    name: 'an approval is for one hash',
    attack: 'other arguments, the approval of the first',
    mutation: {
      file: 'server/src/calls/active-calls.ts',
      from: 'if (question.hash !== hash)',
      to: 'if (hash === null)',
    },
    answer: '204',
    effect: 'a file is gone',
  },
  {
    name: 'an approval counts once',
    attack: 'a replayed approval',
    mutation: { file: 'server/src/calls/active-calls.ts', from: 'questions.delete(id);', to: '' },
    answer: '204',
    effect: 'one question was answered twice',
  },
  {
    name: 'the hash is over the arguments',
    attack: 'other arguments, the approval of the first',
    mutation: {
      file: 'packages/node/src/execute/locate-program.ts',
      from: 'executable: { ...executable }, argv, cwd',
      to: 'executable: { ...executable }, argv: argv.slice(0, 2), cwd',
    },
    answer: '204',
    effect: 'a file is gone',
  },
  {
    name: 'the program is looked at again',
    attack: 'another program, put there after the question',
    mutation: { file: 'packages/node/src/execute/run-call.ts', from: 'await lookAgain(located, host);', to: '' },
    answer: 'result',
    effect: 'a program ran',
  },
  {
    name: 'the stricter policy',
    attack: 'a policy that allows what destroys',
    mutation: {
      file: 'packages/core/src/execute/check-call.ts',
      from: 'DECISIONS.indexOf(theirs.decision) > DECISIONS.indexOf(ours.decision) ? theirs : ours',
      to: 'theirs',
    },
    answer: '200',
    effect: 'a file is gone',
  },
  {
    name: 'the stricter sandbox',
    attack: 'a policy that switches the sandbox off',
    mutation: {
      file: 'packages/core/src/execute/check-call.ts',
      from: 'SANDBOX_MODES.findLast((mode) => modes.includes(mode))',
      to: 'modes.at(-1)',
    },
    answer: 'none',
    effect: 'a program runs without a sandbox',
  },
  {
    name: 'links out of the page',
    attack: 'a link that leads out',
    mutation: { file: 'server/src/page/page-files.ts', from: '!file.startsWith(directory + sep) || ', to: '' },
    answer: '200',
    effect: 'what lies elsewhere was read',
  },
  {
    name: 'hidden files of the page',
    attack: 'a hidden file',
    mutation: { file: 'server/src/page/page-files.ts', from: ' || /[\\\\\\0]|\\/\\.|\\/\\//.test(name)', to: '' },
    answer: '200',
    effect: 'what lies elsewhere was read',
  },
  {
    name: 'environment of children',
    attack: 'a program that looks at its surroundings',
    mutation: {
      file: 'packages/node/src/environment/child-environment.ts',
      from: 'return { ...inherited,',
      to: 'return { ...inherited, ...JSON.parse(JSON.stringify(source)),',
    },
    answer: 'a secret of the environment',
    effect: 'a secret of the environment leaked',
  },
  {
    name: 'what is ours is hidden from children',
    attack: 'a program that looks at its surroundings',
    mutation: { file: 'server/src/serve/start-companion.ts', from: 'hidden: [paths.state]', to: 'hidden: []' },
    behindIt: {
      file: 'packages/node/src/sandbox/secret-paths.ts',
      from: "    join(state, 'agent-tools'),\n",
      to: '',
    },
    answer: 'token',
    effect: 'token leaked',
  },
  {
    name: 'terminal sequences of a program',
    attack: 'terminal sequences in what a program writes',
    mutation: {
      file: 'packages/core/src/redact/strip-terminal.ts',
      from: 'if (!inString && isPlain(text)) {',
      to: 'if (text !== undefined) {',
    },
    answer: 'U+1b',
    effect: 'a terminal obeys it',
  },
  {
    name: 'escapes in the log',
    attack: 'what nobody sees on record, as stored',
    mutation: {
      file: 'packages/node/src/audit/audit-line.ts',
      from: 'escapeUnseen(JSON.stringify(value), asJson)',
      to: 'JSON.stringify(value)',
    },
    answer: 'U+202e',
    effect: 'a terminal obeys it',
  },
  {
    name: 'escapes of `atip audit show`',
    attack: 'what nobody sees on record, as shown',
    program: 'atip',
    mutation: {
      file: 'packages/core/src/json/hidden-characters.ts',
      from: 'return text.replace(UNSEEN, write);',
      to: 'return text;',
    },
    answer: 'U+202e',
    effect: 'a terminal obeys it',
  },
  {
    name: 'hidden characters of a document',
    attack: 'hidden words in metadata',
    mutation: UNSEARCHED,
    answer: 'offered',
    effect: 'a model reads what nobody sees',
  },
  {
    name: 'hidden characters of a document that `atip` shows',
    attack: 'terminal sequences in metadata',
    program: 'atip',
    mutation: UNSEARCHED,
    answer: 'offered',
    effect: 'none',
  },
  {
    name: 'no made-up parameters',
    attack: 'a dry run that the command has not',
    mutation: { file: 'packages/core/src/execute/check-call.ts', from: 'allowExtra !== true', to: 'false' },
    ...RAN,
  },
  {
    name: 'no made-up parameters in the executor',
    attack: 'the same dry run over MCP',
    mutation: { file: 'packages/core/src/execute/check-call.ts', from: 'allowExtra !== true', to: 'false' },
    answer: 'isError: false',
    effect: 'a program ran',
  },
];
