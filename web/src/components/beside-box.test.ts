import { expect, test } from 'vitest';
import { besideBox } from './beside-box.ts';

const VIEW = { width: 400, height: 300 };

test.each([
  ['below, centred', { left: 100, top: 50, width: 40, height: 20 }, { left: 80, top: 74 }],
  ['not over the left edge', { left: 0, top: 50, width: 20, height: 20 }, { left: 4, top: 74 }],
  ['not over the right edge', { left: 390, top: 50, width: 10, height: 20 }, { left: 316, top: 74 }],
  ['above at the foot', { left: 100, top: 270, width: 40, height: 20 }, { left: 80, top: 236 }],
  ['never above the head', { left: 100, top: 10, width: 40, height: 280 }, { left: 80, top: 4 }],
])('%s', (_name, box, expected) => {
  expect(besideBox(box, { width: 80, height: 30 }, VIEW)).toStrictEqual(expected);
});
