import { expect, type Locator, type Page } from '@playwright/test';
import { responseWithCall } from './documents.ts';

/** A place of the page that has a look of its own. */
export interface Place {
  /** For example `safety-matrix`; names its picture. */
  readonly name: string;
  /** Goes there from the place before. Done when what it shows is there. */
  readonly show: (page: Page) => Promise<void>;
}

/**
 * Every panel and dialog, in the order in which one person reaches them on one page; narrow pages too.
 *
 * Starts with the page as it opens, connected to a companion that has `git`; leaves with `gh` open.
 */
export const PLACES: readonly Place[] = [
  { name: 'document', show: (page) => showSide(page, 'Document') },
  { name: 'samples', show: (page) => choose(page, /^More tools/, 'More tools') },
  { name: 'output', show: openGh },
  { name: 'output-losses', show: (page) => openDetail(page, /losses$/, /^\d+ ×$/) },
  { name: 'output-tokens', show: (page) => openDetail(page, /tokens$/, 'Largest tools') },
  { name: 'commands', show: showCommands },
  { name: 'commands-detail', show: showDetail },
  { name: 'safety-matrix', show: (page) => showSafety(page, 'Matrix', /confirm under standard/) },
  { name: 'safety-policy', show: (page) => showSafety(page, 'Policy', /^Reset policy/) },
  { name: 'safety-prompt', show: (page) => showSafety(page, 'Prompt', /^Copy [\d,.k]+ tokens$/) },
  { name: 'safety-assumptions', show: (page) => showSafety(page, 'Assumptions') },
  { name: 'calls-empty', show: (page) => showTab(page, 'Calls').then(() => undefined) },
  { name: 'calls-pasted', show: pasteCall },
  { name: 'calls-form', show: showForm },
  { name: 'filter-empty', show: (page) => showTab(page, 'Filter').then(() => undefined) },
  { name: 'filter', show: showFilter },
  { name: 'compare-empty', show: (page) => showTab(page, 'Compare').then(() => undefined) },
  { name: 'compare', show: showCompare },
  { name: 'compare-text', show: showCompared },
  { name: 'import-empty', show: (page) => choose(page, /^Import/, 'Import') },
  { name: 'import', show: showImported },
  { name: 'share', show: showShare },
  { name: 'share-short', show: showShort },
  { name: 'drafts', show: (page) => choose(page, /^Drafts/, 'Drafts') },
  { name: 'keys', show: (page) => press(page, '?', page.getByRole('dialog', { name: 'Keys' })) },
  { name: 'palette', show: (page) => press(page, 'ControlOrMeta+K', page.getByRole('combobox', { name: 'Search' })) },
  { name: 'companion', show: showCompanion },
  { name: 'document-menu', show: showDocumentMenu },
];

/** Goes to the side that narrow pages show alone; wide ones show both. */
async function showSide(page: Page, side: 'Document' | 'Result'): Promise<void> {
  await closeDialog(page);
  const button = page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: side });
  if (await button.isVisible()) await button.click();
}

/** @returns the panel of that tab */
async function showTab(page: Page, name: string): Promise<Locator> {
  await showSide(page, 'Result');
  await page.getByRole('tab', { name, exact: true }).click();
  const panel = page.locator(`[data-part=${name.toLowerCase()}]`);
  await expect(panel).toBeVisible();
  return panel;
}

async function closeDialog(page: Page): Promise<void> {
  const dialog = page.locator('dialog[open]');
  if ((await dialog.count()) === 0) return;
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function open(page: Page, opener: Locator, title: string): Promise<void> {
  await closeDialog(page);
  await opener.click();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
}

async function choose(page: Page, item: RegExp, title: string): Promise<void> {
  await closeDialog(page);
  await page.getByRole('button', { name: /^Document:/ }).click();
  await open(page, page.getByRole('menuitem', { name: item }), title);
}

async function press(page: Page, key: string, shown: Locator): Promise<void> {
  await closeDialog(page);
  await page.getByRole('button', { name: 'Share', exact: true }).focus();
  await page.keyboard.press(key);
  await expect(shown).toBeVisible();
}

async function openGh(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'More tools' });
  await dialog.getByRole('searchbox').fill('gh');
  await dialog.getByRole('button', { name: 'gh', exact: true }).click();
  // Whoever closes it before the document is there keeps the one that is open.
  await expect(dialog).toBeHidden();
  const panel = await showTab(page, 'Output');
  await expect(panel).toContainText('105 tools');
  await expect(panel).toContainText(/~\d+k tokens/);
}

