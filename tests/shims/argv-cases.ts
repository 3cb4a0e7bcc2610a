/** A call of a real program in a directory with a few files, and what it must print. */
export interface ArgvCase {
  /** Words of the command. */
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly argv: readonly string[];
  /** What standard output has in it. */
  readonly prints: string;
}

function a(command: string, args: ArgvCase['args'], argv: string, prints: string): ArgvCase {
  return { command, args, argv: argv.split(' '), prints };
}

/** The directory has `a.txt` (b, a, b), `-x.txt` (dash), `d.json`, `sub/deep.ts` and a git repository with one commit. */
export const ARGV_CASES: readonly ArgvCase[] = [
  a('ls', { all: true, path: ['sub'] }, 'ls --all -- sub', 'deep.ts'),
  a('ls', { path: ['-x.txt'] }, 'ls -- -x.txt', '-x.txt'),
  a('cat', { file: ['-x.txt'] }, 'cat -- -x.txt', 'dash'),
  a('cp', { source: ['a.txt'], destination: 'copy.txt', verbose: true }, 'cp --verbose -- a.txt copy.txt', 'copy.txt'),
  a('mv', { source: ['m.txt'], destination: 'moved.txt', verbose: true }, 'mv --verbose -- m.txt moved.txt', 'moved'),
  a('rm', { file: ['r.txt'], verbose: true }, 'rm --verbose -- r.txt', 'removed'),
  a('mkdir', { directory: ['p/q'], parents: true, verbose: true }, 'mkdir --parents --verbose -- p/q', 'p/q'),
  a('chmod', { mode: '600', file: ['a.txt'], verbose: true }, 'chmod --verbose -- 600 a.txt', '0600'),
  a('chmod', { mode: '+x', file: ['a.txt'], verbose: true }, 'chmod --verbose -- +x a.txt', '0711'),
  a('chmod', { mode: '644', file: ['a.txt'] }, 'chmod -- 644 a.txt', ''),
  a(
    'ln',
    { target: ['a.txt'], link: 'l.txt', symbolic: true, verbose: true },
    'ln --symbolic --verbose -- a.txt l.txt',
    'l.txt',
  ),
  a('touch', { file: ['t.txt'] }, 'touch -- t.txt', ''),
  a('du', { summarize: true, path: ['sub'] }, 'du --summarize -- sub', 'sub'),
  a('df', { path: ['.'] }, 'df -- .', '%'),
  a('stat', { format: '%n', file: ['a.txt'] }, 'stat --format=%n -- a.txt', 'a.txt'),
  a('file', { brief: true, file: ['a.txt'] }, 'file --brief -- a.txt', 'text'),
  a('which', { name: ['sh'] }, 'which sh', '/sh'),
  a('find', { directory: '.', name: '*.ts', type: 'f' }, 'find -P . -name *.ts -type f', './sub/deep.ts'),
  a('find', { directory: 'sub', delete: true, name: 'no' }, 'find -P sub -name no -delete', ''),
  a(
    'tar',
    { create: true, file: 'a.tar', verbose: true, member: ['a.txt'] },
    'tar --create --file=a.tar --verbose -- a.txt',
    'a.txt',
  ),
  a('tar', { list: true, file: 'a.tar' }, 'tar --list --file=a.tar', 'a.txt'),
  a('grep', { pattern: 'da', file: ['a.txt', '-x.txt'], count: true }, 'grep --count -- da a.txt -x.txt', '-x.txt:1'),
  a('sed', { script: 's/a/X/', file: ['a.txt'] }, 'sed -- s/a/X/ a.txt', 'X'),
  a('sed --sandbox', { script: 's/a/X/', file: ['a.txt'], quiet: false }, 'sed --sandbox -- s/a/X/ a.txt', 'X'),
  a('awk', { program: '{print $1}', file: ['a.txt'] }, 'awk -- {print_$1} a.txt', 'b'),
  a('jq', { filter: '.n', file: ['d.json'], 'compact-output': true }, 'jq --compact-output .n d.json', '3'),
  a('diff', { from: 'a.txt', to: 'a.txt', brief: true }, 'diff --brief -- a.txt a.txt', ''),
  a('sort', { file: ['a.txt'], unique: true, reverse: true }, 'sort --reverse --unique -- a.txt', 'b\na\n'),
  a('uniq', { input: 'a.txt', count: true }, 'uniq --count -- a.txt', '1 a'),
  a('cut', { fields: '1', delimiter: ',', file: ['a.txt'] }, 'cut --delimiter=, --fields=1 -- a.txt', 'a'),
  a('tr', { set1: 'a-z', set2: 'A-Z' }, 'tr -- a-z A-Z', ''),
  a('head', { lines: '1', file: ['a.txt'] }, 'head --lines=1 -- a.txt', 'b'),
  a('tail', { lines: '1', file: ['a.txt'] }, 'tail --lines=1 -- a.txt', 'b'),
  a('wc', { lines: true, file: ['a.txt'] }, 'wc --lines -- a.txt', '3 a.txt'),
  a('tee', { file: ['tee.txt'] }, 'tee -- tee.txt', ''),
  a('echo', { text: ['a', 'b'] }, 'echo a b', 'a b'),
  a('echo', { text: ['+a'] }, 'echo +a', '+a'),
  a('tail', { lines: '+3', file: ['a.txt'] }, 'tail --lines=+3 -- a.txt', 'b'),
  a('find', { directory: '.', mtime: '+7' }, 'find -P . -mtime +7', ''),
  a('xargs', { command: 'echo', argument: ['hi'] }, 'xargs -- echo hi', 'hi'),
  a('env', { argument: ['A=1', 'sh', '-c', 'echo $A'] }, 'env -- A=1 sh -c echo_$A', '1'),
  a('date', { utc: true, date: '2020-01-02', format: '+%Y' }, 'date --date=2020-01-02 --utc +%Y', '2020'),
  a('ps', { pid: '1', format: 'pid' }, 'ps -o pid -p 1', '1'),
  a('git status', { short: true }, 'git status --short', ''),
  a('git log', { oneline: true, 'max-count': 1, target: ['HEAD'] }, 'git log --max-count=1 --oneline HEAD', 'first'),
  a('git diff', { 'name-only': true, C: '.' }, 'git -C . diff --name-only', ''),
  a('git add', { pathspec: ['a.txt'] }, 'git add -- a.txt', ''),
  a('git branch', { name: ['topic'] }, 'git branch -- topic', ''),
  a('git config', { name: 'user.name', value: 'Ann' }, 'git config user.name Ann', ''),
  a('git rev-parse', { 'abbrev-ref': true, revision: ['HEAD'] }, 'git rev-parse --abbrev-ref HEAD', 'main'),
  a('git stash list', {}, 'git stash list', ''),
  a('git remote add', { name: 'o', url: '../o' }, 'git remote add o ../o', ''),
  a('make', { target: ['all'], 'dry-run': true }, 'make --just-print -- all', 'echo made'),
  a('node', { print: '1+1' }, 'node --print 1+1', '2'),
  a('python3', { command: 'print(2)' }, 'python3 -c print(2)', '2'),
  a('sqlite3', { database: 'x.db', sql: 'select 1+1', json: true }, 'sqlite3 -json x.db select_1+1', '2'),
  a(
    'sqlite3 -safe -readonly',
    { database: 'x.db', sql: 'select 1+1', json: true },
    'sqlite3 -safe -readonly -json x.db select_1+1',
    '2',
  ),
  a('openssl dgst', { sha256: true, file: ['a.txt'] }, 'openssl dgst -sha256 a.txt', 'SHA2-256'),
  a('openssl rand', { hex: true, count: 4 }, 'openssl rand -hex 4', ''),
  a('zip', { recurse: true, archive: 'z.zip', file: ['sub'] }, 'zip -r z.zip sub', 'adding'),
  a('unzip', { list: true, archive: 'z.zip' }, 'unzip -l z.zip', 'deep.ts'),
  a(
    'rsync',
    { archive: true, verbose: true, source: ['sub'], destination: 'mirror' },
    'rsync --verbose --archive -- sub mirror',
    'deep.ts',
  ),
  a('rg', { pattern: 'deep', path: ['sub'], count: true }, 'rg --count -- deep sub', '1'),
  a('kill -l', {}, 'kill -l', ''),
  a('npm config get', { key: 'registry' }, 'npm config get registry', 'http'),
  a('go env', { name: ['GOOS'] }, 'go env GOOS', ''),
];
