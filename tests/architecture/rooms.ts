/** The rooms of each package that has rows: a room imports only from rooms with a lower number, types included. */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'packages/core/src': {
    types: 0,
    json: 1,
    document: 2,
    effects: 2,
    commands: 3,
    providers: 4,
    policy: 4,
    redact: 4,
    prompt: 4,
    compile: 5,
    call: 5,
  },
  'packages/importers/src': {
    document: 0,
    effects: 1,
    help: 1,
    'formats.ts': 3,
    oclif: 2,
    mcp: 2,
  },
  'packages/node/src': {
    files: 0,
    process: 1,
    record: 1,
    documents: 2,
    project: 2,
    executables: 3,
    sandbox: 4,
    trust: 4,
    network: 5,
    configuration: 5,
    setup: 5,
    discover: 6,
    run: 7,
  },
  'packages/emit/src': {
    document: 1,
    frameworks: 2,
    answer: 3,
    'with-atip.ts': 4,
  },
  'server/src': {
    http: 0,
    generated: 1,
    'ports.ts': 1,
    'own-files.ts': 1,
    calls: 2,
    guard: 2,
    shares: 2,
    tools: 2,
    page: 3,
    routes: 3,
    'companion-app.ts': 4,
    edge: 4,
    serve: 5,
  },
  'packages/cli/src': {
    'version.ts': 0,
    'cli-host.ts': 1,
    terminal: 2,
    documents: 3,
    tools: 4,
    agent: 4,
    calls: 5,
    completion: 5,
    gate: 4,
    commands: 6,
    'run-cli.ts': 7,
  },
  'web/src': {
    text: 0,
    document: 1,
    companion: 2,
    components: 2,
    worker: 2,
    page: 3,
    features: 4,
    editor: 5,
    app: 6,
  },
};

/** Files of a package's own folder that put its rooms together: they may import from each. */
const ENTRIES = [
  'index.ts',
  'execute.ts',
  'internal.ts',
  'main.ts',
  'main.tsx',
  'edge.ts',
  'questions.ts',
  'analysis.worker.ts',
  'compile.worker.ts',
];

/** The room that a file is in, such as `providers/openai`; undefined for the package's entry. */
export function roomOf(root: string, path: string): string | undefined {
  const [first = ''] = path.replace(`${root}/`, '').split('/');
  if (ENTRIES.includes(first)) return undefined;
  return first;
}
