import type { Mutation } from './bundle-source.ts';

/** A guard, and an attack that nothing but it stops. */
export interface Guard {
  readonly name: string;
  /** Name of the attack. */
  readonly attack: string;
  /** Takes the guard out. */
  readonly mutation: Mutation;
  /** Further layers that stop the same, and go with it. */
  readonly behindIt?: readonly Mutation[];
  /** The package with the guard's source. Absent: the companion's. */
  readonly program?: 'atip';
  /** The attack's result without it. */
  readonly answer: string;
  readonly effect: string;
}

const change =
  (folder: string) =>
  (file: string, from: string, to: string): Mutation => ({ file: `${folder}/src/${file}`, from, to });
const [inCore, inNode, inServer] = [change('packages/core'), change('packages/node'), change('server')];

const RAN = { answer: '200', effect: 'a program ran' } as const;
const KEPT_OUT = { answer: 'kept out', effect: 'none' } as const;
const READ = { answer: '200', effect: 'what lies elsewhere was read' } as const;
const OBEYED = { answer: 'U+202e', effect: 'a terminal obeys it' } as const;

const UNCOUNTED: Mutation = inServer('guard/throttle.ts', 'failed.length >= limit', 'failed.length < 0');

const UNSEARCHED: Mutation = inCore(
  'json/hidden-characters.ts',
  'const PLAIN = /^[\\t\\n -~]*$/;',
  'const PLAIN = /^/;',
);

