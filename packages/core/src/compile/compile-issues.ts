import type { Issue } from '../types/issue.ts';
import type { CompiledEntry, CompileSettings, Provider } from '../types/provider.ts';
import { hasStrictMode } from './choose-strict.ts';
import type { Compiled } from './compiled.ts';

/** What the issues of a compilation rest on. */
interface Facts {
  readonly maxTools: number | null;
  /** Entries whose place another tool's took. */
  readonly shadowed: readonly CompiledEntry[];
  /** For each tool whether it is strict. */
  readonly strict: readonly boolean[];
  readonly settings: CompileSettings;
}

/** What a host has to know about the tools as a whole; paths are those of `Compilation`. */
export function compileIssues(provider: Provider, compiled: readonly Compiled[], facts: Facts): Issue[] {
  const { maxTools, shadowed, strict, settings } = facts;
  const issues: Issue[] = shadowed.map(({ name, tool }) => ({
    code: 'shadowed-tool',
    severity: 'warning',
    message: `"${name}" of the tool "${tool}" is left out: a later tool has one of that name.`,
    path: `/tools/${compiled.findIndex(({ draft }) => draft.name === name)}`,
  }));
  if (maxTools !== null && compiled.length > maxTools) {
    issues.push({
      code: 'too-many-tools',
      severity: 'error',
      message:
        `${compiled.length} tools are more than the ${maxTools} that one request may carry. Choose commands with ` +
        `\`selectCommands\`${settings.strategy === 'action' ? '' : ", or compile with `strategy: 'action'`"}.`,
      path: '/tools',
      section: '8.2',
    });
  }
  const left = settings.strict === true ? strict.filter((isStrict) => !isStrict).length : 0;
  if (left > 0) {
    const [severity, message] = hasStrictMode(provider)
      ? ([
          'warning',
          `${left} of ${compiled.length} tools are not strict: they exceed what strict mode takes.`,
        ] as const)
      : (['info', 'This provider has no strict mode.'] as const);
    issues.push({ code: 'not-strict', severity, message, path: '/tools' });
  }
  return issues;
}
