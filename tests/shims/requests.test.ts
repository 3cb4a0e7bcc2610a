// Requests in everyday words, none of them from the list that weights and synonyms were measured with.
import { searchCommands } from '@atip/agents/search';
import { listShims, loadShim } from '@atip/catalog';
import { expect, test } from 'vitest';
import { readTable } from '../read-table.ts';

const tools = (await Promise.all(listShims().map((name) => loadShim(name)))).flatMap((tool) => tool ?? []);

test.each(readTable('tests/shims/requests.tsv'))('%s: %s', async (query = '', name = '') => {
  const found = (await searchCommands(tools, query)).map((one) => one.name);
  expect(found.includes(name) ? [name] : found).toStrictEqual([name]);
});
