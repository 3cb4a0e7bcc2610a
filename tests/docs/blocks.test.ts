import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTypes } from './check-types.ts';
import { listPages } from './list-pages.ts';
import { type Toolbox, createToolbox } from './machine/create-toolbox.ts';
import type { Failure } from './page-result.ts';
import { runPage } from './run-page.ts';
import { readPage } from './run-pages.ts';

const inputs = await Promise.all(listPages().map(readPage));
let toolbox: Toolbox;
let types: Promise<Map<string, Failure[]>>;

beforeAll(async () => {
  toolbox = await createToolbox();
  types = checkTypes(toolbox, inputs);
}, 60_000);
afterAll(() => toolbox.remove());

test.concurrent.each(inputs)(
  'every code block of $page does what the page says',
  { timeout: 180_000 },
  async (input) => {
    const { page, failures } = await runPage(toolbox, input);
    const all = [...failures, ...((await types).get(page) ?? [])];
    expect(all.map(({ line, message }) => `${page}:${line}: ${message}`)).toStrictEqual([]);
  },
);
