import { type CommandTree, NODE } from '../../analysis/commands/command-tree.ts';
import { RISK_ORDER } from '../../analysis/commands/risk-bits.ts';
import type { Risk } from '../../state/risks.ts';

export interface RiskCount {
  readonly risk: Risk;
  /** Commands that have it by themselves or by what they can be given. */
  readonly commands: number;
}

/** How many commands have each risk, gravest first; none that no command has. */
export function countRisks(tree: CommandTree): readonly RiskCount[] {
  const counts = RISK_ORDER.map(() => 0);
  for (let node = 1; node < tree.keys.length; node += 1) {
    if (tree.kinds[node] === NODE.group) continue;
    const bits = (tree.risks[node] ?? 0) | (tree.added[node] ?? 0);
    for (let index = 0; index < counts.length; index += 1)
      if ((bits & (1 << index)) !== 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  return RISK_ORDER.flatMap((risk, index) => {
    const commands = counts[index] ?? 0;
    return commands === 0 ? [] : [{ risk, commands }];
  });
}
