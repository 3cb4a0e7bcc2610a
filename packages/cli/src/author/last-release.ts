import { compareVersions, readVersion, type SemanticVersion } from '@atip/core/internal';
import { executeCommand } from '@atip/node';
import { childEnvironment, explainMissing, findExecutable } from '@atip/node/internal';
import { type CliHost, CliError, EXIT } from '../cli-host.ts';

/** The document of an earlier version, or the reason why there is no earlier version. */
export type EarlierDocument =
  | { readonly from: string; readonly text: string; readonly isRelease: boolean; readonly missing?: undefined }
  | { readonly missing: string; readonly isDoubtful: boolean };

/** Bytes of a document that are read from a repository. */
const MAX_DOCUMENT = 4 * 1024 * 1024;

/**
 * Reads a file as it was at the last release: at the highest version tag that is not above the document's own version, has the
 * file, and is not at the current commit. Of tags with a name before the version, such as `notes@1.2.0`, only those with one of
 * these names count. No code of the repository runs.
 *
 * Shape: `{ from: "v1.2.0", text: "{…}", isRelease: false }`; `isRelease`: the commit itself has a tag with a version.
 * @param file relative to the working directory
 * @throws CliError `io` when git is missing in a repository, or refuses
 */
export async function readLastRelease(
  file: string,
  { version, names }: { readonly version: string; readonly names: readonly string[] },
  host: CliHost,
): Promise<EarlierDocument> {
  const git = await startGit(host);
  const inside = await git(['rev-parse', '--is-inside-work-tree', '--is-shallow-repository']);
  if (inside.code !== 0) {
    if (inside.stderr.includes('not a git repository'))
      return { missing: 'This is no git repository: there is no release to compare with.', isDoubtful: false };
    throw refused(inside.stderr);
  }
  const [tags, here] = [await listTags(git, names), await listTags(git, names, ['--points-at', 'HEAD'])];
  const current = readVersion(version);
  const isHere = new Set(here.map(({ tag }) => tag));
  const earlier = tags.filter(
    (one) => !isHere.has(one.tag) && (current === undefined || compareVersions(one.version, current) <= 0),
  );
  for (const { tag } of earlier) {
    const text = await readAt(git, tag, file);
    if (text !== undefined) return { from: tag, text, isRelease: here.length > 0 };
  }
  if (tags.length === 0 && inside.stdout.includes('true\ntrue'))
    return {
      missing:
        'Nothing was compared: this clone is shallow and has no tags. Fetch them: git fetch --tags --depth=1 origin',
      isDoubtful: true,
    };
  const which = tags.length === 0 ? 'There is no tag with a version yet' : `No tag of an earlier version has ${file}`;
  return { missing: `${which}: this is the first release that can be compared.`, isDoubtful: false };
}

/** Reads a file at a commit, a branch or a tag. @throws CliError `io` when the commit or the file does not exist */
export async function readRevision(file: string, revision: string, host: CliHost): Promise<string> {
  const git = await startGit(host);
  const text = await readAt(git, revision, file);
  if (text !== undefined) return text;
  throw new CliError(EXIT.io, `There is no ${file} at ${JSON.stringify(revision)}, and no file of that name.`);
}

type Git = (args: readonly string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>;

async function startGit({ env, cwd, signal }: CliHost): Promise<Git> {
  const git = await findExecutable('git', env);
  if (git === null) throw new CliError(EXIT.io, `${await explainMissing('git', env)} Give --against FILE.`);
  return async (args) => {
    const { exitCode, stdout, stderr, truncated } = await executeCommand([git.foundAs, ...args], {
      ...{ executable: git.path, cwd, signal, maxOutput: MAX_DOCUMENT },
      env: { ...childEnvironment(env), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
    });
    if (truncated) throw new CliError(EXIT.io, `git wrote more than ${MAX_DOCUMENT} bytes.`);
    return { code: exitCode, stdout, stderr };
  };
}

function refused(stderr: string): CliError {
  return new CliError(EXIT.io, `git cannot be asked: ${stderr.trim().split('\n')[0] ?? ''}`);
}

interface Tag {
  readonly tag: string;
  readonly version: SemanticVersion;
}

/** The version tags, highest first. */
async function listTags(git: Git, names: readonly string[], more: readonly string[] = []): Promise<Tag[]> {
  const { code, stdout, stderr } = await git(['tag', '--list', ...more]);
  // A repository without a commit has no HEAD.
  if (code !== 0 && more.length === 0) throw refused(stderr);
  const tags = stdout.split('\n').flatMap((tag): Tag[] => {
    const [, name, text = ''] = /^(?:(.{1,200}?)[@/-])?(v?\d.*)$/.exec(tag) ?? [];
    const version = readVersion(text);
    return version === undefined || (name !== undefined && !names.includes(name)) ? [] : [{ tag, version }];
  });
  return tags.sort((one, other) => compareVersions(other.version, one.version));
}

/** The stored bytes: unlike `git show`, this runs no filter of the repository. */
async function readAt(git: Git, revision: string, file: string): Promise<string | undefined> {
  if (revision.startsWith('-')) return undefined;
  const { code, stdout } = await git(['cat-file', 'blob', `${revision}:./${file}`]);
  return code === 0 ? stdout : undefined;
}
