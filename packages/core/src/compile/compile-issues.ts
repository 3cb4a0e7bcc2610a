import type { Issue } from '../types/issue.ts';
import type { ToolDraft } from '../commands/tool-draft.ts';
import type { ProviderForm } from '../providers/provider.ts';
import type { CompileSettings } from '../types/provider.ts';

/** What the issues of a compilation rest on. */
interface Facts {
  /** Whether more than one ATIP tool was compiled. */
  readonly severalTools: boolean;
  /** Those whose place another tool's took. */
  readonly shadowed: readonly ToolDraft[];
  /** For each tool whether it is strict. */
  readonly strict: readonly boolean[];
  readonly settings: CompileSettings;
}

/** What a host has to know about the tools as a whole; paths are those of `Compilation`. */
export function compileIssues(
  form: Pick<ProviderForm, 'maxTools' | 'chooseStrict'>,
  drafts: readonly ToolDraft[],
  facts: Facts,
): Issue[] {
  const { severalTools, shadowed, strict, settings } = facts;
  const issues: Issue[] = shadowed.map(({ name, tool }) => ({
    code: 'shadowed-tool',
    severity: 'warning',
    message: `"${name}" of the tool "${tool.name}" is left out: a later tool has one of that name.`,
    path: `/tools/${drafts.findIndex((draft) => draft.name === name)}`,
  }));
  for (const name of severalTools ? similarNames(drafts) : []) {
    issues.push({
      code: 'similar-names',
      severity: 'warning',
      message: `Another tool's command has the name "${name}" but for letter case; models and clients may mix them up.`,
      path: '/tools',
    });
  }
  const { maxTools = Number.POSITIVE_INFINITY, chooseStrict } = form;
  if (drafts.length > maxTools) {
    issues.push({
      code: 'too-many-tools',
      severity: 'error',
      message:
        `${drafts.length} tools are more than the ${maxTools} that one request may carry. Choose commands with ` +
        `\`selectCommands\`${settings.strategy === 'action' ? '' : ", or compile with `strategy: 'action'`"}.`,
      path: '/tools',
      section: '8.2',
    });
  }
  const left = settings.strict === true ? strict.filter((isStrict) => !isStrict).length : 0;
  if (left > 0) {
    const [severity, message] = chooseStrict
      ? (['warning', `${left} of ${drafts.length} tools are not strict: they exceed what strict mode takes.`] as const)
      : (['info', 'This provider has no strict mode.'] as const);
    issues.push({ code: 'not-strict', severity, message, path: '/tools' });
  }
  return issues;
}

/** Within one tool names differ by more than letter case; those of several tools may not. */
function similarNames(drafts: readonly ToolDraft[]): string[] {
  const seen = new Set<string>();
  return drafts.flatMap(({ name }) => {
    const lower = name.toLowerCase();
    if (seen.has(lower)) return [name];
    seen.add(lower);
    return [];
  });
}
