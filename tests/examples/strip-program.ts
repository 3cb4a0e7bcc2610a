import { basename, dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * A program in TypeScript as this Node can run it: before 22.18 as one JavaScript file with its relative modules. The
 * hooks of strip-types.mjs would double the time in which an SDK of a thousand modules loads.
 *
 * @param directory from which the program's packages are found
 */
export async function stripProgram(program: string, directory: string): Promise<string> {
  if ('typescript' in process.features) return program;
  const file = join(directory, `${basename(dirname(program))}-${basename(program, '.ts')}.mjs`);
  const bundle = await rolldown({ input: program, platform: 'node', external: /^[^./]/ });
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  return file;
}
