import type { Page } from '@playwright/test';

/** Facts about the attacked companion, for a foreign page. */
export interface Prey {
  readonly origin: string;
  /** Even that may have leaked. */
  readonly token: string;
  /** The body of a call that runs something. */
  readonly call: string;
}

/** One way in which a page can send something elsewhere; gives what the page learnt of the answer. */
export interface PageAttempt {
  readonly name: string;
  /** Runs in the page. */
  readonly run: (prey: Prey) => Promise<string> | string;
  /** The attempt's effect without the guards against it: it runs the call, only reads, or only knocks. */
  readonly harms: boolean;
}

/** All that a page of another site can do without anybody's help. */
export const ATTEMPTS: readonly PageAttempt[] = [
  {
    name: 'fetch with CORS and the token',
    harms: false,
    run: ({ origin, token, call }) =>
      fetch(`${origin}/api/v1/calls`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: call,
      }).then(
        ({ status }) => `answer ${status}`,
        () => 'nothing',
      ),
  },
  {
    name: 'fetch without CORS',
    harms: true,
    run: ({ origin, call }) =>
      fetch(`${origin}/api/v1/calls`, { method: 'POST', mode: 'no-cors', body: call }).then(
        ({ type, status }) => (type === 'opaque' && status === 0 ? 'nothing' : `answer ${status}`),
        () => 'nothing',
      ),
  },
  {
    name: 'fetch of the page',
    harms: false,
    run: ({ origin }) =>
      fetch(`${origin}/`).then(
        ({ status }) => `answer ${status}`,
        () => 'nothing',
      ),
  },
  {
    name: 'sendBeacon',
    harms: true,
    run: ({ origin, call }) => (navigator.sendBeacon(`${origin}/api/v1/calls`, call) ? 'nothing' : 'not sent'),
  },
  {
    name: 'a form',
    harms: true,
    run: ({ origin, call }) => {
      const frame = document.createElement('iframe');
      // A frame that is just taking up the answer to the form before would drop this one.
      frame.name = `target-${document.querySelectorAll('iframe').length}`;
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        enctype: 'text/plain',
        target: frame.name,
        action: `${origin}/api/v1/calls`,
      });
      const input = document.createElement('input');
      // The body becomes NAME=VALUE, so the sign must be in a text.
      Object.assign(input, { name: `${call.slice(0, -1)},"x":"`, value: '"}' });
      form.append(input);
      document.body.append(frame, form);
      form.submit();
      return 'nothing';
    },
  },
  element('an image', 'img'),
  element('a script', 'script'),
  {
    name: 'EventSource',
    harms: false,
    run: ({ origin }) =>
      new Promise((resolve) => {
        const source = new EventSource(`${origin}/api/v1/tools`);
        source.onopen = () => resolve('open');
        source.onerror = () => {
          source.close();
          resolve('nothing');
        };
      }),
  },
  {
    name: 'WebSocket',
    harms: false,
    run: ({ origin }) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/calls`);
        socket.onopen = () => resolve('open');
        socket.onerror = () => resolve('nothing');
      }),
  },
];

function element(name: string, tag: 'img' | 'script'): PageAttempt {
  const run: Record<typeof tag, PageAttempt['run']> = {
    img: ({ origin }) =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('nothing');
        image.src = `${origin}/api/v1/discoveries`;
      }),
    script: ({ origin }) =>
      new Promise((resolve) => {
        const script = document.createElement('script');
        script.onload = () => resolve('loaded');
        script.onerror = () => resolve('nothing');
        script.src = `${origin}/api/v1/tools`;
        document.body.append(script);
      }),
  };
  return { name, harms: false, run: run[tag] };
}

/** Ms in which any answer is there; the browser does not always tell that a beacon, which outlives its page, has ended. */
const ANSWER_TIME = 5_000;

/** Lets a page attempt something, and waits until the companion has answered, or the browser has given up. */
export async function attempt(page: Page, { run }: PageAttempt, prey: Prey): Promise<string> {
  const isOurs = (request: { url(): string }): boolean => new URL(request.url()).host === new URL(prey.origin).host;
  const settled = new Promise<void>((resolve) => {
    const onEnd = (request: { url(): string }): void => {
      if (isOurs(request)) resolve();
    };
    page.on('requestfinished', onEnd).on('requestfailed', onEnd);
    page.on('websocket', (socket) => socket.on('close', () => resolve()));
    setTimeout(resolve, ANSWER_TIME);
  });
  const saw = await page.evaluate(run, prey);
  await settled;
  return saw;
}
