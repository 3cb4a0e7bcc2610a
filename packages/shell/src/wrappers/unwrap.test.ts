import { expect, test } from 'vitest';
import type { Word } from '../line/types.ts';
import { unwrap } from './unwrap.ts';
import type { Piped, Unwrapped } from './unwrapped.ts';

/** Words of a line split at spaces: `$X` is several unknown words, `"$X"` one, `'a b'` quoted, `*` a glob. */
function words(line: string): Word[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([written]) => {
    const text = written.replaceAll(/['"]/g, '');
    const bare = written.replaceAll(/'[^']*'/g, (quoted) => '_'.repeat(quoted.length - 2));
    const at = bare.replaceAll('"', '').search(/[$*]/);
    if (at < 0) return { text };
    const reason = bare.includes('$') ? 'variable' : 'glob';
    return { unknown: true, text: written, reason, prefix: text.slice(0, at), many: !bare.includes('"$') };
  });
}

/** `sudo[+] {added} > inner | inner !ISSUE`; `+`: the wrapper is kept; `<p>` an unknown word that begins with p, `…` for several. */
function show(line: string, stdin: Piped['stdin'] = 'none'): string {
  const read = unwrap(words(line), { stdin });
  if (!read) return '-';
  const inner = read.inner.map((one) => {
    const text = 'words' in one ? one.words.map(showWord).join(' ') : `${one.dialect}(${showWord(one.script)})`;
    return `${one.remote ? '@' : ''}${text}`;
  });
  const runner = read.runner ? ` {${describeRunner(read.runner)}}` : '';
  const added = read.added ? ` ${JSON.stringify(read.added)}` : '';
  const set = (read.assignments ?? []).map(({ name, value }) => ` ${name}=${value ? showWord(value) : ''}`).join('');
  const where = read.directory ? ` in ${showWord(read.directory)}` : '';
  const issues = read.issues.map(({ code }) => ` !${code}`).join('');
  return `${read.name}${read.keepsOuter ? '+' : ''}${added}${runner}${set}${where}${inner.length > 0 ? ` > ${inner.join(' | ')}` : ''}${issues}`;
}

function describeRunner({ title, packages, otherwise, place, ...more }: NonNullable<Unwrapped['runner']>): string {
  const given = Object.entries({ ...more, place: place?.text }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} ${value}`],
  );
  return [title, packages, otherwise, ...given].join(', ');
}

function showWord(word: Word): string {
  return word.unknown ? `<${word.prefix}${word.many ? '…' : ''}>` : word.text;
}

const root = '{"x-privilege":"root"}';
const fetched = '{"network":true,"subprocess":true,"x-runs":"call"}';

test.each([
  ['git status', '-'],
  ['ls -la', '-'],
  ['$X ls', '-'],
  ['sudo rm -rf /', `sudo ${root} > rm -rf /`],
  ['/usr/bin/sudo -u www -nE ls -l', `sudo ${root} > ls -l`],
  ['sudo -uwww -- ls', `sudo ${root} > ls`],
  ['sudo --user=www --non-int ls', `sudo ${root} > ls`],
  ['sudo PATH=/x FOO=1 ls', `sudo ${root} PATH=/x FOO=1 > ls`],
  ['sudo -D /tmp ls', `sudo ${root} in /tmp > ls`],
  ['sudo -l', '-'],
  ['sudo -i', 'sudo+ !UNKNOWN_CODE'],
  ['sudo -s ls', `sudo ${root} > ls`],
  ['sudo -u "$U" ls', `sudo ${root} > ls`],
  ['sudo -u $U ls', 'sudo+ !UNKNOWN_PROGRAM'],
  ['sudo -u"$U" ls', `sudo ${root} > ls`],
  ['sudo --frob ls', 'sudo+ !UNREAD'],
  ['sudo --pre ls', 'sudo+ !UNREAD'],
  ['sudo "$X" ls', 'sudo+ !UNKNOWN_PROGRAM'],
  ['doas -u x ls', `doas ${root} > ls`],
  ['nice -n 5 -19 ls', 'nice > ls'],
  ['nice', '-'],
  ['timeout --kill-a=5 -s KILL 10 ls -x', 'timeout > ls -x'],
  ['timeout $T ls', 'timeout+ !UNKNOWN_PROGRAM'],
  ['timeout 5 $X', 'timeout > <…>'],
  ['nohup make', 'nohup > make'],
  ['time -o out ls', 'time+ > ls'],
  ['stdbuf -oL -eL ls', 'stdbuf > ls'],
  ['setsid -w ls', 'setsid > ls'],
  ['ionice -c 3 ls', 'ionice > ls'],
  ['ionice -p 3', '-'],
  ['taskset -c 1 ls', 'taskset > ls'],
  ['chroot /x ls', `chroot ${root} > ls`],
  ['chroot /x', 'chroot+ !UNKNOWN_CODE'],
  ['unshare -r ls', 'unshare > ls'],
  ['nsenter -t 1 -m ls', `nsenter ${root} > ls`],
  ['watch -n 1 git status', 'watch > sh(git status)'],
  ['watch -x git status', 'watch > git status'],
  ["watch 'ls; rm x'", 'watch > sh(ls; rm x)'],
  ['watch ls "$X"', 'watch > sh(<ls >)'],
  ['strace -f -o log ls', 'strace+ > ls'],
  ['strace -E PATH=/x ls', 'strace+ > ls !CHANGES_PROGRAMS'],
  ['busybox rm -rf x', 'busybox > rm -rf x'],
  ['systemd-run --user ls', 'systemd-run+ > ls'],
  ['cross-env A=b ls', 'cross-env A=b > ls'],
])('a row of the table: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});

test.each([
  ['env', '-'],
  ['env A=1', '-'],
  ['env -i A=1 B="$X" ls', 'env A=1 B=<> > ls'],
  ['env --argv0=rm busybox ls', 'env+ !CHANGES_PROGRAMS'],
  ['env - ls', 'env > ls'],
  ['env /a=b ls', 'env > /a=b ls'],
  ["env -C /x -S 'ls'", 'env+ !UNKNOWN_CODE'],
  ['su -g -- x -c id', `su ${root} > sh(id)`],
  ['env -u HOME -C /tmp ls', 'env in /tmp > ls'],
  ['env A=$X ls', 'env+ !UNKNOWN_PROGRAM'],
  ["env -S 'A=1 ls -l' x", 'env A=1 > ls -l x'],
  ["env -S 'ls #{A}'", 'env+ !UNKNOWN_CODE'],
  ["env '-Sls -l' x", 'env > ls -l x'],
  ['xargs', 'xargs > echo <…>'],
  ['xargs -0 -n1 -P 4 rm -f', 'xargs > rm -f <…>'],
  ['xargs -I{} mv {} a/{}', 'xargs > mv <> <a/>'],
  ['xargs -I % sh -c %', 'xargs > sh -c <>'],
  ['xargs -i cp {} x', 'xargs > cp <> x'],
  ['xargs -i@ cp @ x', 'xargs > cp <> x'],
  ['xargs -I{} -n1 cp {}', 'xargs > cp <…> <…>'],
  ['xargs -I{} {}', 'xargs > <>'],
  ['xargs --process-slot-var=PATH ls', 'xargs+ !CHANGES_PROGRAMS'],
  ['xargs --frob rm', 'xargs+ !UNREAD'],
  ['xargs $X rm', 'xargs+ !UNKNOWN_PROGRAM'],
  ['su -c id', `su ${root} > sh(id)`],
  ["su - postgres -c 'psql -l'", `su ${root} > sh(psql -l)`],
  ['su', 'su+ !UNKNOWN_CODE'],
  ['su -s /x/evil -c id', `su ${root} > other(id) !UNKNOWN_PROGRAM`],
  ['runuser -u x -- ls -l', `runuser ${root} > ls -l`],
  ['flock -n /x/lock ls', 'flock+ > ls'],
  ["flock /x/lock -c 'a; b'", 'flock+ > sh(a; b)'],
  ['flock 9', '-'],
  ["script -qc 'ls' /dev/null", 'script+ > sh(ls)'],
  ['script out', 'script+ !UNKNOWN_CODE'],
  ['ssh -p 22 h ls -l', 'ssh+ {"network":true} > @sh(ls -l)'],
  ['ssh h -p 22 ls', 'ssh+ {"network":true} > @sh(ls)'],
  ["ssh -o StrictHostKeyChecking=no h 'a; b'", 'ssh+ {"network":true} > @sh(a; b)'],
  ["ssh -o 'ProxyCommand=nc x' h ls", 'ssh+ {"network":true} > @sh(ls)'],
  ['ssh -oLocalCommand=x h ls', 'ssh+ {"network":true} > @sh(ls)'],
  ['ssh -F x h ls', 'ssh+ {"network":true} > @sh(ls)'],
  ['ssh "$H" ls', 'ssh+ !UNKNOWN_PROGRAM'],
  ['ssh u@"$H" ls', 'ssh+ {"network":true} > @sh(ls)'],
  ['ssh -V', '-'],
])('a wrapper with rules of its own: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});

test.each([
  ['find . -name x', '-'],
  ['find . -exec rm {} ;', 'find+ > rm <.>'],
  ['find -type f -exec rm -f {} +', 'find+ > rm -f <.…>'],
  ['find src lib -execdir a{}b c ;', 'find+ in <./> > <a./> c'],
  ['find src lib -ok rm {} ;', 'find+ > rm <./>'],
  ['find src srv -ok rm {} ;', 'find+ > rm <sr>'],
  ['find / . -exec rm {} ;', 'find+ > rm <>'],
  ['find "$D" -type f -exec cat {} ;', 'find+ > cat <>'],
  ['find . "$D" -type f -exec cat {} ;', 'find+ > cat <>'],
  ['find $D -name x', 'find+ !UNKNOWN_PROGRAM'],
  ['find "$A" "$B" -exec ls ;', 'find+ !UNKNOWN_PROGRAM'],
  ['find . -name "$X" -exec ls ;', 'find+ > ls'],
  ['find . -name $X -exec ls ;', 'find+ !UNKNOWN_PROGRAM'],
  ['find . -name -exec -exec ls ;', 'find+ > ls'],
  ['find ./* -exec ls ;', 'find+ > ls'],
  ['find . -exec a ; -exec b + ;', 'find+ > a | b +'],
  ['find . -frob x -exec a ;', 'find+ !UNREAD'],
  ['find . -exec {} ;', 'find+ > <.>'],
  ['find . -exec a $X ;', 'find+ !UNKNOWN_PROGRAM'],
  ['find . -exec a "$X" ; -exec b ;', 'find+ !UNKNOWN_PROGRAM'],
  ["find . -exec sh -c 'rm {}' ;", 'find+ > sh -c <rm .>'],
  ['fd x', '-'],
  ['fd -e js -x wc -l', 'fd+ > wc -l <>'],
  ['fd -HX rm {}', 'fd+ > rm <…>'],
  ['fd x --exec rm {} ; -x ls', 'fd+ > rm <> | ls <>'],
])('find and fd: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});

test.each([
  ['git -C x -c color.ui=never status', '-'],
  ['git -c core.pager=cat log', '-'],
  ["git -c 'alias.st=!rm -rf x' st", 'git+ !UNKNOWN_CODE'],
  ["git -c 'alias.other=!rm' status", 'git+ !UNKNOWN_CODE'],
  ['git -c user.name="$X" log', '-'],
  ['git --exec-path', '-'],
  ['git "$X" status', 'git+ !UNKNOWN_PROGRAM'],
  ['git bisect run make test', 'git+ > make test'],
  ["git submodule foreach --recursive 'git pull'", 'git+ > sh(git pull)'],
  ['git submodule foreach git pull', 'git+ > git pull'],
  ['git rebase --exec make HEAD~3', 'git+ > sh(make)'],
  ['git rebase -x make -x ls HEAD~3', 'git+ > sh(make) | sh(ls)'],
  ['git grep x', '-'],
])('git: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});

test.each([
  ["bash -c 'a; b' x y", 'none', 'bash > bash(a; b)'],
  ["sh -xec 'a'", 'none', 'sh > sh(a)'],
  ["bash -lc 'a'", 'none', 'bash > bash(a) !UNKNOWN_CODE'],
  ["bash -euo pipefail -c 'a'", 'none', 'bash > bash(a)'],
  ["bash --norc -c -x 'a'", 'none', 'bash > bash(a)'],
  ["bash --rcfile x -c 'a'", 'none', 'bash+ !UNREAD'],
  ['bash -c "$X"', 'none', 'bash > bash(<>)'],
  ['bash -c $X', 'none', 'bash+ !UNKNOWN_PROGRAM'],
  ['bash x.sh', 'none', '-'],
  ['bash -i x.sh', 'none', 'bash+ !UNKNOWN_CODE'],
  ['bash $X', 'none', 'bash+ !UNKNOWN_PROGRAM'],
  ['bash -n x.sh', 'none', '-'],
  ['bash --version', 'none', '-'],
  ['bash', 'pipe', 'bash+ !UNKNOWN_CODE'],
  ['bash -s x', 'pipe', 'bash+ !UNKNOWN_CODE'],
  ["zsh -c 'a'", 'none', 'zsh > other(a)'],
  ['fish x', 'none', '-'],
  ['fish -c x y', 'none', 'fish > other(x)'],
  ["python3 -c 'a'", 'none', 'python3+ !UNKNOWN_CODE'],
  ['python3 x.py', 'none', '-'],
  ['python3 -m pytest', 'none', '-'],
  ['python3 -', 'pipe', 'python3+ !UNKNOWN_CODE'],
  ['python3', 'pipe', 'python3+ !UNKNOWN_CODE'],
  ['python3 --version', 'none', '-'],
  ["node -pe '1'", 'none', 'node+ !UNKNOWN_CODE'],
  ["perl -ne 'x' f", 'none', 'perl+ !UNKNOWN_CODE'],
  ["deno eval '1'", 'none', 'deno+ !UNKNOWN_CODE'],
  ['gdb -ex x', 'none', '-'],
  ["vim -c ':!x'", 'none', 'vim+ !UNKNOWN_CODE'],
] as const)('shells and interpreters: %s, fed by %s', (line, stdin, expected) => {
  expect(show(line, stdin)).toStrictEqual(expected);
});

test('A here-document for a shell is its script', () => {
  expect(show('bash -e', { text: 'rm x' })).toStrictEqual('bash > bash(rm x)');
  expect(show('ssh h', { text: 'rm x' })).toStrictEqual('ssh+ {"network":true} > @sh(rm x)');
  expect(show('at now', { text: 'rm x' })).toStrictEqual('at+ > sh(rm x)');
});

test.each([
  ['docker ps', '-'],
  ['docker run --rm -it -v /:/x alpine rm -rf /x', 'docker+ > @rm -rf /x'],
  ['docker run --entrypoint sh alpine', 'docker+ !CHANGES_PROGRAMS'],
  ['docker run alpine', '-'],
  ['docker exec -it c ls', 'docker+ > @ls'],
  ['docker compose -f x exec web ls', 'docker+ > @ls'],
  ['docker run --frob alpine ls', 'docker+ !UNREAD'],
  ['kubectl -n x exec pod -c c -- ls', 'kubectl+ {"network":true} > @ls'],
  ['kubectl exec pod ls', 'kubectl+ !UNREAD'],
  ['kubectl exec $P -- ls', 'kubectl+ !UNKNOWN_PROGRAM'],
  ['npm test', '-'],
  ['mise exec node@20 -- node x', `mise+ ${fetched} > node x`],
])('containers and places: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});

test.each([
  ['npx -y cowsay hi', 'npx+ {npx, node, downloads} > cowsay hi'],
  ['npx --no tsc', 'npx+ {npx, node, downloads} > tsc'],
  ["npx -c 'a; b'", 'npx+ {npx, node, path} > sh(a; b)'],
  ['npx prettier@3.2.5 --check .', 'npx+ {npx, node, downloads, package prettier@3.2.5} > prettier --check .'],
  ['npx @biomejs/biome check', 'npx+ {npx, node, downloads, package @biomejs/biome} > biome check'],
  ['npx -p evil tsc', 'npx+ {npx, node, downloads, package evil} > tsc'],
  ['npx --package "$P" tsc', 'npx+ {npx, node, downloads, package } > tsc'],
  ['npx --registry=http://x tsc', 'npx+ {npx, node, downloads, brings --registry} > tsc'],
  ['npx --node-options=-r tsc', 'npx+ !UNREAD'],
  ['npx $X', 'npx+ !UNKNOWN_PROGRAM'],
  ['npx --version', '-'],
  ['npm exec -- tsc', 'npm+ {npm exec, node, downloads} > tsc'],
  ['npm -w web exec x', 'npm+ {npm exec, node, downloads, spreads -w} > x'],
  ['npm --prefix web exec x', 'npm+ {npm exec, node, downloads, place web} > x'],
  ['pnpm -C web exec tsc', 'pnpm+ {pnpm exec, node, path} in web > tsc'],
  ['pnpm --filter web exec tsc', 'pnpm+ {pnpm exec, node, path, spreads --filter} > tsc'],
  ['pnpm dlx x', 'pnpm+ {pnpm dlx, node, always downloads} > x'],
  ['yarn prisma migrate', 'yarn+ {yarn, node, nothing} > prisma migrate'],
  ['yarn --cwd web tsc', 'yarn+ {yarn, node, nothing} in web > tsc'],
  ['yarn run tsc', 'yarn+ {yarn run, node, nothing} > tsc'],
  ['yarn watch --mode x', '-'],
  ['yarn workspace web tsc', 'yarn+ {yarn workspace, node, nothing, spreads the workspace} > tsc'],
  ['bun run scripts/x.ts', '-'],
  ['bunx tsc', 'bunx+ {bunx, node, downloads} > tsc'],
  ['uv run pytest -x', 'uv+ {uv run, python, path} > pytest -x'],
  ['uv run -m pytest -x', 'uv+ {uv run, python, path} > python -m pytest -x'],
  ['uv run app.py', 'uv+ {uv run, python, path} > python app.py'],
  ['uv run --with evil pytest', 'uv+ {uv run, python, path, brings --with} > pytest'],
  ['uv --directory web run pytest', 'uv+ {uv run, python, path} in web > pytest'],
  ['uv run --project web pytest', 'uv+ {uv run, python, path, place web} > pytest'],
  ['uvx ruff check', 'uvx+ {uvx, python, always downloads} > ruff check'],
  ['poetry run pytest', 'poetry+ {poetry run, python, path} > pytest'],
  ['bundle exec rspec', 'bundle+ {bundle exec, ruby, path} > rspec'],
  ['composer exec phpunit', 'composer+ {composer exec, php, path} > phpunit'],
  ['go tool stringer', 'go+ {go tool, go, path} > stringer'],
  ['go tool cover -func x', '-'],
])('runners of packages: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});

test.each([
  ['at -l', '-'],
  ['at now', 'at+ !UNKNOWN_CODE'],
])('programs that run a script later: %s', (line, expected) => {
  expect(show(line)).toStrictEqual(expected);
});
