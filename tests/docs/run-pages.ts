import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../architecture/read-imports.ts';
import { checkTypes } from './check-types.ts';
import { createToolbox } from './machine/create-toolbox.ts';
import type { PageResult } from './page-result.ts';
import { loadSettings } from './page-settings.ts';
import { type PageInput, runPage } from './run-page.ts';

/** A page as it stands, with its settings. */
export async function readPage(page: string): Promise<PageInput> {
  return { page, markdown: readFileSync(join(ROOT, page), 'utf8'), settings: await loadSettings(page) };
}

/** Runs pages, two at a time, and type-checks them together; for `npm run blocks`. */
export async function runPages(pages: readonly string[], isWriting: boolean): Promise<PageResult[]> {
  const toolbox = await createToolbox();
  try {
    const inputs = await Promise.all(pages.map(async (page) => ({ ...(await readPage(page)), isWriting })));
    const types = checkTypes(toolbox, inputs);
    const results: PageResult[] = [];
    const queue = inputs.values();
    const work = async (): Promise<void> => {
      for (const input of queue) results.push(await runPage(toolbox, input));
    };
    await Promise.all([work(), work()]);
    const wrong = await types;
    return results
      .map((result) => ({ ...result, failures: [...result.failures, ...(wrong.get(result.page) ?? [])] }))
      .sort((a, b) => pages.indexOf(a.page) - pages.indexOf(b.page));
  } finally {
    toolbox.remove();
  }
}
