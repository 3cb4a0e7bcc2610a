import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { ROOT } from '../../architecture/read-imports.ts';
import type { Runtime } from './runtime.ts';

/** workerd without `nodejs_compat`: no `process`, no `Buffer`, no code made of text. */
export const WORKERD: Runtime = {
  name: 'workerd',
  run: async (directory) => {
    const script = readFileSync(join(directory, 'worker.js'), 'utf8');
    const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-05-01' });
    try {
      const answer = await worker.dispatchFetch('http://localhost/');
      const text = await answer.text();
      if (!answer.ok) throw new Error(`workerd answered ${answer.status}: ${text.slice(0, 2_000)}`);
      const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/workerd/package.json'), 'utf8'));
      // It calls itself "Cloudflare-Workers" and no more.
      return { ...JSON.parse(text), version: `workerd ${version}` };
    } finally {
      await worker.dispose();
    }
  },
};
