// `node scripts/measure-day.mjs [HOST]`: 120 calls of a day's work, really run: git with remotes over ssh and http, gh with a token
// against an API, npm against a registry, curl, jq, docker against a daemon, find and tar. Which calls are asked about with the
// preset `standard`, and with three rules; which of the questions were worth asking is written beside each call.
//
// All servers are this script's, on HOST (absent: 127.0.0.1). Reads what is built. Needs root (sshd, `api.github.localhost` on
// port 80 and in /etc/hosts) and `apt-get install git gh openssh-server docker.io jq curl`.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';

const core = await import('../packages/core/dist/index.js');
const { argumentsOf } = await import('../packages/core/dist/internal.js');
const node = await import('../packages/node/dist/index.js');
const { loadShim } = await import('../packages/shims/dist/index.js');

const HOST = process.argv[2] ?? '127.0.0.1';
const TOKEN = 'ghp_dayTokenThatNobodyElseSees0123456789';
/** A call, what the person says when asked, and whether the question is worth asking (y, n), as judged before anything was run. */
const DAY = `
git clone http://HOST:8418/work.git clone → yes, n
git -C clone status → yes, n
git status → yes, n
git status --short → yes, n
git log --oneline -n 10 → yes, n
git log --stat -n 2 → yes, n
git diff → yes, n
git diff --cached → yes, n
git add README.md → yes, n
git commit -m "Say more" → yes, n
git show HEAD → yes, n
git show HEAD:README.md → yes, n
git branch -a → yes, n
git checkout -b feature → yes, n
git add src/a.js → yes, n
git commit -m "Add a" → yes, n
git push -u origin feature → yes, y
git checkout main → yes, n
git merge feature → yes, n
git push origin main → yes, y
git push origin main → yes, y
git fetch origin → yes, n
git pull origin main → yes, n
git push mirror main → yes, y
git remote -v → yes, n
git blame README.md → yes, n
git stash → yes, n
git stash list → yes, n
git stash pop → yes, n
git tag v1 → yes, n
git rev-parse HEAD → yes, n
git ls-files → yes, n
git grep -n hello → yes, n
git reset --hard HEAD → no, y
git clean -fd → no, y
git clean -n → yes, n
git push --force origin main → no, y
git branch -D feature → yes, y
git config user.name → yes, n
git describe --tags → yes, n
git stash drop → no, y
gh auth status → yes, n
gh api user → yes, n
gh api repos/me/work → yes, n
gh repo view me/work --json name → yes, n
gh pr list -R me/work → yes, n
gh pr view 1 -R me/work → yes, n
gh issue list -R me/work → yes, n
gh issue comment 1 -R me/work --body hello → yes, y
gh issue create -R me/work --title a --body b → yes, y
gh api -X DELETE repos/me/work → no, y
gh repo delete me/work --confirm → no, y
gh release list -R me/work → yes, n
gh run list -R me/work → yes, n
npm view left-pad version → yes, n
npm install left-pad → yes, y
npm ls → yes, n
npm run build → yes, y
npm run build → yes, y
npm test → yes, y
npm outdated → yes, n
npm pack --dry-run → yes, n
npm config list → yes, n
npm publish → no, y
npm root → yes, n
npm prefix → yes, n
npm pkg get name → yes, n
curl -s http://HOST:8080/data.json → yes, n
curl -s http://HOST:8080/data.json -o data.json → yes, n
curl -sI http://HOST:8080/data.json → yes, n
curl -s -H "Accept: text/plain" http://HOST:8080/a → yes, n
curl -s http://HOST:8080/big -o big.bin → yes, n
curl -s -d a=b http://HOST:8080/post → yes, y
curl -s -d @data.json http://HOST:8080/post → yes, y
curl -s -T README.md http://HOST:8080/up → no, y
curl -s -X DELETE http://HOST:8080/data.json → no, y
curl -s http://HOST:8080/x -o /tmp/x.json → yes, n
jq . data.json → yes, n
jq .name data.json → yes, n
jq -r .name data.json → yes, n
jq ".items | length" data.json → yes, n
jq -c ".items[]" data.json → yes, n
jq keys data.json → yes, n
jq -s add data.json → yes, n
jq --arg a b "$a" data.json → yes, n
jq -n 1+1 → yes, n
docker ps → yes, n
docker ps -a → yes, n
docker images → yes, n
docker inspect web → yes, n
docker logs web → yes, n
docker version → yes, n
docker pull alpine → yes, n
docker stop web → yes, y
docker rm web → yes, y
docker run --rm alpine ls → yes, y
docker run --rm -v /:/host alpine ls → no, y
docker system prune -f → no, y
docker volume ls → yes, n
find . -name *.js → yes, n
find . -type f -newer README.md → yes, n
find . -maxdepth 1 → yes, n
find src -type f -size +1k → yes, n
find . -name *.json -not -path ./node_modules/* → yes, n
find . -empty -type d → yes, n
find . -name *.tmp -print → yes, n
find . -name *.tmp -delete → yes, y
find . -name *.js -exec wc -l {} ; → yes, y
find / -name passwd -maxdepth 2 → yes, n
find . -perm -u+x -type f → yes, n
tar -cf src.tar src → yes, n
tar -tf src.tar → yes, n
tar -czf src.tgz src → yes, n
tar -tzf src.tgz → yes, n
tar -xf src.tar -C out → yes, y
tar -xzf src.tgz -C out --keep-old-files → yes, n
tar -xf src.tar → no, y
tar -df src.tar → yes, n
tar --list --file src.tgz → yes, n
tar -xOf src.tar src/a.js → yes, n`;
const THREE_RULES = [
  { run: 'git push', where: { repository: 'origin' }, without: ['force', 'delete', 'mirror'], decision: 'allow' },
  { run: 'npm run', decision: 'allow' },
  { run: 'npm test', decision: 'allow' },
];

