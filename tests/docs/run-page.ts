import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkData } from './check-data.ts';
import { type BlockKind, type ClaimedBlock, claimBlocks } from './claim-blocks.ts';
import type { Toolbox } from './machine/create-toolbox.ts';
import { HOME, createPageMachine, type PageMachine, reasonOf, writePageFile } from './machine/page-machine.ts';
import { type PageShell, openShell } from './machine/page-shell.ts';
import { type Failure, type PageResult, differing } from './page-result.ts';
import type { PageSettings } from './page-settings.ts';
import { readBlocks } from './read-blocks.ts';
import { replaceBlocks } from './replace-blocks.ts';
import { runConsole, shownOutput } from './run-console.ts';
import { withoutVolatile } from './volatile.ts';

export interface PageInput {
  /** From the repository's root; need not exist. */
  readonly page: string;
  readonly markdown: string;
  readonly settings: PageSettings;
  /** Whether the page's text is to be replaced by `text` of the result. Absent: no. */
  readonly isWriting?: boolean;
}

interface Session extends PageInput {
  readonly shell: PageShell;
  readonly machine: PageMachine;
  readonly failures: Failure[];
  /** Block → what it shows now. */
  readonly texts: Map<ClaimedBlock, string>;
}

/** Runs all blocks of a page, from top to bottom, on a machine made for it. */
export async function runPage(toolbox: Toolbox, input: PageInput): Promise<PageResult> {
  const started = performance.now();
  const blocks = claimBlocks(readBlocks(input.markdown));
  const machine = createPageMachine(toolbox, input.page, input.settings);
  const session: Session = {
    ...input,
    machine,
    shell: await openShell(machine),
    failures: [],
    texts: new Map(),
  };
  try {
    let goesOn = await prepare(session);
    for (const [index, block] of blocks.entries())
      if (goesOn) goesOn = await runBlock(session, block, blocks[index + 1]);
  } finally {
    await session.shell.close();
  }
  const counts = countKinds(blocks);
  checkSettings(session, counts);
  return {
    page: input.page,
    counts,
    standIns: Object.entries(input.settings.standIns ?? {}).map(([name, file]) => `${name}: ${reasonOf(file)}`),
    failures: session.failures,
    seconds: (performance.now() - started) / 1000,
    text: replaceBlocks(input.markdown, session.texts),
  };
}

/** @returns false when the page cannot begin */
async function prepare({ shell, settings, failures }: Session): Promise<boolean> {
  if (settings.before === undefined) return true;
  const { code, output } = await shell.run(`cd ${HOME}/work; set -e; ${settings.before}`);
  if (code === 0) return true;
  failures.push({ line: 1, message: `What the page's settings do before it ends with ${code}:\n${output}` });
  return false;
}

/** @returns false when the page cannot go on */
async function runBlock(session: Session, block: ClaimedBlock, next: ClaimedBlock | undefined): Promise<boolean> {
  const fail = (message: string, line = block.line): number => session.failures.push({ line, message });
  try {
    switch (block.kind) {
      case 'unknown':
        fail(`A fence \`\`\`${block.language}${block.title ? ` [${block.title}]` : ''} is none that a test executes.`);
        break;
      case 'file':
        runFile(session, block);
        break;
      case 'data': {
        const wrong = checkData(block.language, block.text, false);
        if (wrong) fail(wrong);
        break;
      }
      case 'module':
        await runModule(session, block, next?.kind === 'output' ? next : undefined);
        break;
      case 'sh':
        await runScript(session, block);
        break;
      case 'console': {
        await session.shell.run(`cd ${session.machine.startIn}`);
        const { text, failures } = await runConsole(session.shell, block, session.isWriting ?? false);
        session.failures.push(...failures);
        session.texts.set(block, text);
        break;
      }
    }
    return true;
  } catch (error) {
    fail(`${error instanceof Error ? error.message : String(error)}\n  The page stops here.`);
    return false;
  }
}

function runFile({ machine, failures }: Session, block: ClaimedBlock): void {
  const title = block.title ?? '';
  const path = title.startsWith('~/') ? title.slice(2) : `work/${title}`;
  writePageFile(machine.home, path, block.text);
  const language = /\.(?:json|jsonc|ya?ml)$/.exec(title)?.[0].slice(1).replace('yml', 'yaml');
  const wrong = language && checkData(language, block.text, true);
  if (wrong) failures.push({ line: block.line, message: wrong });
}

async function runModule(session: Session, block: ClaimedBlock, output: ClaimedBlock | undefined): Promise<void> {
  const { machine, shell, failures } = session;
  const name = `.block-${block.line}.${block.language === 'ts' ? 'ts' : 'mjs'}`;
  const file = join(machine.home, 'work', name);
  writeFileSync(file, block.text);
  const answer = await shell.run(`cd ${HOME}/work; node --import /home/driver/scope.mjs ${name}`);
  rmSync(file);
  const shown = shownOutput(answer.output);
  if (answer.code !== 0) failures.push({ line: block.line, message: `The module ends with ${answer.code}:\n${shown}` });
  if (answer.ended) throw new Error('It took the shell with it.');
  if (!output) return;
  const isSame = withoutVolatile(shown) === withoutVolatile(output.text);
  if (!isSame && !session.isWriting)
    failures.push({ line: output.line, message: differing('The module above', output.text, shown) });
  session.texts.set(output, isSame ? output.text : shown);
}

async function runScript({ machine, shell }: Session, block: ClaimedBlock): Promise<void> {
  await shell.run(`cd ${machine.startIn}`);
  const report = 'failed-at';
  const answer = await shell.run(
    `set -e; trap 'echo "$LINENO: $BASH_COMMAND" >/home/driver/${report}' ERR; ${block.text}`,
  );
  if (answer.code === 0 && !answer.ended) return;
  const where = answer.code === undefined ? 'It took too long.' : readIfThere(join(machine.driver, report));
  throw new Error(
    `The script ends with ${answer.code}. Line of the block, command: ${where}\n${shownOutput(answer.output)}`,
  );
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'unknown';
    throw error;
  }
}

/** What the settings promise has to be so: a picture more is code that nobody runs, a stand-in too many one that nobody needs. */
function checkSettings({ settings, machine, failures }: Session, counts: PageResult['counts']): void {
  const pictures = settings.pictures ?? 0;
  if (counts.picture !== pictures)
    failures.push({
      line: 1,
      message: `There are ${counts.picture} pictures (text fences); the page's settings list ${pictures}.`,
    });
  const asked = new Set(readIfThere(join(machine.driver, 'asked')).split('\n'));
  for (const name of Object.keys(settings.standIns ?? {}))
    if (!asked.has(name)) failures.push({ line: 1, message: `No block asks the stand-in for ${name}.` });
}

function countKinds(blocks: readonly ClaimedBlock[]): PageResult['counts'] {
  const counts: Record<BlockKind, number> = {
    console: 0,
    sh: 0,
    file: 0,
    module: 0,
    output: 0,
    data: 0,
    picture: 0,
    unknown: 0,
  };
  for (const { kind } of blocks) counts[kind]++;
  return counts;
}
