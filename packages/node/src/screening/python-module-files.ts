import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemErrorCode } from '../files/system-error.ts';

/**
 * Names the files in which Python would look for modules, most likely place first.
 *
 * Looked through: the script's own directory, then `lib/python3*` below the prefixes of the interpreter (as the script
 * names it, so that a virtual environment's own come first) and of the script, then Debian's directories.
 * Limits: neither variables, `.pth` files nor `sys.path` are looked at.
 * @param interpreter absolute, or anything else when it is not known.
 */
export function pythonModuleFiles(script: string, interpreter: string, modules: readonly string[]): string[][] {
  const prefixes = [interpreter, script].filter((path) => path.startsWith('/')).map((path) => dirname(dirname(path)));
  const places = new Set([
    dirname(script),
    ...prefixes.flatMap((prefix) => versionDirectories(join(prefix, 'lib'))),
    ...versionDirectories('/usr/local/lib'),
    '/usr/lib/python3/dist-packages',
  ]);
  return modules
    .filter((module) => /^\w+(?:\.\w+)*$/.test(module))
    .map((module) => module.replaceAll('.', '/'))
    .map((module) => [...places].flatMap((place) => [`${place}/${module}.py`, `${place}/${module}/__init__.py`]));
}

function versionDirectories(lib: string): string[] {
  return readNames(lib)
    .filter((name) => /^python3(?:\.\d{1,3})?$/.test(name))
    .sort()
    .flatMap((name) => [join(lib, name, 'site-packages'), join(lib, name, 'dist-packages')]);
}

/** A directory that cannot be read holds no module for us. */
function readNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return [];
  }
}
