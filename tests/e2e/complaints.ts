import type { Browser, BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** The browser's complaints about the pages of one test; empty for a working page. */
export interface Complaints {
  /** Lets complaints pass that a test provokes on purpose; one that then never comes fails the test, too. */
  readonly expect: (pattern: RegExp) => void;
  /** Complaints nobody expected, and patterns that nothing matched. */
  readonly list: () => readonly string[];
  readonly stop: () => void;
}

const POLICY = 'Outside the content security policy:';

/**
 * Listens to every page, frame and worker of every context that is opened from now on: errors in the console, errors that
 * nobody caught, violations of the content security policy, and requests to
 * anything but the page's own origin.
 */
export function collectComplaints(browser: Browser): Complaints {
  const found: string[] = [];
  const patterns: RegExp[] = [];
  const listen = (context: BrowserContext): void => {
    context.on('console', (message) => isError(message) && found.push(textOf(message)));
    context.on('weberror', (error) => found.push(`Not caught: ${error.error().message}`));
    const opened = new Set<string>();
    context.on('page', (page) =>
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) opened.add(new URL(frame.url()).origin);
      }),
    );
    context.on('request', (request) => isForeign(request, opened) && found.push(`Foreign request: ${request.url()}`));
    // The test's own page objects wait for this, as all of Playwright's calls go one after the other.
    void context.addInitScript(reportViolations, POLICY);
  };
  browser.on('context', listen);
  return {
    expect: (pattern) => patterns.push(pattern),
    list: () => [
      ...found.filter((complaint) => !patterns.some((pattern) => pattern.test(complaint))),
      ...patterns.filter((pattern) => !found.some((complaint) => pattern.test(complaint))).map(missing),
    ],
    stop: () => {
      browser.off('context', listen);
    },
  };
}

/** Runs in the page. The browser says some violations in the console; the event it sends for all. */
function reportViolations(policy: string): void {
  self.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
    console.error(policy, effectiveDirective, blockedURI, sourceFile);
  });
}

/** Where a page names no icon, as an answer of the API, the browser asks for one by itself. */
function isError(message: ConsoleMessage): boolean {
  if (message.location().url.endsWith('/favicon.ico')) return false;
  return message.type() === 'error' || message.type() === 'assert';
}

function textOf(message: ConsoleMessage): string {
  return `Console: ${message.text()} (${message.location().url})`;
}

/**
 * A page may be sent anywhere by its test; whatever it asks for itself has to be of where it was sent. Not of where it is:
 * a worker may ask on while its page is already another one.
 */
function isForeign(request: Request, opened: ReadonlySet<string>): boolean {
  const { origin, protocol } = new URL(request.url());
  return protocol !== 'data:' && protocol !== 'blob:' && !opened.has(origin) && !isOpening(request);
}

function isOpening(request: Request): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame().parentFrame() === null;
  } catch {
    // Of a window that is only about to be there.
    return true;
  }
}

function missing(pattern: RegExp): string {
  return `Expected, and it never came: ${pattern}`;
}
