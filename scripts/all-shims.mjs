// The shims of all programs, and the groups of aws, az and gcloud: made once for the two scripts that write them down.
import { join } from 'node:path';
import { install, load, ROOT } from './repository.mjs';

let making;

/** @returns by name the shims, which name their omitted groups, and the groups of the clouds */
export function allShims() {
  making ??= make();
  return making;
}

export const importSpec = (url) => import(url);

async function make() {
  // The Fig specifications, which some shims are made from, are installed with the tests.
  await install('tests');
  const { buildShims } = await load('packages/shims/build/build-shims.ts');
  const { buildClouds, withOmitted } = await load('packages/shims/build/build-clouds.ts');
  const shims = await buildShims(join(ROOT, 'packages/shims'), importSpec);
  const clouds = await buildClouds(importSpec);
  for (const [name, groups] of clouds) shims.set(name, withOmitted(shims.get(name), groups));
  return { shims, clouds };
}