const rows = DAY.trim()
  .split('\n')
  .map((row) => {
    const [line, says, worth] = row.split(/ → |, (?=[yn]$)/);
    return { line, argv: wordsOf(line.replaceAll('HOST', HOST)), says: says === 'yes', worth: worth === 'y' };
  });
const tools = await Promise.all([...new Set(rows.map(({ argv }) => argv[0]))].map((name) => loadShim(name)));
// Not below /tmp, which is another one in the sandbox.
const root = mkdtempSync('/var/tmp/atip-day-');
const children = [];
const servers = [];
try {
  await openServices();
  for (const [name, rules] of [
    ['standard', []],
    ['three rules', THREE_RULES],
  ])
    await live(name, rules);
} finally {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) server.close();
  rmSync(root, { recursive: true, force: true });
}

/** Shape: `git commit -m "Say more"` → `['git', 'commit', '-m', 'Say more']` */
function wordsOf(line) {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

function sh(script, cwd = root) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script}\n${stderr}`);
  return stdout;
}

async function openServices() {
  sh(`git init -q --bare -b main work.git && git init -q --bare -b main mirror.git && git -C work.git config http.receivepack true
      ssh-keygen -q -t ed25519 -N '' -f host_key && ssh-keygen -q -t ed25519 -N '' -f user_key && mkdir -p /run/sshd`);
  const sshd = [
    '-D',
    '-e',
    '-p',
    '2222',
    '-h',
    join(root, 'host_key'),
    '-o',
    `ListenAddress=${HOST}`,
    '-o',
    'StrictModes=no',
    '-o',
    `AuthorizedKeysFile=${join(root, 'user_key.pub')}`,
    '-o',
    'PidFile=none',
    '-o',
    'UsePAM=no',
  ];
  children.push(spawn('/usr/sbin/sshd', sshd, { stdio: 'ignore' }));
  const socket = join(root, 'agent.sock');
  children.push(spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' }));
  await until(() => existsSync(socket));
  sh(`SSH_AUTH_SOCK=${socket} ssh-add -q user_key`);
  process.env.SSH_AUTH_SOCK = socket;
  const known = join(homedir(), '.ssh/known_hosts');
  mkdirSync(join(homedir(), '.ssh'), { recursive: true, mode: 0o700 });
  const entry = `[${HOST}]:2222 ${readFileSync(join(root, 'host_key.pub'), 'utf8').split(' ').slice(0, 2).join(' ')}`;
  const others = existsSync(known)
    ? readFileSync(known, 'utf8')
        .split('\n')
        .filter((one) => !one.startsWith(`[${HOST}]:2222 `))
    : [];
  writeFileSync(known, `${[...others.filter(Boolean), entry].join('\n')}\n`);
  if (!readFileSync('/etc/hosts', 'utf8').includes('api.github.localhost'))
    appendFileSync('/etc/hosts', `${HOST} api.github.localhost\n`);
  serve(8418, gitHttp);
  serve(80, github);
  serve(4873, registry);
  serve(8080, web);
  serve(2375, docker);
  await new Promise((done) => setTimeout(done, 500));
}

async function until(isTrue) {
  while (!isTrue()) await new Promise((done) => setTimeout(done, 20));
}

function serve(port, answer) {
  servers.push(createServer(answer).listen(port, HOST));
}

function gitHttp(request, response) {
  const url = new URL(request.url, 'http://h');
  const env = {
    ...{ PATH: process.env.PATH, GIT_PROJECT_ROOT: root, GIT_HTTP_EXPORT_ALL: '1', PATH_INFO: url.pathname },
    ...{
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
    },
    ...{
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
    },
    ...{ REMOTE_ADDR: '127.0.0.1', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
  };
  const backend = spawn('/usr/lib/git-core/git-http-backend', { env });
  request.pipe(backend.stdin);
  const parts = [];
  backend.stdout.on('data', (part) => parts.push(part));
  backend.on('close', () => {
    const all = Buffer.concat(parts);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((head) => head.split(': '));
    const status = headers.find(([name]) => name === 'Status')?.[1];
    response.writeHead(
      Number.parseInt(status ?? '200', 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.end(all.subarray(end + 4));
  });
}

function json(response, value, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json', 'x-oauth-scopes': 'repo, read:org', link: '' });
  response.end(JSON.stringify(value));
}

async function github(request, response) {
  if (request.headers.authorization !== `token ${TOKEN}`) return json(response, { message: 'Bad credentials' }, 401);
  let body = '';
  for await (const part of request) body += part;
  if (request.url.includes('graphql')) return json(response, { data: answerTo(JSON.parse(body).query) });
  if (request.method === 'DELETE') return json(response, {}, 204);
  if (request.url.includes('/actions/runs')) return json(response, { total_count: 0, workflow_runs: [] });
  return json(response, { login: 'me', name: 'work' });
}

/** Values for exactly the fields that a GraphQL query asks for: gh takes no others. */
function answerTo(query) {
  const fragments = new Map();
  const words = query.replace(/\((?:[^()]|\([^()]*\))*\)/g, '').match(/\.\.\.|[\w:]+|[{}]/g);
  const at = { place: 0 };
  const read = () => {
    const fields = [];
    while (words[++at.place] !== '}') {
      const word = words[at.place];
      if (word === '...' && words[at.place + 1] === 'on') at.place += 2;
      else if (word === '...') fields.push(['...', words[++at.place]]);
      else fields.push([word.replace(/:$/, ''), undefined]);
      if (word.endsWith(':')) at.place += 1;
      if (words[at.place + 1] === '{') {
        at.place += 1;
        fields.push([fields.length > 0 && word !== '...' ? fields.pop()[0] : '...on', read()]);
      }
    }
    return fields;
  };
  let asked = [];
  for (; at.place < words.length; at.place += 1) {
    if (words[at.place] === 'fragment') {
      const name = words[at.place + 1];
      at.place += 4;
      fragments.set(name, read());
    } else if (words[at.place] === '{') asked = read();
  }
  const fill = (fields) =>
    Object.assign(
      {},
      ...fields.map(([name, below]) => {
        if (name === '...') return fill(fragments.get(below) ?? []);
        if (name === '...on') return fill(below);
        if (below !== undefined)
          return { [name]: /^(?:nodes|edges|reactionGroups)$/.test(name) ? [fill(below)] : fill(below) };
        return { [name]: leaf(name) };
      }),
    );
  return fill(asked);
}

function leaf(name) {
  if (/(?:At|On|Date|Time)$/.test(name)) return '2026-11-01T00:00:00Z';
  if (/^(?:number|totalCount|databaseId)$/.test(name)) return 1;
  if (/^(?:is|hasNext|viewer(?:Can|Did|Has))/.test(name)) return false;
  if (/^has|Allowed$/.test(name)) return true;
  if (/rl$/.test(name)) return 'http://github.localhost/me/work/issues/1';
  return { __typename: 'Issue', state: 'OPEN', login: 'me', name: 'work', viewerPermission: 'ADMIN' }[name] ?? 'x';
}

function registry(request, response) {
  const version = {
    name: 'left-pad',
    version: '1.3.0',
    dist: { tarball: `http://${HOST}:4873/left-pad.tgz`, shasum: '' },
  };
  if (request.url.endsWith('.tgz')) return response.end(readFileSync(join(root, 'left-pad.tgz')));
  if (request.method === 'PUT') return json(response, { ok: true }, 201);
  if (request.url.includes('/security/')) return json(response, {});
  version.dist.shasum = sh(`sha1sum left-pad.tgz`).slice(0, 40);
  return json(response, { name: 'left-pad', 'dist-tags': { latest: '1.3.0' }, versions: { '1.3.0': version } });
}

