import { escapeLine, quoteElement } from '@atip/node';
import type { Paint } from '../terminal/create-paint.ts';
import type { CallCheck, CheckedCommand } from './examine-call.ts';

const VERDICTS = {
  allow: ['green', 'allowed'],
  confirm: ['yellow', 'a person has to confirm it'],
  deny: ['red', 'refused'],
} as const;

/** Says what a check found, in lines for a person. */
export function describeCheck({ call, valid, errors, warnings, command }: CallCheck, paint: Paint): string[] {
  const name = paint('bold', escapeLine(call.name));
  const id = call.id === call.name ? '' : ` (${escapeLine(call.id)})`;
  const problems = [
    ...errors.map(({ message }) => `  error      ${escapeLine(message)}`),
    ...warnings.map(({ message }) => `  warning    ${escapeLine(message)}`),
  ];
  if (!command) return [`${name}${id}: ${paint('red', 'unknown')}`, ...problems];
  const [style, words] = VERDICTS[command.decision.decision];
  const verdict = valid ? paint(style, words) : paint('red', 'invalid');
  return [`${name}${id}: ${verdict}`, ...problems, ...describeCommand(command)];
}

function describeCommand(command: CheckedCommand): string[] {
  const { words, may, decision, argv, program, programProblem = '', sandbox } = command;
  const rule = decision.rule === undefined ? [] : [`  rule       ${decision.rule}`];
  const held = sandbox.problem ?? (sandbox.available ? 'works here' : 'none works here');
  return [
    `  command    ${escapeLine(words.join(' '))}`,
    `  may        ${may}`,
    ...rule,
    ...decision.violations.map(({ message }) => `  because    ${escapeLine(message)}`),
    ...(argv ? [`  argv       [${argv.map(quoteElement).join(',')}]`] : []),
    `  program    ${program === null ? escapeLine(programProblem) : escapeLine(program)}`,
    `  sandbox    ${sandbox.mode}; ${escapeLine(held)}`,
  ];
}
