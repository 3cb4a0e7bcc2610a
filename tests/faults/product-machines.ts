import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { bundleCli } from '../packages/bundle-cli.ts';
import { createMachine, type Machine } from './machine.ts';

/** Writes the product, from the sources, as one file. */
async function bundleProduct(): Promise<{ readonly atip: string; remove(): void }> {
  const directory = realpathSync(mkdtempSync('/var/tmp/atip-faults-bundle-'));
  // Beside it stands what it reads of its package.
  cpSync(join(ROOT, 'server/package.json'), join(directory, 'package.json'));
  return {
    atip: await bundleCli(join(directory, 'dist')),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Bundles the product for a file of tests. @returns what makes a machine for one test, and removes it afterwards. */
export function productMachines(): () => Machine {
  let product: Awaited<ReturnType<typeof bundleProduct>> | undefined;
  beforeAll(async () => {
    product = await bundleProduct();
  }, 60_000);
  afterAll(() => product?.remove());
  return () => {
    if (product === undefined) throw new Error('The product was not bundled.');
    const machine = createMachine(product.atip);
    onTestFinished(machine.remove);
    return machine;
  };
}