function web(request, response) {
  response.end(request.url === '/big' ? 'x'.repeat(1e6) : '{"name":"day","items":[{"a":1},{"a":2}]}');
}

function docker(request, response) {
  const path = request.url.replace(/^\/v[\d.]+/, '').split('?')[0];
  const headers = { 'api-version': '1.43', ostype: 'linux' };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const container = {
    Id: 'c1',
    Names: ['/web'],
    Image: 'alpine',
    Command: 'sh',
    Created: path.endsWith('/json') && path !== '/containers/json' ? '2026-11-01T00:00:00Z' : 1,
    State: 'running',
    Status: 'Up',
    Ports: [],
    Config: { Tty: true },
    HostConfig: {},
  };
  if (path === '/_ping') return response.end('OK');
  if (path === '/version')
    return json(response, { Version: '24', ApiVersion: '1.43', Os: 'linux', Arch: 'amd64', Components: [] });
  if (path === '/containers/json' || path === '/images/json')
    return json(response, path.includes('images') ? [] : [container]);
  if (path.endsWith('/logs')) return response.end('started\n');
  if (path === '/volumes') return json(response, { Volumes: [], Warnings: [] });
  if (path === '/images/create') return response.end('{"status":"Pulled"}\n');
  if (request.method === 'DELETE' || path.endsWith('/stop')) return response.writeHead(204).end();
  return json(response, { ...container, State: { Running: true } });
}

