// `node scripts/build-registry.mjs`, after the page was built: our own metadata as a registry, which the Worker serves at /registry.
import { join } from 'node:path';
import { writeRegistry } from '@atip/node';
import { listShims, loadShim } from '@atip/shims';
import { ROOT } from './write-or-check.mjs';

const tools = await Promise.all(listShims().map((name) => loadShim(name)));
const { tools: count, written, removed } = await writeRegistry(tools, join(ROOT, 'web/dist/registry'));
process.stderr.write(`web/dist/registry: ${count} tools; ${written} files written, ${removed} removed.\n`);
