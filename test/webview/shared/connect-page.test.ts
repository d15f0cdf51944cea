import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { connectPage, type PageHost } from '../../../src/webview/shared/connect-page.ts';

/** The globals of a webview, as far as `connectPage` uses them. */
function createWebview() {
  const sent: unknown[] = [];
  const received: unknown[] = [];
  const listeners: ((event: { data: unknown }) => void)[] = [];
  class FakePage {
    host: PageHost<unknown, unknown> | undefined;
    restored: unknown;
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
      postMessage: (message: unknown) => sent.push(message),
      getState: () => 'memory',
      setState: () => undefined,
    }),
    customElements: { define: () => undefined },
    document: { querySelector: () => page },
    window: {
      addEventListener: (_type: string, listener: (event: { data: unknown }) => void) => listeners.push(listener),
    },
  };
  const post = (data: unknown): void => {
    for (const listener of listeners) listener({ data });
  };
  return { sent, received, page, globals, post, element: FakePage as unknown as Parameters<typeof connectPage>[1] };
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
});
