import { expect, test } from 'vitest';
import { createHold } from './hold.ts';

function prepare() {
  const page = { visible: true, held: false };
  const timers = new Set<{ readonly at: number; readonly action: () => void }>();
  let time = 0;
  const hold = createHold(
    {
      isVisible: () => page.visible,
      later: (ms, action) => {
        const timer = { at: time + ms, action };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    (held) => {
      page.held = held;
    },
  );
  const pass = (ms: number): void => {
    time += ms;
    for (const timer of [...timers].filter(({ at }) => at <= time)) {
      timers.delete(timer);
      timer.action();
    }
  };
  const show = (visible: boolean): void => {
    page.visible = visible;
    hold.restart();
  };
  return { page, hold, pass, show };
}

test('half a second in sight is enough, less is not', () => {
  const { page, hold, pass } = prepare();
  hold.restart();
  pass(499);
  expect(page.held).toBe(false);
  pass(1);
  expect(page.held).toBe(true);
});

test('time out of sight does not count, and coming back starts anew', () => {
  const { page, pass, show } = prepare();
  show(false);
  pass(10_000);
  expect(page.held).toBe(false);
  show(true);
  pass(499);
  show(false);
  pass(1);
  expect(page.held).toBe(false);
  show(true);
  expect(page.held).toBe(false);
  pass(500);
  expect(page.held).toBe(true);
  show(false);
  expect(page.held).toBe(false);
});

test('what was stopped tells nothing more', () => {
  const { page, hold, pass } = prepare();
  hold.restart();
  hold.stop();
  pass(500);
  expect(page.held).toBe(false);
});
