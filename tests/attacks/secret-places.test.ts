import { symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { IS_LONG } from '../long.ts';
import { readTable } from '../read-table.ts';
import { createLineScene } from './line-scene.ts';

const PLACES = readTable('tests/attacks/credential-places.tsv').map(([place = '']) => place);

/** Programs and constructs that show a file; `%` is the file. */
const READERS = [
  'cat %',
  'head -n 5 -- %',
  'base64 < %',
  'grep -n . %',
  'cp % x.txt',
  'tar cf - %',
  'openssl base64 -in %',
  'diff --from-file=% a.txt',
  'echo "$(<%)"',
  'xargs -a % echo',
  'git diff --no-index /dev/null %',
  'while read -r l; do echo "$l"; done < %',
];

/** A home with every secret place, and a project in it. */
const prepare = () => createLineScene(PLACES);

const quoted = (path: string): string => path.replaceAll(/[ ()]/g, '\\$&');

test(`all ${PLACES.length} places of credentials are asked about, by the readers in turn; in the long run by each`, async () => {
  const { unasked } = await prepare();
  const lines = PLACES.flatMap((place, at) =>
    READERS.filter((_, index) => IS_LONG || index === at % READERS.length).map((reader) =>
      reader.replace('%', `~/${quoted(place)}`),
    ),
  );
  expect(PLACES.length).toBe(168);
  expect(await unasked(lines)).toStrictEqual([]);
});

/** Other spellings of a place; each is a line that `cat` reads. */
const SPELLINGS: Readonly<Record<string, (place: string, home: string) => string>> = {
  'with doubled slashes': (place) => `cat ~//${place.replaceAll('/', '//')}`,
  'with steps that go nowhere': (place) => `cat ~/./${place.replaceAll('/', '/./')}`,
  'with steps back': (place) => `cat ../proj/../${place}`,
  absolute: (place, home) => `cat ${home}/${place}`,
  'by a default of the home': (place) => `cat "\${HOME:-x}/${place}"`,
  'by a glob': (place) => `cat ~/${place.replace(/(?<=\w\w)\w(?=[^/]*$)/, '?')}`,
  'by its directory': (place) =>
    place.includes('/') ? `cd ~/${dirname(place)} && cat ${place.split('/').at(-1)}` : `cd && cat ${place}`,
  'by pushd': (place) =>
    place.includes('/') ? `pushd ~/${dirname(place)}; cat ${place.split('/').at(-1)}` : `pushd ~; cat ${place}`,
  'by a loop': (place) => `for f in ~/${place}; do cat "$f"; done`,
  'by a variable': (place) => `f=~/${place}; cat "$f"`,
  'by xargs': (place) => `echo ~/${place} | xargs cat`,
  'by find': (place) => `find ~/${place} -exec cat {} \\;`,
  'by a link that the line makes': (place) => `ln -s ~/${place} k; cat k`,
  'through the root of the process': (place, home) => `cat /proc/self/root${home}/${place}`,
};

test.each(Object.keys(SPELLINGS))('places are asked about %s, in the long run all', async (name) => {
  const { home, unasked } = await prepare();
  const places = PLACES.filter((_, at) => IS_LONG || at % 6 === 0);
  expect(await unasked(places.map((place) => SPELLINGS[name]?.(quoted(place), home) ?? ''))).toStrictEqual([]);
});

test('all places are asked about by a link that lies in the project', async () => {
  const { home, cwd, unasked } = await prepare();
  symlinkSync(home, `${cwd}/all`);
  for (const [index, place] of PLACES.entries()) symlinkSync(`${home}/${place}`, `${cwd}/link${index}`);
  const lines = PLACES.flatMap((place, index) => [`cat link${index}`, `cat all/${quoted(place)}`]);
  expect(await unasked(lines)).toStrictEqual([]);
});

test('names of secrets are asked about wherever they lie', async () => {
  const { unasked } = await prepare();
  const names =
    '.env .env.prod .env.local .env.test sub/.env.dev a.pem tls.key x.p12 id_ed25519 terraform.tfstate prod.tfstate.backup secrets.yml .dev.vars ssh_host_rsa_key service-account-1.json .secrets/api sub/.secrets/x .credentials/token';
  expect(await unasked(names.split(' ').map((name) => `cat ${name}`))).toStrictEqual([]);
});

test('what prints the variables of a project is asked about, whatever else it is told', async () => {
  const { unasked } = await prepare();
  const lines = ['docker compose config', 'docker-compose config'].flatMap((command) =>
    ['', ' --no-env-resolution', ' --quiet --environment', ' --services --variables'].map(
      (more) => `${command}${more}`,
    ),
  );
  const names = ['docker compose config --services', 'docker-compose config --quiet'];
  expect(await unasked([...lines, ...names])).toStrictEqual(names);
});

test('installed packages are written with a question under every name, and caches beside them without', async () => {
  const { unasked } = await prepare();
  const packages =
    '.venv/lib/python3.11/site-packages/.x.pth node_modules/a/x.js node_modules/.prisma/client/x.js node_modules/.bun/a/x.js node_modules/.store/a/x.js node_modules/.pnpm/a/x.js';
  const cache = 'echo x > node_modules/.cache/a/x.json';
  expect(await unasked([...packages.split(' ').map((name) => `echo x > ${name}`), cache])).toStrictEqual([cache]);
});

test('what lies beside them runs unasked', async () => {
  const { unasked } = await prepare();
  const lines = [
    ...['ls -la ~/.ssh', 'stat ~/.aws/credentials', 'test -f ~/.netrc', 'cat ~/.ssh/id_rsa.pub', 'cat .env.example'],
    ...['cat *', 'cat src/*.ts', 'head *.json', 'grep -rn token src', 'cat ~/.bashrc ~/.gitconfig', 'ls ~/.config'],
    ...['git add .env.example', 'wc -l ~/.zsh_history', 'cat ~/.npm/_logs/x.log', 'cat ~/.cargo/registry/src/x/lib.rs'],
    ...[
      'for f in src/*; do cat "$f"; done',
      'find . -name "*.ts" | xargs cat',
      'cat "$(git ls-files | head -1)"',
      'cat $PWD/a.txt',
      'cat src/credentials/a.ts',
    ],
  ];
  expect(await unasked(lines)).toStrictEqual(lines);
});
