import { type AtipEffects, checkPolicy, POLICY_PRESETS, type PolicyPresetName } from '@atip/core';
import { callEffects } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { mappingOf } from './mapping-of.ts';

/** A command and what a call gives it. */
type Call = readonly [command: string, args?: Readonly<Record<string, unknown>>];

/** What nobody gets back, or what ends something. */
const DESTRUCTIVE: readonly Call[] = [
  ['rm'],
  ['rm', { recursive: true, force: true }],
  ['mv', { force: true }],
  ['chmod', { recursive: true }],
  ['chown', { recursive: true }],
  ['ln', { force: true }],
  ['tee'],
  ['tar', { 'files-from': 'x' }],
  ['find', { delete: true }],
  ['find', { fprint: 'x' }],
  ['sed', { 'in-place': true }],
  ['sort', { output: 'x' }],
  ['uniq', { input: 'a', output: 'b' }],
  ['tar', { extract: true }],
  ['tar', { 'remove-files': true }],
  ['tar', { 'to-command': 'sh' }],
  ['zip', { move: true }],
  ['unzip', { overwrite: true }],
  ['kill'],
  ['xargs'],
  ['env'],
  ['ssh'],
  ['make'],
  ['node'],
  ['python3'],
  ['curl', { request: 'DELETE' }],
  ['curl', { data: 'a=b' }],
  ['curl', { output: 'x' }],
  ['curl', { 'write-out': '%output{x}' }],
  ['curl', { 'upload-file': 'x' }],
  ['wget', { 'output-document': 'x' }],
  ['wget', { method: 'DELETE' }],
  ['rsync', { delete: true }],
  ['rsync', { 'remove-source-files': true }],
  ['rsync', { rsh: 'sh' }],
  ['git push', { force: true }],
  ['git push', { mirror: true }],
  ['git push', { delete: true }],
  ['git reset', { hard: true }],
  ['git clean'],
  ['git restore'],
  ['git rebase'],
  ['git checkout', { force: true }],
  ['git branch', { delete: true }],
  ['git stash drop'],
  ['git stash clear'],
  ['git reflog expire'],
  ['git gc'],
  ['git filter-branch'],
  ['git log', { config: 'core.pager=sh' }],
  ['git diff', { output: 'x' }],
  ['git fetch', { refspec: ['+a:b'] }],
  ['git config', { name: 'core.editor', value: 'sh' }],
  ['docker run'],
  ['docker exec'],
  ['docker rm'],
  ['docker kill'],
  ['docker push'],
  ['docker volume rm'],
  ['docker system prune'],
  ['docker compose down', { volumes: true }],
  ['kubectl delete'],
  ['kubectl apply'],
  ['kubectl exec'],
  ['kubectl drain'],
  ['kubectl scale'],
  ['kubectl autoscale'],
  ['kubectl label'],
  ['kubectl annotate'],
  ['helm uninstall'],
  ['terraform apply'],
  ['terraform destroy'],
  ['terraform state rm'],
  ['npm run'],
  ['npm exec'],
  ['npm publish'],
  ['npm unpublish'],
  ['pnpm dlx'],
  ['yarn run'],
  ['pip uninstall'],
  ['uv run'],
  ['cargo run'],
  ['cargo publish'],
  ['cargo clean', { 'target-dir': 'x' }],
  ['go generate'],
  ['go clean', { toolexec: 'sh' }],
  ['go build', { toolexec: 'sh' }],
  ['psql'],
  ['sqlite3'],
  ['redis-cli'],
  ['ffmpeg', { y: true }],
  ['magick mogrify'],
  ['systemctl start'],
  ['systemctl enable', { now: true }],
  ['systemctl stop'],
  ['systemctl poweroff'],
  ['systemctl disable', { now: true }],
  ['journalctl', { 'vacuum-size': '1M' }],
  ['apt remove'],
  ['apt-get purge'],
  ['apt-get autoremove'],
  ['brew uninstall'],
  ['gh repo delete'],
  ['gh api', { method: 'DELETE' }],
  ['gh pr merge'],
  ['gh release delete'],
  ['gh codespace delete'],
  ['aws s3 rm'],
  ['aws s3 sync', { delete: true }],
  ['aws ec2 terminate-instances'],
  ['az group delete'],
  ['gcloud compute instances delete'],
  ['openssl genrsa', { out: 'x' }],
  ['gpg', { 'delete-secret-keys': true }],
  ['date', { format: '010100002030' }],
  ['date', { set: '2001-01-01' }],
];

