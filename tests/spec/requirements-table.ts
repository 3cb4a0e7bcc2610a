import type { Requirement } from './requirement.ts';

/** The checklist as Markdown, one row for each requirement. */
export function requirementsTable(requirements: readonly Requirement[]): string {
  const counts = ['shown', 'in part', 'open'].map(
    (state) => `${requirements.filter((requirement) => stateOf(requirement) === state).length} ${state}`,
  );
  const rows = requirements.map((requirement) => {
    const { id, level, concerns, text, tests = [], open } = requirement;
    const proof = [...new Set(tests.map(fileOf))].map((file) => `\`${file}\``).join(', ');
    const state = [stateOf(requirement), proof, open].filter((part) => part !== undefined && part !== '').join('; ');
    return `| ${id} | ${level} | ${concerns} | ${text} | ${state} |`.replaceAll('\n', ' ');
  });
  return `# ATIP 0.3 as a checklist

What the RFC asks of an agent, of a library, and (as far as it concerns who reads it) of a tool. Written by
\`npx vitest run tests/spec -u\` from \`requirements*.ts\`, where each row names the tests that show it. ${counts.join(', ')}.

| id | level | whose | what | state |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function stateOf({ tests = [], open }: Requirement): string {
  if (open === undefined) return 'shown';
  return tests.length > 0 ? 'in part' : 'open';
}

function fileOf(citation: string): string {
  return citation.slice(0, citation.indexOf(' > ')).replace(/^.*\//, '');
}
