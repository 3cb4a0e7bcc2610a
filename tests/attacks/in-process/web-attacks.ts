import { Hono } from 'hono';
import { pack, unpack } from '../../../packages/share/src/packing.ts';
import { refuseForeignWrites } from '../../../server/src/edge/edge-app.ts';
import { answerErrors, ProblemError } from '../../../server/src/http/problem.ts';
import { isDeleteToken, newDeleteToken } from '../../../server/src/shares/stored-share.ts';
import { refuseSecrets } from '../../../server/src/shares/share-fragment.ts';

const LARGE = 4 * 1024 * 1024;

/** A link of a few kilobytes that unpacks to more than fits. */
export function bombInLink(): string {
  const text = unpack({ ...pack('x'.repeat(LARGE)), flags: 'd' }, LARGE / 4);
  return typeof text === 'string' ? `${text.length} bytes` : text.code;
}

/** A document with a token in it, about to be stored for whoever has the link. */
export function secretInShare(): string {
  const text = JSON.stringify({ note: `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}` });
  try {
    refuseSecrets({ documents: [{ name: 'demo.json', text }], provider: 'openai' });
    return 'stored';
  } catch (error) {
    if (error instanceof ProblemError) return error.problem.code;
    throw error;
  }
}

/** The script of another site, storing shares from a visitor's address. */
export async function foreignWrite(): Promise<string> {
  const app = new Hono()
    .onError(answerErrors(() => undefined))
    .use(refuseForeignWrites())
    .post('/api/v1/shares', (c) => c.text('stored'));
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const response = await app.request('https://play.example/api/v1/shares', { method: 'POST', headers });
  return String(response.status);
}

/** A deletion with a token that somebody made up. */
export async function madeUpToken(): Promise<string> {
  const { deletion } = await newDeleteToken();
  return (await isDeleteToken('A'.repeat(22), deletion)) ? 'deleted' : 'kept';
}
