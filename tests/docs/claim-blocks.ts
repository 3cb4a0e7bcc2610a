import type { Block } from './read-blocks.ts';

/** What is done with a block; `unknown` is a failure. */
export type BlockKind = 'console' | 'sh' | 'file' | 'module' | 'output' | 'data' | 'picture' | 'unknown';

export interface ClaimedBlock extends Block {
  readonly kind: BlockKind;
}

/** Says of each block of a page what it is. Every block has a kind, so that none goes unseen. */
export function claimBlocks(blocks: readonly Block[]): ClaimedBlock[] {
  const claimed: ClaimedBlock[] = [];
  for (const block of blocks) claimed.push({ ...block, kind: kindOf(block, claimed.at(-1)) });
  return claimed;
}

function kindOf({ language, title }: Block, before: ClaimedBlock | undefined): BlockKind {
  if (title === 'output') return language === 'text' && before?.kind === 'module' ? 'output' : 'unknown';
  if (title !== undefined) return 'file';
  switch (language) {
    case 'console':
    case 'sh':
      return language;
    case 'ts':
    case 'js':
      return 'module';
    case 'json':
    case 'jsonc':
    case 'yaml':
      return 'data';
    case 'text':
    case '':
      return 'picture';
    default:
      return 'unknown';
  }
}
