// The packages' names and their sources: the only table for Vite, Vitest, rolldown and the scripts.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Absolute path of each package's entry. Longer names come first, because an alias also matches longer names that begin with it. */
export const ALIASES = Object.fromEntries(
  Object.entries({
    '@atip/core/execute': 'packages/core/src/execute.ts',
    '@atip/core/internal': 'packages/core/src/internal.ts',
    '@atip/core': 'packages/core/src/index.ts',
    '@atip/importers': 'packages/importers/src/index.ts',
    '@atip/share': 'packages/share/src/index.ts',
    '@atip/shell/small-code': 'packages/shell/src/code/snippet-reader.ts',
    '@atip/shell': 'packages/shell/src/index.ts',
    '@atip/catalog': 'packages/catalog/src/index.ts',
    '@atip/node/internal': 'packages/node/src/internal.ts',
    '@atip/node': 'packages/node/src/index.ts',
    '@atip/agents/search': 'packages/agents/src/search/index.ts',
    '@atip/agents/ai-sdk': 'packages/agents/src/adapters/ai-sdk.ts',
    '@atip/agents/langchain': 'packages/agents/src/adapters/langchain.ts',
    '@atip/agents/openai-agents': 'packages/agents/src/adapters/openai-agents.ts',
    '@atip/agents': 'packages/agents/src/index.ts',
    '@atip/emit/read': 'packages/emit/src/frameworks/read-program.ts',
    '@atip/emit': 'packages/emit/src/index.ts',
    '@atip/mcp': 'packages/mcp/src/index.ts',
    '@atip/companion': 'server/src/index.ts',
    atip: 'packages/cli/src/index.ts',
  }).map(([name, path]) => [name, join(ROOT, path)]),
);

/** In Node the sources of `@atip/catalog` read its documents as files, not as the modules of a page. */
export const NODE_ALIASES = { '#documents': join(ROOT, 'packages/catalog/src/read-files.ts') };
