import { GUARDS } from '../../../attacks/companion/guards.ts';
import { table } from '../markdown.ts';
import { COMPANION_THREATS } from './companion-threats.ts';
import { DOCUMENT_THREATS } from './document-threats.ts';
import { IN_PROCESS_GUARDS } from './in-process-guards.ts';
import type { Proof, Threat } from './threat.ts';
import { TOOL_THREATS } from './tool-threats.ts';

const GROUPS: Readonly<Record<string, readonly Threat[]>> = {
  'threats: the companion': COMPANION_THREATS,
  'threats: tools': TOOL_THREATS,
  'threats: documents': DOCUMENT_THREATS,
};

const ATTACKS = 'tests/attacks/companion/companion-attacks.test.ts';

/** Every threat of the model. */
export const THREATS: readonly Threat[] = Object.values(GROUPS).flat();

/** The threats as tables, and what guards are run with and without. */
export function threatTables(): ReadonlyMap<string, string> {
  const head = ['threat', 'what stops it', 'tests', 'what remains'];
  const tables = Object.entries(GROUPS).map(([name, threats]): [string, string] => {
    return [
      name,
      table(
        head,
        threats.map(({ threat, stops, proofs, remains }) => [
          threat,
          stops,
          proofs.map(proofWords).join('; '),
          remains,
        ]),
      ),
    ];
  });
  return new Map([...tables, ['guards', guardTable()]]);
}

function proofWords(proof: Proof): string {
  const quoted = `“${proof.name}”`;
  if (proof.kind === 'test') {
    const name = proof.file.slice(proof.file.lastIndexOf('/') + 1);
    return `${quoted}, [${name}](../../${proof.file})${proof.bothWays ? ' ⇄' : ''}`;
  }
  return proof.kind === 'attack' ? `${quoted}, [attack](../../${ATTACKS})` : `${quoted} ⇄`;
}

/** Each guard with the attack that gets through without it. */
function guardTable(): string {
  const companion = GUARDS.map(({ name, attack, effect }) => [`“${name}”`, `${attack}: none`, `${attack}: ${effect}`]);
  const below = IN_PROCESS_GUARDS.map(({ name, held, open }) => [`“${name}”`, held, open]);
  return table(['guard', 'with it', 'without it'], [...companion, ...below]);
}