/** What changes something, though nothing is lost. */
const WRITES: readonly Call[] = [
  ['cp'],
  ['mkdir'],
  ['touch'],
  ['wget'],
  ['git add'],
  ['git commit'],
  ['git branch', { name: ['x'] }],
  ['git tag', { tagname: ['x'] }],
  ['tar', { create: true }],
  ['npm install'],
  ['pip install'],
  ['apt install'],
  ['cargo build'],
  ['ffmpeg'],
  ['go env', { w: true }],
  ['curl', { output: 'x' }],
];

/** Words that say that a call starts programs which somebody else chose. */
const RUNS: readonly Call[] = [
  ['git status'],
  ['git log'],
  ['git diff'],
  ['git commit'],
  ['awk'],
  ['sed'],
  ['make', { 'dry-run': true }],
  ['kubectl get'],
  ['cargo check'],
  ['go version'],
  ['yarn list'],
  ['yarn config get'],
  ['pnpm list'],
  ['gh pr list', { web: true }],
  ['npm fund'],
  ['aws s3 ls'],
  ['docker pull'],
  ['openssl dgst', { engine: 'x' }],
  ['npm install'],
  ['rg', { pre: 'sh' }],
];

const LOOKS: readonly Call[] = [
  ['ls'],
  ['cat'],
  ['grep'],
  ['rg'],
  ['head'],
  ['tail'],
  ['wc'],
  ['cut'],
  ['diff'],
  ['find'],
  ['find', { name: '*.ts', maxdepth: 2, empty: true }],
  ['tr', { set1: 'a', delete: true }],
  ['tail', { pid: 1 }],
  ['systemctl list-units', { all: true }],
  ['stat'],
  ['file'],
  ['du'],
  ['df'],
  ['which'],
  ['jq'],
  ['ps'],
  ['date'],
  ['echo'],
  ['sed --sandbox'],
  ['sqlite3 -safe -readonly'],
  ['uniq', { input: 'a' }],
  ['git branch'],
  ['git rev-parse'],
  ['git ls-tree'],
  ['systemctl status'],
  ['journalctl'],
  ['npm ls'],
  ['pip show'],
  ['openssl verify'],
];

async function effectsOf([command, args]: Call): Promise<AtipEffects> {
  return callEffects(await mappingOf(command), args ?? {});
}

/** The calls of which something does not hold. */
async function without(calls: readonly Call[], holds: (effects: AtipEffects) => boolean): Promise<string[]> {
  const effects = await Promise.all(calls.map(effectsOf));
  return calls.filter((_, index) => !holds(effects[index] ?? {})).map((call) => JSON.stringify(call));
}

/** The calls that a policy lets through without asking anybody. */
async function allowed(calls: readonly Call[], policy: PolicyPresetName): Promise<string[]> {
  const decisions = await Promise.all(
    calls.map(async ([command, args = {}]) => {
      const call = { id: 'x', name: command, arguments: { ...args } };
      const mapping = { ...(await mappingOf(command)), effects: await effectsOf([command, args]) };
      return checkPolicy(call, mapping, POLICY_PRESETS[policy]).decision;
    }),
  );
  return calls.filter((_, index) => decisions[index] === 'allow').map((call) => JSON.stringify(call));
}

test('what destroys is known to', async () => {
  expect(await without(DESTRUCTIVE, ({ destructive }) => destructive === true)).toStrictEqual([]);
  expect(await allowed(DESTRUCTIVE, 'standard')).toStrictEqual([]);
});

test('what writes is known to', async () => {
  expect(await without(WRITES, ({ filesystem }) => filesystem?.write === true)).toStrictEqual([]);
});

test('what runs programs of others is known to', async () => {
  expect(await without(RUNS, ({ subprocess }) => subprocess === true)).toStrictEqual([]);
});

test('what only looks says so in full', async () => {
  const isStated = ({ filesystem, network, subprocess, destructive }: AtipEffects): boolean =>
    [filesystem?.write, filesystem?.delete, network, subprocess, destructive].every((value) => value === false);
  expect(await without(LOOKS, isStated)).toStrictEqual([]);
  expect(await allowed(LOOKS, 'read-only')).toHaveLength(LOOKS.length);
});
