import { SECURITY_HEADERS } from '../http/security-headers.ts';

/**
 * Files beside the built page when it is uploaded: headers for files that the platform serves without the Worker, and the list of
 * excluded files. The platform joins the values of a header that two rules name, so a rule unsets it first.
 * @see https://developers.cloudflare.com/workers/static-assets/headers/
 */
export function assetFiles(): Readonly<Record<string, string>> {
  const headers = [
    rule('/*', Object.entries(SECURITY_HEADERS)),
    // Their names are digests of their content.
    rule('/assets/*', [['cache-control', 'public, max-age=31536000, immutable']], ['cache-control']),
  ];
  // Only the companion uses the compressed files of the page: the platform compresses by itself.
  return { _headers: `${headers.join('\n\n')}\n`, '.assetsignore': '*.br\n' };
}

function rule(path: string, set: readonly (readonly [string, string])[], unset: readonly string[] = []): string {
  return [path, ...unset.map((name) => `  ! ${name}`), ...set.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}