/** A fresh clone, a home of its own for settings, and all calls in order. */
async function live(name, rules) {
  const work = join(root, name.replace(' ', '-'));
  const settings = join(root, `settings-${name.replace(' ', '-')}`);
  mkdirSync(join(settings, 'agent-tools'), { recursive: true, mode: 0o700 });
  sh(`rm -rf work.git mirror.git seed && git init -q --bare -b main work.git && git init -q --bare -b main mirror.git
      git -C work.git config http.receivepack true && git -C mirror.git config http.receivepack true
      git init -q -b main seed && cd seed && git config user.name Ada && git config user.email ada@example.org
      mkdir src && echo hello > README.md && echo 'a()' > src/a0.js && echo '{"name":"day","version":"1.0.0","scripts":{"build":"echo built","test":"echo tested"}}' > package.json
      printf 'node_modules\\n*.tmp\\ndata.json\\n' > .gitignore && git add . && git commit -qm first && git push -q ../work.git main && git push -q ../mirror.git main`);
  sh(`git clone -q ${join(root, 'work.git')} ${work} && cd ${work} && git config user.name Ada && git config user.email ada@example.org
      git remote set-url origin ssh://root@${HOST}:2222${join(root, 'work.git')} && git remote add mirror http://${HOST}:8418/mirror.git
      echo more >> README.md && echo 'b()' > src/a.js && touch x.tmp && mkdir out
      mkdir -p ../pad/package && echo '{"name":"left-pad","version":"1.3.0"}' > ../pad/package/package.json && tar -czf ../left-pad.tgz -C ../pad package
      echo 'registry=http://${HOST}:4873/' > .npmrc`);
  const configuration = {
    policy: { preset: 'standard', network: 'all', rules },
    environment: { gh: ['GH_HOST'], docker: ['DOCKER_HOST'] },
    credentials: { gh: true, git: ['ssh-agent'] },
  };
  writeFileSync(join(settings, 'agent-tools/config.json'), JSON.stringify(configuration), { mode: 0o600 });
  const env = {
    ...process.env,
    ...{
      XDG_CONFIG_HOME: settings,
      XDG_STATE_HOME: join(settings, 'state'),
      GH_TOKEN: TOKEN,
      GH_HOST: 'github.localhost',
    },
    DOCKER_HOST: `tcp://${HOST}:2375`,
  };
  const loaded = await node.loadConfiguration({ env, cwd: work });
  const audit = await node.createAuditLog(join(settings, 'audit.jsonl'));
  const tmp = join(root, `tmp-${name.replace(' ', '-')}`);
  mkdirSync(tmp);
  const seen = [];
  let now;
  const confirmationHandler = async ({ reasons }) => {
    now.asked = reasons.map((reason) => reason.message ?? reason).join(' ');
    return now.says;
  };
  const executor = node.createExecutor({
    tools,
    env,
    tmp,
    configuration: loaded,
    policy: { ...loaded.settings.policy, confirmationHandler },
    audit: { log: audit, who: 'ada' },
    execution: { cwd: work, timeout: 60_000 },
  });
  for (const row of rows) {
    now = { ...row };
    const reading = core.readArgv(row.argv, tools);
    if (reading.name === undefined || reading.unknown.length > 0) {
      now.unread = [
        ...reading.problems,
        ...reading.unknown.map(({ word, reason }) => `${row.argv[word]} ${reason}`),
      ].join('; ');
    } else {
      try {
        const result = await executor.execute({ id: row.line, name: reading.name, arguments: argumentsOf(reading) });
        now.exit = result.raw.exitCode;
        now.text = result.content;
      } catch (error) {
        now.refused = `${error.code ?? error.name}: ${error.message}`;
      }
    }
    seen.push(now);
  }
  await audit.close();
  show(name, seen, readFileSync(join(settings, 'audit.jsonl'), 'utf8'));
}

