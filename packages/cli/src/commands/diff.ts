import { diffTools, parseTool, type ToolChangeKind } from '@atip/core';
import { stripTerminalSequences } from '@atip/core/internal';
import { type CliHost, type DefineCommand, CliError, EXIT } from '../cli-host.ts';
import { readSource } from '../documents/read-source.ts';
import { toJson } from '../terminal/text.ts';

const SIGNS: Readonly<Record<ToolChangeKind, string>> = {
  breaking: 'breaking',
  safety: 'safety  ',
  additive: 'additive',
  neutral: 'neutral ',
};

export const defineDiff: DefineCommand = (command, { host, end }) => {
  command
    .argument('<old>', 'document; - reads standard input')
    .argument('<new>', 'document')
    .option('--json', 'print the whole difference as JSON')
    .addHelpText('after', '\nExits with 1 when something breaks or may do more harm than before.')
    .action(async (old: string, now: string, { json }: { readonly json?: boolean }) => {
      const diff = diffTools(await readTool(old, host), await readTool(now, host));
      if (diff.verdict === 'major') end(EXIT.invalid);
      if (json) {
        host.stdout.write(`${toJson(diff)}\n`);
        return;
      }
      for (const { kind, path = [], message } of diff.changes) {
        const where = path.length === 0 ? '' : `${path.join(' ')}: `;
        host.stdout.write(`${SIGNS[kind]}  ${stripTerminalSequences(where + message)}\n`);
      }
      const { before, after, changes, verdict } = diff;
      const versions = stripTerminalSequences(`${before.name} ${before.version} to ${after.version}`);
      const count = changes.length === 1 ? '1 change asks' : `${changes.length} changes ask`;
      const asks = verdict === 'none' ? 'nothing differs' : `${count} for a ${verdict} version`;
      host.stderr.write(`${versions}: ${asks}.\n`);
    });
};

async function readTool(file: string, host: CliHost) {
  const { name, text } = await readSource(file, host);
  const { tool, issues } = parseTool(text);
  if (tool) return tool;
  const first = issues.find(({ severity }) => severity === 'error')?.message ?? 'It has no tool.';
  throw new CliError(EXIT.invalid, `${name} is not valid: ${first} Run: atip validate ${name}`);
}
