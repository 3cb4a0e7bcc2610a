import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAllowedLicence } from './is-allowed-licence.ts';
import { knipFindings } from './knip-findings.ts';
import { attwTarball, publintTarball } from './lint-tarball.ts';
import { bundledPackages } from './notices.ts';
import type { PackedPackage } from './pack-staged.ts';
import { isForeign, shippedPackages } from './shipped-packages.ts';
import { SBOM_FILE, writeRelease } from './write-release.ts';

/** What `npm run release:check` found. */
export interface ReleaseReport {
  /** For a person, a block for each check. */
  readonly text: string;
  /** Whether nothing was found. */
  readonly isReady: boolean;
}

/** Makes a release twice, in two places, and holds it against everything that a release has to keep. */
export async function checkRelease(): Promise<ReleaseReport> {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'atip-release-check-')));
  try {
    const first = await writeRelease(join(place, 'first'), undefined);
    const second = await writeRelease(join(place, 'second'), undefined);
    const checks = [
      await lintBlock('publint', first, publintTarball),
      await lintBlock('Are the types wrong? (esm-only)', first, attwTarball),
      knipBlock(await knipFindings()),
      licenceBlock(),
      sbomBlock(join(place, 'first'), join(place, 'second')),
      sameBlock(first, second),
    ];
    return {
      text: checks
        .map(({ title, lines, isGood }) => `${isGood ? 'ok    ' : 'FAILED'} ${title}\n${indent(lines)}`)
        .join(''),
      isReady: checks.every(({ isGood }) => isGood),
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

interface Block {
  readonly title: string;
  readonly lines: readonly string[];
  readonly isGood: boolean;
}

async function lintBlock(
  title: string,
  packed: readonly PackedPackage[],
  lint: (tarball: string) => Promise<readonly string[]>,
): Promise<Block> {
  const found = await Promise.all(packed.map(async (one) => ({ one, problems: await lint(one.tarball) })));
  const lines = found.flatMap(({ one, problems }) => [
    `${one.name}: ${problems.length} problems, ${one.files.length} files, ${Math.ceil(one.size / 1024)} KiB`,
    ...problems.map((problem) => `  ${problem}`),
  ]);
  return { title, lines, isGood: found.every(({ problems }) => problems.length === 0) };
}

function knipBlock(findings: string): Block {
  const lines =
    findings === '' ? ['no unused file, export or dependency; none unlisted or unresolved'] : findings.split('\n');
  return { title: 'knip', lines, isGood: findings === '' };
}

function licenceBlock(): Block {
  const foreign = shippedPackages().filter(isForeign);
  const refused = foreign.filter(({ license }) => !isAllowedLicence(license));
  const counts = new Map<string, number>();
  for (const { license = 'none' } of foreign) counts.set(license, (counts.get(license) ?? 0) + 1);
  const lines = [
    [...counts]
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
    `notices: ${bundledPackages('page').length} packages in the page and the Worker, ${bundledPackages('shims').length} in the shims`,
    ...refused.map(({ name, license }) => `refused: ${name} (${license ?? 'none'})`),
  ];
  return { title: `licences of ${foreign.length} packages`, lines, isGood: refused.length === 0 };
}

function sbomBlock(first: string, second: string): Block {
  const text = readFileSync(join(first, SBOM_FILE), 'utf8');
  const bom: { components: unknown[]; dependencies: unknown[]; serialNumber: string } = JSON.parse(text);
  const isSame = text === readFileSync(join(second, SBOM_FILE), 'utf8');
  const lines = [
    `${bom.components.length} components, ${bom.serialNumber}${isSame ? '' : ', another one the second time'}`,
  ];
  return { title: `bill of materials (CycloneDX 1.6, ${SBOM_FILE})`, lines, isGood: isSame };
}

function sameBlock(first: readonly PackedPackage[], second: readonly PackedPackage[]): Block {
  const others = first.filter(({ sha256 }, index) => second[index]?.sha256 !== sha256).map(({ name }) => name);
  const lines = first.map(
    ({ name, sha256 }) => `${sha256}  ${name}${others.includes(name) ? ' (another the second time)' : ''}`,
  );
  return { title: 'two builds in two places, byte for byte', lines, isGood: others.length === 0 };
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `         ${line}\n`).join('');
}
