// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell lines
import { loadShim, type ShimTool } from '@atip/catalog';
import { type ExecutionPolicy, POLICY_PRESETS } from '@atip/core';
import { expect, test } from 'vitest';
import { checkLine, wantedTools } from './check-line.ts';
import type { ProcessView, RunningProcess } from './processes.ts';

const own = (number: number, name: string): RunningProcess => ({ number, name, whyForeign: undefined });
const POSTGRES: RunningProcess = { number: 4711, name: 'postgres', whyForeign: 'which is not of this project' };
const CLIENT: RunningProcess = { number: 77, name: 'firefox', whyForeign: 'in which someone may be working' };
const LINES = new Map([
  [POSTGRES, '/usr/bin/postgres -D /var/lib'],
  [CLIENT, '/usr/bin/firefox'],
  [own(900, 'node'), 'node node_modules/.bin/vite --port 5173'],
  [own(901, 'node'), 'node server.js'],
]);

/** A server of the project listens at 3000, and a browser is its client; postgres has 5432. */
const VIEW: ProcessView = {
  find(source) {
    if (source.by === 'number') return [...LINES.keys()].filter(({ number }) => number === source.number);
    if (source.by === 'group') return source.number === 900 ? [own(900, 'node')] : [POSTGRES];
    if (source.by === 'port' && source.port === 5432) return [POSTGRES];
    if (source.by === 'port')
      return source.port !== 3000 ? [] : [own(901, 'node'), ...(source.side === 'any' ? [CLIENT] : [])];
    const pattern = new RegExp(source.pattern, source.ignoresCase ? 'i' : '');
    return [...LINES].flatMap(([one, line]) => (pattern.test(source.of === 'line' ? line : one.name) ? [one] : []));
  },
  numbersIn: (path) =>
    ({ '/work/project/.dev.pid': [901], '/tmp/db.pid': [4711], '/work/project/old.pid': [12345] })[path] ?? null,
};

async function decide(line: string, processes: ProcessView | undefined = VIEW, policy?: ExecutionPolicy) {
  const tools = new Map<string, ShimTool | undefined>();
  for (const { program, group } of wantedTools(line)) tools.set(program, await loadShim(program, group));
  const settings = { cwd: '/work/project', home: '/home/me', processes, isThere: () => false };
  return checkLine(line, (name) => tools.get(name), policy ?? POLICY_PRESETS.standard, settings);
}

test.each([
  'tail -f a.log & sleep 3; kill $!; wait',
  'sleep 9 & kill %1',
  'sleep 9 & sleep 9 & kill %1 %2; kill -9 %%; kill -s TERM %-; kill -n 9 %+',
  'sleep 9 & PID=$!; sleep 1; kill "$PID" || kill -9 $PID',
  'sleep 9 & export PID=$!; kill ${PID}',
  'sleep 9 & kill -STOP $!; kill -CONT $!',
  'sleep 9 & kill -- -$!',
  'sleep 9 & echo $! > /tmp/dev.pid; sleep 1; kill "$(cat /tmp/dev.pid)"',
  `sleep 9 & printf '%s\\n' "$!" > run.pid; kill $(< run.pid)`,
  'sleep 9 & kill $(jobs -p); jobs -p | xargs kill -9',
  'sleep 9 & trap "echo" EXIT; P=$!; trap \'kill $P\' EXIT; sleep 1',
  'kill $$',
  'pkill -P $$',
  'kill 901',
  'kill -TERM 900 901',
  'kill -- -900',
  'kill $(cat .dev.pid)',
  'pkill -F .dev.pid',
  // Nothing has that number, so nothing ends.
  'kill $(cat old.pid)',
  'pkill -f "vite --port 5173"',
  "pkill -9 -f '[v]ite' || true",
  'pkill -f "node (server|app)\\.js"',
  'pgrep -f vite | xargs -r kill',
  'kill $(pgrep -f vite | head -1)',
  'for pid in $(pgrep -f vite); do kill -9 "$pid"; done',
  'lsof -ti:3000 -sTCP:LISTEN | xargs kill -9',
  'lsof -t -i TCP:3000 -s TCP:LISTEN | xargs -r kill',
  'PID=$(lsof -nP -tiTCP:3000 -sTCP:LISTEN); if [ -n "$PID" ]; then kill "$PID"; fi',
  'fuser -k 3000/tcp',
  'fuser -k -n tcp 3000',
  'kill -9 $(fuser 3000/tcp 2>/dev/null)',
  'kill -0 4711 && echo there',
])('ends only what is its own: %s', async (line) => {
  expect((await decide(line)).reasons).toStrictEqual([]);
});

