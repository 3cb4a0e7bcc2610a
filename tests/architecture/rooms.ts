/** The rooms of each package that has rows: a room imports only from rooms with a lower number, types included. */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'packages/core/src': {
    types: 0,
    errors: 1,
    json: 1,
    metadata: 2,
    effects: 2,
    commands: 3,
    schema: 3,
    'providers/openai': 4,
    'providers/gemini': 4,
    'providers/openai-responses': 4,
    'providers/anthropic': 4,
    'providers/mcp': 4,
    'providers/bedrock': 4,
    policy: 4,
    input: 4,
    argv: 4,
    redact: 4,
    prompt: 4,
    lint: 4,
    compile: 5,
    diff: 5,
    calls: 5,
    execute: 5,
    canonical: 5,
    importers: 5,
  },
  'packages/node/src': {
    files: 0,
    environment: 0,
    confirmation: 0,
    process: 1,
    documents: 1,
    executables: 2,
    sandbox: 2,
    registry: 2,
    audit: 2,
    remote: 3,
    screening: 3,
    discovery: 4,
    execute: 5,
    describe: 5,
  },
  'web/src': {
    styles: 0,
    state: 1,
    companion: 2,
    components: 2,
    editor: 2,
    offline: 2,
    samples: 2,
    analysis: 3,
    drafts: 3,
    worker: 4,
    panels: 5,
    embed: 6,
    palette: 6,
    app: 7,
  },
};

/** Files of a package's own folder that put its rooms together: they may import from each. */
const ENTRIES = ['index.ts', 'main.tsx'];

/** The room that a file is in, such as `providers/openai`; undefined for the package's entry. */
export function roomOf(root: string, path: string): string | undefined {
  const [first = '', second = ''] = path.replace(`${root}/`, '').split('/');
  if (ENTRIES.includes(first)) return undefined;
  return first === 'providers' ? `${first}/${second}` : first;
}
