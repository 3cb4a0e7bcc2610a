import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** Every message of publint about a tarball, suggestions included; none is good. */
export async function publintTarball(tarball: string): Promise<readonly string[]> {
  const bytes = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ strict: true, level: 'suggestion', pack: { tarball: bytes.buffer } });
  return messages.map((message) => `${message.code}: ${formatMessage(message, pkg, { color: false }) ?? ''}`);
}

/** The packages are modules only: `require` and the resolution that knows no `exports` are not for them. */
const RESOLUTIONS = ['node16-esm', 'bundler'] as const;

/**
 * What "Are the types wrong?" finds in a tarball for those who import it, as its profile `esm-only`; none is good.
 *
 * @throws Error when it finds no types at all
 */
export async function attwTarball(tarball: string): Promise<readonly string[]> {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (result.types === false) throw new Error(`${tarball} has no types.`);
  const seen = RESOLUTIONS.flatMap((kind) =>
    result.problems.filter((problem) => problemAffectsResolutionKind(problem, kind, result)),
  );
  return [...new Set(seen.map((problem) => JSON.stringify(problem)))];
}