const UNKNOWN = 'ends processes that are not known before the line runs';

test.each([
  ['kill 4711', 'ends process 4711 (postgres), which is not of this project'],
  ['kill 12345', 'ends process 12345, which is not there now'],
  ['kill 901 4711', 'ends process 4711 (postgres), which is not of this project'],
  ['kill -STOP 4711', 'ends process 4711 (postgres), which is not of this project'],
  ['kill -- -4711', 'ends process 4711 (postgres), which is not of this project'],
  ['kill $(cat /tmp/db.pid)', 'ends process 4711 (postgres), which is not of this project'],
  ['pkill -F /tmp/db.pid', 'ends process 4711 (postgres), which is not of this project'],
  ['sleep 9 & PID=$!; PID=4711; kill $PID', 'ends process 4711 (postgres), which is not of this project'],
  ['pkill -f server.js; pkill -f post', 'ends process 4711 (postgres), which is not of this project'],
  ['killall postgres', 'ends process 4711 (postgres), which is not of this project'],
  ['pkill -i POSTGRES', 'ends process 4711 (postgres), which is not of this project'],
  ['pkill .', 'ends process 4711 (postgres), which is not of this project, and 1 more'],
  ['fuser -k 5432/tcp', 'ends process 4711 (postgres), which is not of this project'],
  // The browser that shows the project's page.
  ['lsof -ti:3000 | xargs kill -9', 'ends process 77 (firefox), in which someone may be working'],
  ['kill-port 3000', 'ends process 77 (firefox), in which someone may be working'],
  ['for port in 3000 5432; do fuser -k $port/tcp; done', 'ends process 4711 (postgres), which is not of this project'],
  ['kill -9 -1', UNKNOWN],
  ['kill -1', UNKNOWN],
  ['kill 0', UNKNOWN],
  ['kill 0900', UNKNOWN],
  ['kill -- -1', UNKNOWN],
  ['kill $PPID', UNKNOWN],
  ['kill "$PID"', UNKNOWN],
  ['kill $((4711))', UNKNOWN],
  ['kill $(( $! + 1 ))', UNKNOWN],
  ['sleep 9 & kill $!1', UNKNOWN],
  ['sleep 9 & kill "1$!"', UNKNOWN],
  ['sleep 9 & [ -n "$X" ] && PID=$!; kill $PID', UNKNOWN],
  ['sleep 9 & read PID; kill $PID', UNKNOWN],
  ['kill $(cat unknown.pid)', UNKNOWN],
  ['kill $(cat /var/run/db.pid)', UNKNOWN],
  ['sleep 9 & echo $! > a.pid; echo 4711 > a.pid; kill $(cat a.pid)', UNKNOWN],
  ['sleep 9 & echo $! > a.pid; cp /tmp/db.pid a.pid; kill $(cat a.pid)', UNKNOWN],
  ['sleep 9 & echo $! > a.pid; echo 4711 | tee a.pid; kill $(cat a.pid)', UNKNOWN],
  ['sleep 9 & echo $! 4711 > a.pid; kill $(cat a.pid)', UNKNOWN],
  ['sleep 9 & echo $! > a.pid; echo 1 >> a.pid; kill $(cat a.pid)', UNKNOWN],
  ['sleep 9 & echo $! > a.pid; echo 4711 > "$X"; kill $(cat a.pid)', UNKNOWN],
  ['cd sub; kill $(cat .dev.pid)', UNKNOWN],
  ['kill $(pgrep -f vite -v)', UNKNOWN],
  ['kill $(pgrep -f vite; echo 4711)', UNKNOWN],
  ['kill $(pgrep -f vite 2>&1)', UNKNOWN],
  ['kill $(pgrep -f vite | sed s/9/4/)', UNKNOWN],
  ['kill $(pgrep -f vite | tr 9 4)', UNKNOWN],
  ['kill $(pgrep -f vite | uniq -c)', UNKNOWN],
  ['pkill -f "$X"', UNKNOWN],
  ['pkill -u me', UNKNOWN],
  ["pkill -f '(?:vite)'", UNKNOWN],
  ['pkill -f vite postgres', UNKNOWN],
  ['killall -r "vi.*"', UNKNOWN],
  ['killall -u me', UNKNOWN],
  ['killall -g node', UNKNOWN],
  ['fuser -k server.js', UNKNOWN],
  ['fuser -k 3000/tcp .', UNKNOWN],
  ['lsof -t -i:3999 -u me | xargs kill', UNKNOWN],
  ['lsof -i:3999 | xargs kill', UNKNOWN],
  ['lsof -ti | xargs kill', UNKNOWN],
  ['kill $(pgrep -f nothing-like-it || true)', 'ends processes by a name that no process has now'],
  ['killall -q nothing-like-it', 'ends processes by a name that no process has now'],
  ['lsof -ti:3777 | xargs kill -9', 'ends processes by a port that no process has now'],
  ['kill-port 3777', 'ends processes by a port that no process has now'],
  ['kill %1', UNKNOWN],
  ['lsof -ti:3000-6000 | xargs kill', UNKNOWN],
  ['lsof -ti:3999 | xargs kill 4711', 'ends process 4711 (postgres), which is not of this project'],
  ['lsof -ti:3999 | cat - /tmp/db.pid | xargs kill', UNKNOWN],
  ['echo 4711 | xargs kill', UNKNOWN],
  ['f() { xargs kill; }; pgrep vite | { echo 4711 | f; }', UNKNOWN],
  ['pgrep vite | xargs -a /tmp/db.pid kill', UNKNOWN],
  ['pgrep vite | xargs kill < /tmp/db.pid', UNKNOWN],
  ['pgrep vite | xargs -I{} kill {}1', UNKNOWN],
  ['sudo kill %1', UNKNOWN],
  ['docker exec c pkill -f vite', UNKNOWN],
])('asks about what is not its own: %s', async (line, why) => {
  const { decision, reasons } = await decide(line);
  expect([decision, reasons.join(' ')]).toStrictEqual(['confirm', expect.stringMatching(/^/)]);
  // Where a word is open, the program cannot be told from its input.
  if (!reasons.join(' ').includes('The command of ')) expect(reasons.join(' ')).toContain(why);
});

