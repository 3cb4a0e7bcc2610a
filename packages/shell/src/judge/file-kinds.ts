import { UNKNOWN } from '@atip/core/internal';
import type { LinePart } from '../line/types.ts';

/** True for a source of the project itself; false for a file that was installed or configures a program. */
export function isSource(place: string): boolean {
  return (
    /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cc?|cpp|h|hpp|s?css|html|vue|svelte|sql)$/.test(place) &&
    !/(?:^|\/)(?:node_modules|\.?v?env|vendor|site-packages|\.yarn)\/|(?:config|rc|conf|plugin|setup|\.pnp)[^/]*$/i.test(
      place,
    )
  );
}

/** Files that a program which is given them may run. */
export const CODE: RegExp =
  /\.(?:[cm]?[jt]sx?|py[cwo]?|rb|php|p[lm]|lua|r|exs?|dart|swift|go|rs|(?:ba|z|k|fi)?sh|jar|class|wasm|so|dylib|dll|exe|ps1|bat)$/i;

/** Files by which builders and test runners know what to run. */
export const BUILD_FILE: RegExp =
  /\/(?:(?:GNU)?[Mm]akefile|(?:CMakeLists|[\w-]*requirements[\w-]*|constraints)\.txt|[Rr]akefile|Gemfile|[Jj]ustfile|[Tt]askfile(?:\.dist)?\.ya?ml|Dockerfile.*|(?:docker-)?compose.*\.ya?ml|Jenkinsfile|Procfile|Podfile|BUILD|WORKSPACE|meson\.build|build\.(?:rs|xml|zig|ninja)|(?:pom|phpunit)\.xml|(?:package|composer|project|nx|turbo|deno|tsconfig[^/]*)\.jsonc?|(?:Cargo|pyproject)\.toml|\.rspec|\.flaskenv|go\.(?:mod|work)|(?:pnpm-workspace|pubspec|Pulumi)\.ya?ml|[Nn]u[Gg]et\.[Cc]onfig|gradle-wrapper\.properties|setup\.(?:py|cfg)|(?:tox|pytest|mypy)\.ini|\.(?:rubocop|golangci)\.ya?ml|gradle\.properties|(?:noxfile|conf|conftest|manage|sitecustomize|usercustomize)\.py|mix\.exs|Package\.swift|[^/]*\.(?:config|workspace)\.[cm]?[jt]s|\.[\w-]+rc(?:\.\w+)?|\.pre-commit-config\.yaml|lefthook\.ya?ml|gradlew|mvnw|[^/]*\.(?:mk|cmake|rake|tf|pth|neon|gradle|kts|sbt|gemspec|csproj|props|targets|bzl|bazel))$/;

/** Files that no builder and no test runner runs, whatever it is. */
const DATA =
  /\.(?:mdx?|txt|rst|adoc|log|out|err|csv|tsv|jsonl|ndjson|svg|png|jpe?g|gif|ico|webp|pdf|mp[34]|woff2?|diff|patch|tar|t?gz|tgz|bz2|xz|zip)$/i;

export function isData(place: string): boolean {
  return !place.includes(UNKNOWN) && DATA.test(place) && !BUILD_FILE.test(place);
}

/** True for a part that prints a text of the line, whatever other parts fetch. */
export function writesText({ kind, program = '', words, inputIsFixed }: LinePart): boolean {
  if (words.some(({ unknown }) => unknown === true)) return false;
  if (kind === 'builtin') return /^(?:echo|printf)$/.test(program);
  return program === 'cat' && words.length === 1 && inputIsFixed === true;
}
