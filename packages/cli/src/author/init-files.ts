import type { Project } from './find-project.ts';

/** `actions/checkout` v4.2.2 and `actions/setup-node` v4.4.0. */
const CHECKOUT = 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2';
const SETUP_NODE = 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0';

export interface CiChoice {
  /** Words that start the program, such as `node cli.js`. Empty: only the document is checked. */
  readonly program: string;
  readonly version: string;
}

/** The line that both forges run. It asks for no sandbox: the job's machine is thrown away, and its tests run the program anyway. */
function ciLine({ program, version }: CiChoice): string {
  const behind = program === '' ? '' : ` --sandbox off atip.json -- ${program}`;
  return `npx --yes atip@${version} ci${behind}`;
}

export function githubWorkflow(choice: CiChoice, { language }: Pick<Project, 'language'>): string {
  const install = language === 'javascript' && choice.program !== '' ? '\n      - run: npm ci' : '';
  return `name: ATIP
on:
  push:
    branches: [main]
    tags: ['v*']
  pull_request:
permissions:
  contents: read
jobs:
  atip:
    runs-on: ubuntu-latest
    steps:
      - uses: ${CHECKOUT}
        with:
          # The last tag is what the document is compared with.
          fetch-depth: 0
          persist-credentials: false
      - uses: ${SETUP_NODE}
        with:
          node-version: 22${install}
      - run: ${ciLine(choice)}
`;
}

export function gitlabJob(choice: CiChoice, { language }: Pick<Project, 'language'>): string {
  const install = language === 'javascript' && choice.program !== '' ? '\n    - npm ci' : '';
  return `atip:
  image: node:22
  variables:
    # The last tag is what the document is compared with.
    GIT_DEPTH: 0
  script:${install}
    - ${ciLine(choice)}
`;
}

/** The test of a program with `withAtip`: it asks the program as an agent would. */
export function javascriptTest(runner: Project['runner'], program: readonly string[], table: string): string {
  const imported =
    runner === 'vitest'
      ? "import { test } from 'vitest';\n"
      : runner === 'node:test'
        ? "import { test } from 'node:test';\n"
        : '';
  return `import { execFileSync } from 'node:child_process';
${imported}import { expectAtip } from '@atip/emit';
import { effects } from '${table}';

test('the program says what each of its commands does', async () => {
  const answer = execFileSync(process.execPath, ${JSON.stringify([...program, '--agent'])
    .replaceAll('"', "'")
    .replaceAll(',', ', ')}, { encoding: 'utf8' });
  await expectAtip(JSON.parse(answer), { effects });
});
`;
}
