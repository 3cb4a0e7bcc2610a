import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { PUBLIC_PACKAGES } from './public-packages.ts';

/** A release of seven files that are no packages. */
function layRelease() {
  const place = mkdtempSync(join(tmpdir(), 'atip-publish-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const files = PUBLIC_PACKAGES.map(({ name }) => ({ name, file: fileOf(name), content: `content of ${name}` }));
  for (const { file, content } of files) writeFileSync(join(place, file), content);
  const sums = files.map(({ file, content }) => `${createHash('sha256').update(content).digest('hex')}  ${file}\n`);
  writeFileSync(join(place, 'SHA256SUMS'), sums.join(''));
  return { place, files };
}

const fileOf = (name: string): string => `${name.replace('@', '').replace('/', '-')}-1.2.3.tgz`;

/** A registry that has these contents as version 1.2.3 of packages, and takes nothing. */
async function serveRegistry(contents: ReadonlyMap<string, string>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1);
    asked.push(`${request.method} ${name}`);
    const content = contents.get(name);
    if (content === undefined) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const version = { name, version: '1.2.3', dist: { integrity, tarball: 'http://127.0.0.1/none.tgz' } };
    const answer = { name, 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/` };
}

/** Runs the script as the workflow does, but with a registry of its own. */
async function publish(place: string, registry: string) {
  const script = join(ROOT, 'scripts/release-publish.mjs');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: place,
    npm_config_registry: registry,
  };
  const child = spawn(process.execPath, [script, place, '1.2.3'], { cwd: place, env });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

test('what the registry has already is left alone', async () => {
  const { place, files } = layRelease();
  const { url, asked } = await serveRegistry(new Map(files.map(({ name, content }) => [name, content])));
  const { code, stdout } = await publish(place, url);
  expect({ code, stdout }).toStrictEqual({
    code: 0,
    stdout: PUBLIC_PACKAGES.map(({ name }) => `${name}@1.2.3 is there already.\n`).join(''),
  });
  expect(asked).toStrictEqual(PUBLIC_PACKAGES.map(({ name }) => `GET ${name}`));
}, 60_000);

test('another content under the same version stops everything', async () => {
  const { place } = layRelease();
  const { url, asked } = await serveRegistry(new Map([['@atip/core', 'somebody else']]));
  const { code, stderr } = await publish(place, url);
  expect([code, asked]).toStrictEqual([1, ['GET @atip/core']]);
  expect(stderr).toContain('@atip/core@1.2.3 is there already, with another content.');
}, 60_000);

test('a tarball that is not the one that was checked stops everything, before anybody is asked', async () => {
  const { place } = layRelease();
  writeFileSync(join(place, fileOf('atip')), 'changed on the way');
  const { url, asked } = await serveRegistry(new Map());
  const { code, stderr } = await publish(place, url);
  expect([code, asked]).toStrictEqual([1, []]);
  expect(stderr).toContain('atip-1.2.3.tgz is not what SHA256SUMS says. Nothing was published.');
}, 60_000);
