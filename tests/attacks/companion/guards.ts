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

const RAN = ['200', 'a program ran'] as const;
const KEPT_OUT = ['kept out', 'none'] as const;
const READ = ['200', 'what lies elsewhere was read'] as const;
const OBEYED = ['U+202e', 'a terminal obeys it'] as const;

const UNCOUNTED: Mutation = inServer('guard/throttle.ts', 'failed.length >= limit', 'failed.length < 0');

const UNSEARCHED: Mutation = inCore(
  'json/hidden-characters.ts',
  'const PLAIN = /^[\\t\\n -~]*$/;',
  'const PLAIN = /^/;',
);

/** @param end the attack's answer without it, and its effect */
function guard(
  name: string,
  attack: string,
  mutation: Mutation,
  [answer, effect]: readonly [answer: string, effect: string],
  more: Pick<Guard, 'behindIt' | 'program'> = {},
): Guard {
  return { name, attack, mutation, answer, effect, ...more };
}

/** Every guard of the companion that one change can take out. */
export const GUARDS: readonly Guard[] = [
  guard(
    'Host',
    'a rebound name',
    inServer('guard/guard.ts', 'return checkHost(request, allowed) ?? (', 'return ('),
    RAN,
  ),
  guard(
    'host of the request line',
    'an absolute address of another host',
    inServer('guard/guard.ts', ' && hosts.includes(new URL(url).host))', ')'),
    RAN,
  ),
  guard('Origin', 'another origin', inServer('guard/guard.ts', 'checkOrigin(request) ?? ', ''), RAN),
  guard(
    'exact origins that are let in',
    'an origin that only begins like one let in',
    inServer(
      'guard/guard.ts',
      'origins.includes(origin) && isApiPath(',
      'origins.some((one) => origin.startsWith(one)) && isApiPath(',
    ),
    ['200', 'another origin may read answers'],
  ),
  guard(
    'Sec-Fetch-Site',
    'fetched by another port',
    inServer('guard/guard.ts', 'if (fetchSite === undefined ||', 'if (true ||'),
    RAN,
  ),
  guard(
    'token',
    'no token',
    inServer(
      'guard/session.ts',
      "(authorization = ''): boolean =>",
      "(authorization = ''): boolean => authorization !== null ||",
    ),
    RAN,
  ),
  guard(
    'an approval of a document is of its bytes',
    'another document than the one that was agreed to',
    inServer('routes/saved-documents.ts', 'if (planned.hash === body.approve)', 'if (planned.hash !== undefined)'),
    ['201', 'a document was saved'],
  ),
  guard(
    'an approval of a document is of its program',
    'a document for a program that was put there after the plan',
    inServer('routes/saved-documents.ts', 'program.path, program.hash, ', 'program.path, '),
    ['201', 'a document was saved'],
  ),
  guard(
    'a link at the place of a document',
    'a link at the place of a document',
    inNode('discover/saved-documents.ts', "there.skipped.code !== 'missing'", "there.skipped.code === 'missing-not'"),
    ['200', 'a link was replaced'],
  ),
  guard(
    'only saved documents are taken back',
    'a document of a person, taken back by a client',
    inNode('discover/saved-documents.ts', '))[SAVED] !== true)', ')) === undefined)'),
    ['204', 'a document of a person is gone'],
  ),
  guard(
    'a document is taken back by a plain name',
    'a file elsewhere, taken back by a client',
    inNode(
      'discover/saved-documents.ts',
      'SAFE_NAME.test(name) ? await readTextFile(fileOf(name)) : undefined',
      'await readTextFile(fileOf(name))',
    ),
    ['204', 'a file elsewhere is gone'],
  ),
  guard(
    'JSON only',
    'JSON that says that it is text',
    inServer('http/validate.ts', '/^application\\/json\\s*(;|$)/i', '/(?:)/'),
    RAN,
  ),
  guard(
    'size of a body',
    'a body of 5 MiB in pieces',
    inServer('http/validate.ts', 'if (size > MAX_BODY)', 'if (size < 0)'),
    RAN,
  ),
  guard(
    'time for a request',
    'a body that comes slowly',
    inServer('serve/listen.ts', 'requestTimeout: limits.request', 'requestTimeout: 0'),
    RAN,
  ),
  guard(
    'strangers give way',
    'half-open connections, renewed as they are closed',
    inServer('serve/listen.ts', "server.on('connection', places.opened)", 'server.maxConnections = limits.connections'),
    KEPT_OUT,
  ),
  guard(
    'who is a stranger',
    'bodies without an end or a token, renewed',
    inServer('serve/start-companion.ts', 'door.open(app.fetch, session.isToken)', 'door.open(app.fetch, () => true)'),
    KEPT_OUT,
  ),
  guard(
    'a code counts once',
    'a replayed code',
    inServer('guard/session.ts', 'current.spend();\n        return', 'return'),
    ['200', 'a session is open'],
  ),
  guard('tries of a code', 'guessed codes', UNCOUNTED, ['401 code-refused', 'every guess was heard']),
  guard('tries of a token', 'guessed tokens', UNCOUNTED, ['401 token-required', 'every guess was heard']),
  guard(
    'an approval is for one hash',
    'other arguments, the approval of the first',
    inServer('calls/active-calls.ts', 'if (question.hash !== hash)', 'if (hash === null)'),
    ['204', 'a file is gone'],
  ),
  guard(
    'an approval counts once',
    'a replayed approval',
    inServer('calls/active-calls.ts', 'questions.delete(id);', ''),
    ['204', 'one question was answered twice'],
  ),
  guard(
    'the hash is over the arguments',
    'other arguments, the approval of the first',
    inNode(
      'run/locate-program.ts',
      'canonicalJson({ executable, argv, cwd,',
      'canonicalJson({ executable, argv: argv.slice(0, 2), cwd,',
    ),
    ['204', 'a file is gone'],
  ),
  guard(
    'the program is looked at again',
    'another program, put there after the question',
    inNode('run/run-call.ts', 'await lookAgain(plan, invocation, host);', ''),
    ['result', 'a program ran'],
  ),
  guard(
    'the stricter policy',
    'a policy that allows what destroys',
    {
      file: 'packages/core/src/call/check-call.ts',
      from: 'DECISIONS.indexOf(theirs.decision) > DECISIONS.indexOf(ours.decision) ? theirs : ours',
      to: 'theirs',
    },
    ['200', 'a file is gone'],
  ),
  guard(
    'the stricter sandbox',
    'a policy that switches the sandbox off',
    {
      file: 'packages/core/src/call/check-call.ts',
      from: 'SANDBOX_MODES.findLast((mode) => modes.includes(mode))',
      to: 'modes.at(-1)',
    },
    ['none', 'a program runs without a sandbox'],
  ),
  guard(
    'links out of the page',
    'a link that leads out',
    inServer('page/page-files.ts', '!file.startsWith(directory + sep) || ', ''),
    READ,
  ),
  guard(
    'hidden files of the page',
    'a hidden file',
    inServer('page/page-files.ts', ' || /[\\\\\\0]|\\/\\.|\\/\\//.test(name)', ''),
    READ,
  ),
  guard(
    'environment of children',
    'a program that looks at its surroundings',
    inNode(
      'process/child-environment.ts',
      'return { ...inherited,',
      'return { ...inherited, ...JSON.parse(JSON.stringify(source)),',
    ),
    ['a secret of the environment', 'a secret of the environment leaked'],
  ),
  guard(
    'what is ours is hidden from children',
    'a program that looks at its surroundings',
    inServer('serve/start-companion.ts', 'const hidden = [paths.state, ', 'const hidden = ['),
    ['token', 'token leaked'],
    {
      behindIt: [
        inCore('effects/secret-places.ts', "['agent-tools']", '[]'),
        inNode('sandbox/sandbox-profile.ts', 'XDG_DATA_HOME, XDG_STATE_HOME, XDG_CACHE_HOME];', 'XDG_DATA_HOME];'),
      ],
    },
  ),
  guard(
    'terminal sequences of a program',
    'terminal sequences in what a program writes',
    inCore('redact/strip-terminal.ts', 'if (!inString && isPlain(text)) {', 'if (text !== undefined) {'),
    ['U+1b', 'a terminal obeys it'],
  ),
  guard(
    'escapes in the log',
    'what nobody sees on record, as stored',
    inNode('record/audit-files.ts', 'visibleJson(JSON.stringify(value))', 'JSON.stringify(value)'),
    OBEYED,
  ),
  guard(
    'escapes of `atip log`',
    'what nobody sees on record, as shown',
    inCore('json/hidden-characters.ts', 'return text.replace(UNSEEN, write);', 'return text;'),
    OBEYED,
    { program: 'atip' },
  ),
  guard('hidden characters of a document', 'hidden words in metadata', UNSEARCHED, [
    'offered',
    'a model reads what nobody sees',
  ]),
  guard(
    'hidden characters of a document that `atip` shows',
    'terminal sequences in metadata',
    UNSEARCHED,
    ['offered', 'none'],
    { program: 'atip' },
  ),
  guard(
    'no made-up parameters',
    'a dry run that the command has not',
    inCore('call/check-call.ts', 'allowExtra !== true', 'false'),
    RAN,
  ),
  guard(
    'no made-up parameters in the executor',
    'the same dry run over MCP',
    inCore('call/check-call.ts', 'allowExtra !== true', 'false'),
    ['isError: false', 'a program ran'],
  ),
];
