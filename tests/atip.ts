import { join } from 'node:path';
import { ROOT } from './architecture/read-imports.ts';

/** The published command line, which Vitest's global set-up keeps current. Test files share it: none may change what lies beside it. */
export const ATIP: string = join(ROOT, 'packages/cli/bundle/main.js');
