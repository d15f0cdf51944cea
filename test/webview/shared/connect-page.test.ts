import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { connectPage, type PageHost } from '../../../src/webview/shared/connect-page.ts';

/** The globals of a webview, as far as `connectPage` uses them. */
function createWebview() {
  const sent: unknown[] = [];
  const pings: unknown[] = [];
  const received: unknown[] = [];
  const shown: { readonly textContent: string }[] = [];
  const listeners: ((event: { data: unknown }) => void)[] = [];
  class FakePage {
    host: PageHost<unknown, unknown> | undefined;
    restored: unknown;
    inert = false;
    before(element: { readonly textContent: string }): void {
      shown.push(element);
    }
    receive(message: unknown): void {
      received.push(message);
    }
    restore(memory: unknown): void {
      this.restored = memory;
    }
  }
  const page = new FakePage();
  const globals = {
    acquireVsCodeApi: () => ({
      postMessage: (message: { readonly type: string }) => (message.type === 'ping' ? pings : sent).push(message),
      getState: () => 'memory',
      setState: () => undefined,
    }),
    customElements: { define: () => undefined },
    document: {
      querySelector: () => page,
      createElement: () => ({ textContent: '', remove: () => shown.splice(0) }),
    },
    window: {
      addEventListener: (_type: string, listener: (event: { data: unknown }) => void) => listeners.push(listener),
    },
  };
  const post = (data: unknown): void => {
    for (const listener of listeners) listener({ data });
  };
  return {
    sent,
    pings,
    received,
    shown,
    page,
    globals,
    post,
    element: FakePage as unknown as Parameters<typeof connectPage>[1],
  };
}

describe('connectPage', () => {
  const added: string[] = [];

  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));

  afterEach(() => {
    mock.timers.reset();
    for (const name of added.splice(0)) Reflect.deleteProperty(globalThis, name);
  });

  function connect() {
    const webview = createWebview();
    for (const [name, value] of Object.entries(webview.globals)) {
      Object.defineProperty(globalThis, name, { value, configurable: true });
      added.push(name);
    }
    connectPage('holdfast-test', webview.element);
    return webview;
  }

  it('[ENF-UI-2] restores the memory of the page and asks for the state', () => {
    const { page, sent } = connect();
    assert.equal(page.restored, 'memory');
    assert.deepEqual(sent, [{ type: 'ready' }]);
  });

  it('[ENF-UI-2] asks again until the extension answers, and not afterwards', () => {
    const { sent, received, post } = connect();
    mock.timers.tick(2_500);
    assert.equal(sent.length, 3);
    post({ type: 'show' });
    mock.timers.tick(10_000);
    assert.equal(sent.length, 3);
    assert.deepEqual(received, [{ type: 'show' }]);
  });

  it('[ENF-UI-2] says that the extension does not answer, has no effect meanwhile, and recovers with an answer', () => {
    const { pings, received, shown, page, post } = connect();
    post({ type: 'show' });
    // A host that answers late is no host that has ended.
    for (let second = 0; second < 60; second += 15) {
      mock.timers.tick(15_000);
      assert.equal(page.inert, false);
      post({ type: 'pong' });
    }
    assert.equal(pings.length, 12);
    mock.timers.tick(20_000);
    assert.equal(page.inert, true);
    assert.match(shown.map(({ textContent }) => textContent).join(), /does not answer/);
    mock.timers.tick(60_000);
    assert.equal(shown.length, 1);
    for (const answer of [{ type: 'pong' }, { type: 'update' }]) {
      post(answer);
      assert.deepEqual([page.inert, shown.length], [false, 0]);
      mock.timers.tick(20_000);
      assert.deepEqual([page.inert, shown.length], [true, 1]);
    }
    assert.deepEqual(received, [{ type: 'show' }, { type: 'update' }], 'answers are no content');
  });

  it('[ENF-UI-2] continues to request the state if the extension answers before it knows what to show', () => {
    const { sent, post } = connect();
    post({ type: 'pong' });
    mock.timers.tick(2_500);
    assert.equal(sent.length, 3);
  });
});
