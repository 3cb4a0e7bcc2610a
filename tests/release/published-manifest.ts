import type { Manifest } from './public-packages.ts';

/**
 * The package.json that is published: without what only this repository uses, and with the address that it is published from.
 *
 * The address comes from whoever publishes, since npm refuses a provenance statement of any other repository than the one named.
 *
 * @param repository such as `https://github.com/OWNER/NAME`; absent: not known, and nothing is said
 */
export function publishedManifest(manifest: Manifest, folder: string, repository: string | undefined): Manifest {
  const { scripts: _scripts, devDependencies: _devDependencies, ...published } = manifest;
  if (repository === undefined) return published;
  return {
    ...published,
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    homepage: `${repository}/tree/main/${folder}#readme`,
    bugs: `${repository}/issues`,
  };
}

/** Where a workflow runs, as GitHub says it. @returns undefined on any other machine */
export function repositoryOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = env;
  return server && repository ? `${server}/${repository}` : undefined;
}