async function openDetail(page: Page, name: RegExp, proof: string | RegExp): Promise<void> {
  const panel = await showTab(page, 'Output');
  await panel.getByRole('button', { name }).click();
  await expect(panel.getByRole('button', { name, expanded: true })).toBeVisible();
  await expect(panel.getByText(proof).first()).toBeVisible();
}

async function showCommands(page: Page): Promise<void> {
  const panel = await showTab(page, 'Commands');
  await expect(panel.getByRole('tree')).toBeVisible();
}

async function showDetail(page: Page): Promise<void> {
  const panel = await showTab(page, 'Commands');
  await panel.getByRole('searchbox').fill('Delete a repository');
  await panel
    .getByRole('treeitem', { name: /^delete, destroys/ })
    .first()
    .click();
  await expect(panel.getByRole('region', { name: /^Details of .*delete$/ })).toContainText('Size');
}

async function showSafety(page: Page, part: string, proof?: string | RegExp): Promise<void> {
  const panel = await showTab(page, 'Safety');
  await panel.getByRole('radio', { name: part, exact: true }).check();
  if (proof !== undefined) await expect(panel.getByRole('button', { name: proof })).toBeVisible();
  await expect(panel).not.toHaveAttribute('aria-busy', 'true');
}

/** Pastes what a model of OpenAI answers when it wants a repository deleted. */
async function pasteCall(page: Page): Promise<void> {
  const panel = await showTab(page, 'Calls');
  const response = responseWithCall('call_1', 'gh_repo_delete', { repository: 'acme/site', yes: true });
  await panel.getByRole('textbox', { name: /^OpenAI response/ }).fill(response);
  await expect(panel.getByRole('list', { name: 'Command line' })).toBeVisible();
}

async function showForm(page: Page): Promise<void> {
  const panel = await showTab(page, 'Calls');
  await panel.getByRole('button', { name: 'Put gh_repo_delete into the form' }).click();
  await expect(panel.getByRole('combobox', { name: /^Command/ })).toBeVisible();
}

async function showFilter(page: Page): Promise<void> {
  const panel = await showTab(page, 'Filter');
  await panel.getByRole('button', { name: 'Insert an example' }).click();
  await expect(panel.getByRole('region', { name: 'What the model gets' })).toContainText('[REDACTED]');
}

async function showCompare(page: Page): Promise<void> {
  const panel = await showTab(page, 'Compare');
  // Two documents are open, so they were compared; the examples are for whoever has one.
  const before = await panel.getByRole('combobox', { name: 'Before' }).inputValue();
  await panel.getByRole('combobox', { name: 'After' }).selectOption(before);
  await panel.getByRole('button', { name: /^Compare git 2/ }).click();
  await expect(panel.getByRole('heading', { name: /^major: 2 breaking changes/ })).toBeVisible();
}

async function showCompared(page: Page): Promise<void> {
  const panel = await showTab(page, 'Compare');
  await panel.getByRole('radio', { name: 'Text', exact: true }).check();
  await expect(panel.locator('.compare-lines')).toBeVisible();
}

async function showImported(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await dialog.getByRole('button', { name: 'help of gh repo delete' }).click();
  await expect(dialog.locator('[data-part=import-counts]')).toContainText('command');
}

async function showShare(page: Page): Promise<void> {
  await open(page, page.getByRole('button', { name: 'Share', exact: true }), 'Share');
  const dialog = page.getByRole('dialog', { name: 'Share' });
  // What gh says of secrets may look like one: the gate is part of the picture, and is passed.
  await dialog.getByRole('radio', { name: 'Link for this computer' }).check();
  const link = dialog.getByRole('textbox', { name: 'Share link' });
  const redacted = dialog.getByRole('radio', { name: 'Share redacted' });
  await expect(link.or(redacted)).toBeVisible();
  if (await redacted.isVisible()) await redacted.check();
  await expect(link).toBeVisible();
}

/** Stores a link, and asks whether to delete it. */
async function showShort(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('radio', { name: 'Short link' }).check();
  await dialog.getByRole('button', { name: /^Store it/ }).click();
  await dialog.getByRole('button', { name: 'Delete this link' }).click();
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
}

async function showCompanion(page: Page): Promise<void> {
  await open(page, page.getByRole('button', { name: /This computer$/ }), 'This computer');
  await expect(page.getByRole('dialog', { name: 'This computer' }).getByRole('row').nth(1)).toBeVisible();
}

async function showDocumentMenu(page: Page): Promise<void> {
  await closeDialog(page);
  await page.getByRole('button', { name: /^Document:/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}
