/** Made-up logs for measuring redaction; the same text for the same arguments. */

/** The next of a row of numbers from 0 to 1. */
export type Random = () => number;

const PACKAGES = ['react-dom', 'typescript', '@types/node', 'left-pad', 'webpack-cli', 'eslint-plugin-import'];
const SERVICES = ['checkout', 'catalog', 'session-store', 'mailer', 'ingress-nginx-controller'];
const PATHS = ['/api/v1/users', '/api/v1/orders?page=2&limit=50', '/assets/app.3f9c.js', '/login', '/health'];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'curl/8.5.0',
  'kube-probe/1.29',
];

/** Lines of an access log, JSON, stack traces, npm, kubectl, a Java service and git, in turn. */
export function logOfKinds(length: number): string {
  const random = pseudoRandom(7);
  const kinds = [accessLine, jsonLine, stackTrace, npmLine, podLine, serviceLine, gitCommit];
  const lines: string[] = [];
  for (let sum = 0; sum < length; ) {
    const next = `${pick(random, kinds)(random)}\n`;
    lines.push(next);
    sum += next.length;
  }
  return oneByte(lines.join(''));
}

/** The same text, in one piece of memory; a text of pieces would be put together while something is measured. */
export function oneByte(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

function accessLine(random: Random): string {
  const request = `${pick(random, ['GET', 'POST', 'PUT'])} ${pick(random, PATHS)} HTTP/1.1`;
  const referrer = `https://shop.example.com${pick(random, PATHS)}`;
  const date = `${two(random, 28)}/Jul/2026:${time(random)} +0000`;
  return `${address(random)} - - [${date}] "${request}" ${pick(random, ['200', '304', '404'])} ${below(random, 90_000)} "${referrer}" "${pick(random, AGENTS)}"`;
}

function jsonLine(random: Random): string {
  return JSON.stringify({
    level: pick(random, ['info', 'warn', 'debug']),
    time: `2026-07-${two(random, 28)}T${time(random)}.${100 + below(random, 900)}Z`,
    hostname: `${pick(random, SERVICES)}-${hex(random, 10)}-${hex(random, 5)}`,
    reqId: `${hex(random, 8)}-${hex(random, 4)}-${hex(random, 4)}-${hex(random, 12)}`,
    msg: pick(random, [
      'request completed',
      'cache miss',
      'token refreshed',
      'retrying upstream call',
      'user signed in',
    ]),
    responseTime: below(random, 900),
  });
}

function stackTrace(random: Random): string {
  const errors = [
    'TypeError: Cannot read properties of undefined',
    'SyntaxError: Unexpected token < in JSON at position 0',
  ];
  const calls = ['Object.<anonymous>', 'async Router.handle', 'Layer.handle [as handle_request]', 'Module._compile'];
  const files = [
    '/srv/app/node_modules/express/lib/router/layer.js',
    'node:internal/modules/cjs/loader',
    '/srv/app/src/session.ts',
  ];
  const frames = Array.from({ length: 4 + below(random, 6) }, () => {
    return `    at ${pick(random, calls)} (${pick(random, files)}:${below(random, 900)}:${below(random, 60)})`;
  });
  return [pick(random, errors), ...frames].join('\n');
}

function npmLine(random: Random): string {
  const name = pick(random, PACKAGES);
  return pick(random, [
    `npm http fetch GET 200 https://registry.npmjs.org/${name} ${below(random, 900)}ms (cache hit)`,
    `npm warn deprecated ${name}@${below(random, 9)}.${below(random, 20)}.0: this version is no longer supported`,
    `npm timing idealTree:node_modules/${name} Completed in ${below(random, 900)}ms`,
  ]);
}

function podLine(random: Random): string {
  const pod = `${pick(random, SERVICES)}-${hex(random, 10)}-${hex(random, 5)}`;
  const state = pick(random, ['Running', 'Pending', 'CrashLoopBackOff']);
  return `${pick(random, ['default', 'kube-system']).padEnd(14)}${pod.padEnd(48)}1/1     ${state.padEnd(18)}${below(random, 9)} (${below(random, 60)}m ago)   ${below(random, 90)}d   ${address(random)}`;
}

function serviceLine(random: Random): string {
  const source = pick(random, ['OrderService', 'TokenFilter', 'CartController']);
  return `2026-07-${two(random, 28)} ${time(random)},${100 + below(random, 900)} INFO  [http-nio-8080-exec-${below(random, 20)}] c.e.shop.${source} - Processed ${below(random, 500)} items in ${below(random, 500)} ms`;
}

function gitCommit(random: Random): string {
  const subject = pick(random, [
    'Fix the parser for nested groups',
    'Forgot password reset: send the email once',
    'Bump dependencies',
  ]);
  return [
    `commit ${hex(random, 40)}`,
    'Author: Some One <someone@example.com>',
    `Date:   Mon Jul ${1 + below(random, 28)} ${time(random)} 2026 +0200`,
    `\n    ${subject}\n`,
    ` src/${pick(random, ['cart', 'auth', 'build'])}/index.ts | ${below(random, 90)} ${'+'.repeat(below(random, 20))}`,
    ` ${1 + below(random, 9)} files changed, ${below(random, 90)} insertions(+), ${below(random, 40)} deletions(-)`,
  ].join('\n');
}

/** The same row for the same seed. */
export function pseudoRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A whole number below a bound. */
export function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

function pick<T>(random: Random, list: readonly [T, ...T[]] | readonly T[]): T {
  const item = list[below(random, list.length)];
  if (item === undefined) {
    throw new RangeError('There is nothing to pick from.');
  }
  return item;
}

function two(random: Random, bound: number): string {
  return String(1 + below(random, bound)).padStart(2, '0');
}

function time(random: Random): string {
  return [23, 59, 59].map((bound) => two(random, bound)).join(':');
}

function address(random: Random): string {
  return `10.${below(random, 256)}.${below(random, 256)}.${below(random, 256)}`;
}

/** Hexadecimal digits. */
function hex(random: Random, length: number): string {
  return Array.from({ length }, () => below(random, 16).toString(16)).join('');
}
