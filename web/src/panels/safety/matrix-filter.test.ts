import { expect, test } from 'vitest';
import { answerSafetyMatrix, type SafetyMatrix } from '../../analysis/safety/answer-safety-matrix.ts';
import { type MatrixFilter, matrixRows, NO_FILTER } from './matrix-filter.ts';

const SAFE = { destructive: false, network: false, filesystem: { write: false, delete: false } };

function matrix(): SafetyMatrix {
  const commands = {
    'repo-delete': { description: 'D', effects: { destructive: true } },
    'repo-list': { description: 'L', effects: SAFE },
  };
  const tool = {
    atip: { version: '0.4' },
    name: 't',
    version: '1',
    description: 'T',
    trust: { source: 'native' },
    commands,
  };
  const answer = answerSafetyMatrix({ text: JSON.stringify(tool) });
  if (!answer.ok) throw new Error(answer.message);
  return answer;
}

const filters: readonly (readonly [Partial<MatrixFilter>, readonly number[]])[] = [
  [{}, [0, 1]],
  [{ query: 'REPO list' }, [1]],
  [{ query: 'repo nothing' }, []],
  [{ differ: true }, [0]],
  [{ pick: { key: 'standard', decision: 'confirm' } }, [0]],
  [{ pick: { key: 'open', decision: 'confirm' } }, []],
  [{ pick: { key: 'open', decision: 'allow' }, query: 'delete' }, [0]],
];

test.each(filters)('%j', (filter, rows) => {
  expect(matrixRows(matrix(), { ...NO_FILTER, ...filter })).toStrictEqual(rows);
});
