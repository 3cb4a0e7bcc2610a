// why: wrangler deploys to a platform with an account, and vitest would test within a test; checked are commands, options and what they name
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * From `wrangler 4.100.0 … --help`: how many words each command takes, at least and at most, and its options (`true`: a value follows).
 * The options of all commands are left out as long as no page uses one.
 */
const KEY = {
  '--binding': true,
  '--namespace-id': true,
  '--preview': false,
  '--local': false,
  '--remote': false,
  '--persist-to': true,
};
const WRANGLER = {
  login: [
    0,
    0,
    { '--scopes-list': false, '--browser': false, '--scopes': true, '--callback-host': true, '--callback-port': true },
  ],
  deploy: [
    0,
    1,
    {
      '--dry-run': false,
      '--outdir': true,
      '--name': true,
      '--minify': false,
      '--keep-vars': false,
      '--strict': false,
    },
  ],
  'kv namespace create': [
    1,
    1,
    { '--preview': false, '--use-remote': false, '--update-config': false, '--binding': true },
  ],
  'kv key get': [1, 1, { ...KEY, '--text': false }],
  'kv key delete': [1, 1, KEY],
  'kv key list': [0, 0, { ...KEY, '--prefix': true }],
};

const [program, ...args] = process.argv.slice(2);
if (program === 'wrangler') checkWrangler();
else if (program === 'vitest') checkVitest();
else refuse('is no program that is known here');

function checkWrangler() {
  const text = args.join(' ');
  const command =
    Object.keys(WRANGLER).find((name) => `${text} `.startsWith(`${name} `)) ?? refuse('is no command known here');
  const [least, most, options] = WRANGLER[command];
  const words = [];
  const rest = args.slice(command.split(' ').length);
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index];
    if (!word.startsWith('-')) words.push(word);
    else if (!(word in options)) refuse(`has no option ${word}`);
    else if (options[word]) checkBinding(word, rest[++index]);
  }
  if (words.length < least || words.length > most) refuse(`takes ${least} to ${most} words`);
  // wrangler reads its settings where it is started.
  if (command !== 'login' && !existsSync('wrangler.jsonc')) refuse('finds no wrangler.jsonc here');
  if (command === 'kv namespace create') checkBinding('--binding', words[0]);
}

function checkBinding(option, value) {
  if (value === undefined) refuse(`wants a value for ${option}`);
  if (option !== '--binding') return;
  const settings = JSON.parse(readFileSync(`${ROOT}/server/wrangler.jsonc`, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''));
  if (!settings.kv_namespaces.some(({ binding }) => binding === value))
    refuse(`names ${value}, which wrangler.jsonc does not bind`);
}

function checkVitest() {
  const [command, ...paths] = args;
  if (command !== 'run' || paths.length === 0) refuse('is not vitest run PATH');
  for (const path of paths) if (!existsSync(`${ROOT}/${path}`)) refuse(`names ${path}, which is not there`);
}

function refuse(reason) {
  process.stderr.write(`npx ${process.argv.slice(2).join(' ')} ${reason}.\n`);
  process.exit(1);
}
