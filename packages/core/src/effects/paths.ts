import type { WritableDirectories } from '../types/validation.ts';

/** Every program may write here, and nothing is kept. */
const NOWHERE = /^\/(?:dev\/(?:null|stdout|stderr|tty|fd\/[12])$|tmp(?:\/|$))/;

/**
 * True if a path is outside the writable directories, `/tmp` and devices such as `/dev/null`, as the kernel sees it:
 * with its links resolved, where `directories` can resolve them. A path whose links cannot be resolved is outside.
 */
export function isOutside(path: string, directories: Partial<WritableDirectories> = {}): boolean {
  const { cwd, writable, realPath } = directories;
  if (path === '' || path === '-') return false;
  if (path.startsWith('~') || path.includes('$')) return true;
  if (!path.startsWith('/') && cwd === undefined) return stepsOf(path)[0] === '..';
  const whole = foldPath(path, cwd);
  if (NOWHERE.test(whole) && realPath === undefined) return false;
  const real = realPath === undefined ? whole : realPath(path.startsWith('/') ? path : `${cwd}/${path}`);
  if (real === undefined) return true;
  const allowed = ['/tmp', ...(writable ?? (cwd === undefined ? [] : [cwd]))].flatMap((one) => [
    foldPath(one),
    realPath?.(one) ?? '',
  ]);
  return (
    !NOWHERE.test(real) &&
    !allowed.some((one) => one !== '' && (real === one || real.startsWith(one === '/' ? one : `${one}/`)))
  );
}

/**
 * A path with `.`, `..` and doubled slashes folded. `/proc/self/root` and `/proc/self/cwd` become the directories that
 * they link to.
 *
 * Shape: `foldPath('../.ssh/x', '/home/u/p')` → `/home/u/.ssh/x`.
 *
 * @param cwd absolute. Absent: a relative path stays one
 */
export function foldPath(path: string, cwd?: string): string {
  const start = path.startsWith('/') || path.startsWith('~') || cwd === undefined ? path : `${cwd}/${path}`;
  const steps = stepsOf(start);
  if (!start.startsWith('/')) return steps.join('/');
  if (steps[0] === 'proc' && /^(?:self|thread-self|\d+)$/.test(steps[1] ?? '')) {
    if (steps[2] === 'root') return foldPath(`/${steps.slice(3).join('/')}`);
    if (steps[2] === 'cwd' && cwd !== undefined && !/^\d/.test(steps[1] ?? ''))
      return foldPath(steps.slice(3).join('/'), cwd);
  }
  return `/${steps.join('/')}`;
}

/** The steps of a path, with `.` and, where possible, `..` resolved. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '..' || !path.startsWith('/')) steps.push(step);
  }
  return steps;
}