/** Every guard of the companion that one change can take out. */
export const GUARDS: readonly Guard[] = [
  {
    name: 'Host',
    attack: 'a rebound name',
    mutation: inServer('guard/guard.ts', 'return checkHost(request, allowed) ?? (', 'return ('),
    ...RAN,
  },
  {
    name: 'host of the request line',
    attack: 'an absolute address of another host',
    mutation: inServer('guard/guard.ts', ' && hosts.includes(new URL(url).host))', ')'),
    ...RAN,
  },
  {
    name: 'Origin',
    attack: 'another origin',
    mutation: inServer('guard/guard.ts', 'checkOrigin(request) ?? ', ''),
    ...RAN,
  },
  {
    name: 'exact origins that are let in',
    attack: 'an origin that only begins like one let in',
    mutation: inServer(
      'guard/guard.ts',
      'origins.includes(origin) && isApiPath(',
      'origins.some((one) => origin.startsWith(one)) && isApiPath(',
    ),
    ...RAN,
  },
  {
    name: 'Sec-Fetch-Site',
    attack: 'fetched by another port',
    mutation: inServer('guard/guard.ts', 'if (fetchSite === undefined ||', 'if (true ||'),
    ...RAN,
  },
  {
    name: 'token',
    attack: 'no token',
    mutation: inServer(
      'guard/session.ts',
      "(authorization = ''): boolean =>",
      "(authorization = ''): boolean => authorization !== null ||",
    ),
    ...RAN,
  },
  {
    name: 'JSON only',
    attack: 'JSON that says that it is text',
    mutation: inServer('http/route.ts', '/^application\\/json\\s*(;|$)/i', '/(?:)/'),
    ...RAN,
  },
  {
    name: 'size of a body',
    attack: 'a body of 5 MiB in pieces',
    mutation: inServer('http/route.ts', 'if (size > MAX_BODY)', 'if (size < 0)'),
    ...RAN,
  },
  {
    name: 'time for a request',
    attack: 'a body that comes slowly',
    mutation: inServer('serve/listen.ts', 'requestTimeout: limits.request', 'requestTimeout: 0'),
    ...RAN,
  },
  {
    name: 'strangers give way',
    attack: 'half-open connections, renewed as they are closed',
    mutation: inServer(
      'serve/listen.ts',
      "server.on('connection', places.opened)",
      'server.maxConnections = limits.connections',
    ),
    ...KEPT_OUT,
  },
  {
    name: 'who is a stranger',
    attack: 'bodies without an end or a token, renewed',
    mutation: inServer(
      'serve/start-companion.ts',
      'door.open(app.fetch, session.isToken)',
      'door.open(app.fetch, () => true)',
    ),
    ...KEPT_OUT,
  },
  {
    name: 'a code counts once',
    attack: 'a replayed code',
    mutation: inServer('guard/session.ts', 'current.spend();\n        return', 'return'),
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
    mutation: inServer('calls/active-calls.ts', 'if (question.hash !== hash)', 'if (hash === null)'),
    answer: '204',
    effect: 'a file is gone',
  },
  {
    name: 'an approval counts once',
    attack: 'a replayed approval',
    mutation: inServer('calls/active-calls.ts', 'questions.delete(id);', ''),
    answer: '204',
    effect: 'one question was answered twice',
  },
  {
    name: 'the hash is over the arguments',
    attack: 'other arguments, the approval of the first',
    mutation: inNode(
      'run/locate-program.ts',
      'canonicalJson({ executable, argv, cwd,',
      'canonicalJson({ executable, argv: argv.slice(0, 2), cwd,',
    ),
    answer: '204',
    effect: 'a file is gone',
  },
  {
    name: 'the program is looked at again',
    attack: 'another program, put there after the question',
    mutation: inNode('run/run-call.ts', 'await lookAgain(plan, invocation, host);', ''),
    answer: 'result',
    effect: 'a program ran',
  },
  {
    name: 'the stricter policy',
    attack: 'a policy that allows what destroys',
    mutation: {
      file: 'packages/core/src/call/check-call.ts',
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
      file: 'packages/core/src/call/check-call.ts',
      from: 'SANDBOX_MODES.findLast((mode) => modes.includes(mode))',
      to: 'modes.at(-1)',
    },
    answer: 'none',
    effect: 'a program runs without a sandbox',
  },
  {
    name: 'links out of the page',
    attack: 'a link that leads out',
    mutation: inServer('page/page-files.ts', '!file.startsWith(directory + sep) || ', ''),
    ...READ,
  },
  {
    name: 'hidden files of the page',
    attack: 'a hidden file',
    mutation: inServer('page/page-files.ts', ' || /[\\\\\\0]|\\/\\.|\\/\\//.test(name)', ''),
    ...READ,
  },
  {
    name: 'environment of children',
    attack: 'a program that looks at its surroundings',
    mutation: inNode(
      'process/child-environment.ts',
      'return { ...inherited,',
      'return { ...inherited, ...JSON.parse(JSON.stringify(source)),',
    ),
    answer: 'a secret of the environment',
    effect: 'a secret of the environment leaked',
  },
  {
    name: 'what is ours is hidden from children',
    attack: 'a program that looks at its surroundings',
    mutation: inServer('serve/start-companion.ts', 'const hidden = [paths.state, ', 'const hidden = ['),
    behindIt: [
      inCore('effects/secret-places.ts', "['agent-tools']", '[]'),
      inNode('sandbox/sandbox-profile.ts', 'XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME];', 'XDG_DATA_HOME];'),
    ],
    answer: 'token',
    effect: 'token leaked',
  },
  {
    name: 'terminal sequences of a program',
    attack: 'terminal sequences in what a program writes',
    mutation: inCore('redact/strip-terminal.ts', 'if (!inString && isPlain(text)) {', 'if (text !== undefined) {'),
    answer: 'U+1b',
    effect: 'a terminal obeys it',
  },
  {
    name: 'escapes in the log',
    attack: 'what nobody sees on record, as stored',
    mutation: inNode('record/audit-line.ts', 'escapeUnseen(JSON.stringify(value), asJson)', 'JSON.stringify(value)'),
    ...OBEYED,
  },
  {
    name: 'escapes of `atip audit show`',
    attack: 'what nobody sees on record, as shown',
    program: 'atip',
    mutation: inCore('json/hidden-characters.ts', 'return text.replace(UNSEEN, write);', 'return text;'),
    ...OBEYED,
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
    mutation: inCore('call/check-call.ts', 'allowExtra !== true', 'false'),
    ...RAN,
  },
  {
    name: 'no made-up parameters in the executor',
    attack: 'the same dry run over MCP',
    mutation: inCore('call/check-call.ts', 'allowExtra !== true', 'false'),
    answer: 'isError: false',
    effect: 'a program ran',
  },
];
