// Vitest's global set-up: a directory for programs that test files share, which goes when the run ends.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

export default function setup(project: TestProject): () => void {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'atip-bundles-')));
  project.provide('bundles', directory);
  return () => rmSync(directory, { recursive: true, force: true });
}