test('without a view of the processes only jobs of the line are its own', async () => {
  const decisions = await Promise.all(
    ['sleep 9 & kill $!', 'kill 901', 'pkill -f vite', 'fuser -k 3999/tcp'].map((line) =>
      decide(line, { find: () => undefined, numbersIn: () => undefined }),
    ),
  );
  expect(decisions.map(({ decision }) => decision)).toStrictEqual(['allow', 'confirm', 'confirm', 'confirm']);
});

test('a policy has a level for it, and without one asks as about data', async () => {
  const decisionsOf = async (policy: ExecutionPolicy) => [
    (await decide('kill 901', VIEW, policy)).decision,
    (await decide('kill 4711', VIEW, policy)).decision,
  ];
  expect(await decisionsOf({ preset: 'ci' })).toStrictEqual(['allow', 'deny']);
  expect(await decisionsOf({ preset: 'open' })).toStrictEqual(['allow', 'allow']);
  expect(await decisionsOf({ preset: 'read-only' })).toStrictEqual(['deny', 'deny']);
  expect(await decisionsOf({ allowDestructive: false })).toStrictEqual(['allow', 'confirm']);
  expect(await decisionsOf({ levels: { destructive: 'deny' } })).toStrictEqual(['allow', 'confirm']);
  expect(await decisionsOf({ preset: 'standard', levels: { endsProcesses: 'deny' } })).toStrictEqual(['deny', 'deny']);
});