function show(name, seen, record) {
  const asked = seen.filter(({ asked }) => asked !== undefined);
  const worth = asked.filter(({ worth }) => worth);
  const missed = seen.filter(({ worth, asked, refused }) => worth && asked === undefined && refused === undefined);
  const refused = seen.filter(({ refused, asked }) => refused !== undefined && asked === undefined);
  const declined = seen.filter(({ refused, asked }) => refused !== undefined && asked !== undefined);
  const failed = seen.filter(({ exit }) => exit !== undefined && exit !== 0);
  console.log(
    `\n── ${name}: ${seen.length} calls, ${asked.length} asked, ${refused.length} refused unasked, ${declined.length} declined`,
  );
  console.log(
    `${worth.length} of ${asked.length} questions were worth asking; ${missed.length} worth asking were not asked`,
  );
  console.log(
    `exit 0: ${seen.filter(({ exit }) => exit === 0).length}; other: ${failed.length}; not read: ${seen.filter(({ unread }) => unread).length}`,
  );
  console.log(
    `the token on record: ${record.includes(TOKEN)}; in output: ${seen.some(({ text }) => text?.includes(TOKEN))}`,
  );
  for (const row of asked) console.log(`asked ${row.worth ? '     ' : 'VAIN '} ${row.line}: ${row.asked}`);
  for (const row of missed) console.log(`not asked: ${row.line}`);
  for (const row of refused) console.log(`refused: ${row.line}: ${row.refused}`);
  for (const row of seen.filter(({ unread }) => unread)) console.log(`not read: ${row.line}: ${row.unread}`);
  if (process.env.DAY_FAILURES)
    for (const row of failed) console.log(`exit ${row.exit}: ${row.line}: ${row.text?.slice(0, 300)}`);
}
