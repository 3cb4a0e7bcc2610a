import { type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { encodeShare } from '@atip/share';
import { DEMO_TOOL } from '../../server/src/testing/demo-tool.ts';

/** The document of every share here; `compile` of it is what a share is compiled to. */
const DOCUMENT: string = JSON.stringify(DEMO_TOOL);

/** A fragment of its own for each name. */
export function fragmentOf(name: string): string {
  return encodeShare({ documents: [{ name, text: DOCUMENT }], provider: 'openai' }).slice(1);
}

/**
 * Sends a request over a connection of its own: a Worker that refuses a request unread closes its connection, and whatever `fetch`
 * would send next over the same one would fail.
 */
function send(address: string, method: string, headers: OutgoingHttpHeaders, body = ''): Promise<Response> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers, agent: false }, (incoming) => {
      const status = incoming.statusCode ?? 0;
      const received = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
      text(incoming).then((answer) => {
        resolve(new Response([204, 304].includes(status) ? null : answer, { status, headers: received }));
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Stores a share; each caller is an address of its own unless it says which. */
export function postShare(
  url: string,
  body: object,
  { address = nextAddress(), ...headers }: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const all = { 'content-type': 'application/json', 'cf-connecting-ip': address, ...headers };
  return send(`${url}/api/v1/shares`, 'POST', all, JSON.stringify(body));
}

let addresses = 0;
/** So that no test uses up the writes of another. */
export function nextAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250)}.${addresses % 250}`;
}

/** The answer to storing a share. */
export interface StoredLink {
  readonly id: string;
  readonly url: string;
}

/** Stores a share that was not there. @throws Error with the answer where it was, or was refused. */
export async function storeShare(url: string, name: string): Promise<StoredLink> {
  const response = await postShare(url, { fragment: fragmentOf(name) });
  const answer: unknown = await response.json();
  if (response.status !== 201 || !isStoredLink(answer)) throw new Error(JSON.stringify(answer));
  return answer;
}

function isStoredLink(answer: unknown): answer is StoredLink {
  const fields = ['id', 'url'];
  return typeof answer === 'object' && answer !== null && fields.every((field) => field in answer);
}

/** Status and code of a refusal. */
export async function refusalOf(response: Response): Promise<readonly [number, unknown]> {
  const problem: unknown = await response.json();
  return [
    response.status,
    typeof problem === 'object' && problem !== null && 'code' in problem ? problem.code : problem,
  ];
}
