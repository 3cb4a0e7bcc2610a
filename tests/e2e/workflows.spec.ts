import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type Companion, expect, git, ROOT, test } from './companion.ts';
import { openPlayground, pasteDocument } from './page.ts';

/** The document that the companion has of git, with a workflow. */
const GIT = JSON.stringify({
  ...JSON.parse(readFileSync(join(ROOT, 'web/src/features/start/git.json'), 'utf8')),
  patterns: [
    {
      ...{ name: 'tidy', description: 'Look at the commits, delete a branch' },
      steps: [{ command: 'git log', description: 'Look' }, { command: 'git branch --delete {branch}' }],
      variables: { branch: { type: 'string', description: 'The branch that goes' } },
    },
  ],
});

/** @returns the workflow of a document on a connected page */
async function openWorkflow(page: Page, { link }: Companion): Promise<Locator> {
  await openPlayground(page, link);
  await pasteDocument(page, GIT);
  await page.getByRole('tab', { name: 'Try it' }).click();
  await page.locator('[data-part=try]').getByRole('radio', { name: 'Workflows' }).check();
  return page.getByRole('region', { name: 'tidy' });
}

const branches = ({ repository }: Companion): string => git(repository, 'branch', '--format=%(refname:short)');

test('a workflow asks once about all its steps, and runs them in order after one yes', async ({ companion, page }) => {
  const workflow = await openWorkflow(page, companion);
  const run = workflow.getByRole('button', { name: 'Run the steps' });
  await expect(run).toBeDisabled();
  await workflow.getByRole('textbox', { name: 'branch' }).fill('old');
  await run.click();
  const dialog = page.locator('[data-part=pattern-confirmation]');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog.getByRole('list', { name: 'Command line of step 2' })).toContainText('old');
  expect(branches(companion)).toContain('old');
  await dialog.getByRole('button', { name: 'Run 2 steps' }).click();
  await expect(workflow.getByText('All steps ran.')).toBeVisible();
  await expect(workflow.getByLabel('Output')).toContainText('second commit');
  expect(branches(companion)).not.toContain('old');
});
