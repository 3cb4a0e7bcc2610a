import type { Attack } from './attack.ts';
import { callText, sendRaw, shortAnswer } from './requests.ts';
import { OUTSIDE } from './scene.ts';

const NOTHING = '404 not-found';
const NO_TOOL = '404 unknown-tool';

/** Addresses that mean another file than they say, each with the token. */
export const PATH_ATTACKS: readonly Attack[] = [
  attack('up and out', '/../secret.json', NOTHING),
  attack('up and out, from a folder', '/assets/../../secret.json', NOTHING),
  attack('up and out, dots encoded', '/%2e%2e/secret.json', NOTHING),
  attack('up and out, slash encoded', '/..%2fsecret.json', NOTHING),
  attack('up and out, all encoded', '/%2e%2e%2fsecret.json', NOTHING),
  attack('up and out, encoded twice', '/%252e%252e%252fsecret.json', NOTHING),
  attack('up and out, backslash', '/..\\secret.json', '400 invalid-request'),
  attack('up and out, backslash encoded', '/..%5csecret.json', NOTHING),
  attack('up and out, overlong UTF-8', '/%c0%ae%c0%ae/secret.json', NOTHING),
  attack('two slashes', '//secret.json', NOTHING),
  attack('a name that ends early', '/secret.json%00.html', NOTHING),
  attack('a NUL as it is', '/index.html\0.js', '400'),
  attack('an absolute path', '//etc/passwd', NOTHING),
  attack('a link that leads out', '/linked.json', NOTHING),
  attack('a hidden file', '/.hidden.json', NOTHING),
  attack('a query that is a path', '/?file=../secret.json', '200'),
  attack('a file URL', 'file:///etc/passwd', '400 invalid-request'),
  attack('a tool that is a path', '/api/v1/tools/..%2f..%2f..%2fsecret.json', NO_TOOL),
  attack('a tool that is a path, dots encoded', '/api/v1/tools/%2e%2e%2f%2e%2e%2fsecret.json', NO_TOOL),
  attack('a tool that is a path, backslash', '/api/v1/tools/..%5c..%5csecret.json', NO_TOOL),
  attack('a tool with a NUL', '/api/v1/tools/trap%00', NO_TOOL),
  attack('a tool with a line break', '/api/v1/tools/trap%0d%0aSet-Cookie:%20a=b', NO_TOOL),
  attack('a tool called __proto__', '/api/v1/tools/__proto__', NO_TOOL),
  attack('a tool called constructor', '/api/v1/tools/constructor', NO_TOOL),
  attack('a command called __proto__', '/api/v1/tools/trap?commands=__proto__', '404 unknown-command'),
  attack('a share that is a path', '/api/v1/shares/..%2f..%2f..%2fsecret.json', '404 unknown-share'),
  attack('a share that is a path, by its link', '/s/..%2f..%2f..%2fsecret.json', '404 unknown-share'),
  attack('a file of a share that is a path', '/s/AAAAAAAAAAAAAAAAAAAAAA/..%2f..%2fsecret.json', '404 unknown-share'),
  attack('an entry before the first', '/api/v1/audit?after=-1', '400 invalid-request'),
];

function attack(name: string, path: string, answer: string): Attack {
  return {
    name,
    answer,
    run: async (target) => {
      const request = { method: 'GET', path, body: '', headers: { 'content-length': null, accept: '*/*' } };
      const text = await sendRaw(target.port, callText(target, request));
      const outside = text.includes(OUTSIDE) || text.includes('root:') || /^set-cookie:/im.test(text);
      return { answer: shortAnswer(text), ...(outside && { harm: 'what lies elsewhere was read' }) };
    },
  };
}
