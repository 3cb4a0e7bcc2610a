/** True for a directory itself and everything in it; both absolute, without `..`. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith('/') ? directory : `${directory}/`);
}
