/** Addresses of this page as links name them. */

/** True for a page on one's own machine: what names it opens there and nowhere else. */
export function isOwnMachine(base: string): boolean {
  const { hostname } = new URL(base);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}

/** The port of a companion as a person typed it: 1 to 65535; `undefined` for anything else. */
export function portFrom(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Where a companion is when nobody said otherwise. */
export const USUAL_PORT = 4170;

/** The address of a companion on this machine that opens with a state. */
export function companionAddress(port: number, fragment: string): string {
  return `http://127.0.0.1:${port}/${fragment}`;
}
