import type { createRequire } from 'node:module';
import type { compileFunction } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import type { FromThread, ToThread, TranspiledModule, ValidatorDescription } from './thread-messages.ts';

/** What the thread is given of Node; it can import nothing, see `threadSource`. */
export interface ThreadParts {
  readonly port: MessagePort;
  /** The streams that it prints to. */
  readonly streams: readonly NodeJS.WritableStream[];
  readonly load: (url: string) => Promise<unknown>;
  readonly createRequire: typeof createRequire;
  readonly compileFunction: typeof compileFunction;
}

/**
 * The program of a validator's thread. Its text is what the thread runs, so that no bundler needs to know of another
 * entry: it may use nothing but its argument and what every thread of Node has.
 */
function validatorThread({ port, streams, load, createRequire, compileFunction }: ThreadParts): void {
  type Loose = Readonly<Record<string, unknown>>;
  interface Loaded {
    readonly self: Loose;
    readonly description: ValidatorDescription;
  }
  const validators: Loaded[] = [];
  const asked = new Map<number, { resolve: (value: string | undefined) => void; reject: (reason: Error) => void }>();
  let asks = 0;
  let running = new AbortController();

  const send = (message: FromThread): void => {
    port.postMessage(message);
  };
  const isLoose = (value: unknown): value is Loose =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';
  const call = (self: Loose, name: string, ...values: readonly unknown[]): unknown => {
    const method = self[name];
    return typeof method === 'function' ? (Reflect.apply(method, self, values) as unknown) : undefined;
  };

  /** Runs a transpiled module; what it requires of its like is run the same way, anything else is Node's. */
  const runTranspiled = (file: string, modules: ReadonlyMap<string, TranspiledModule>): unknown => {
    const ran = new Map<string, { exports: unknown }>();
    const run = (path: string): unknown => {
      const known = ran.get(path);
      if (known) return known.exports;
      const transpiled = modules.get(path);
      if (!transpiled) throw new Error(`There is no module ${path}`);
      const own = { exports: {} as unknown };
      ran.set(path, own);
      const requireOfNode = createRequire(path);
      const require = (name: string): unknown => {
        const target = transpiled.imports[name];
        return target === undefined ? (requireOfNode(name) as unknown) : run(target);
      };
      const body = compileFunction(transpiled.code, ['exports', 'require', 'module', '__filename'], { filename: path });
      Reflect.apply(body, undefined, [own.exports, require, own, path]);
      return own.exports;
    };
    return run(file);
  };

  const take = (value: unknown, protocol: string | undefined, depth: number): void => {
    if (!isLoose(value) || validators.some(({ self }) => self === value)) return;
    const { type, supportedResourceTypes } = value;
    if (typeof type === 'string' && typeof value['validate'] === 'function') {
      const types = Array.isArray(supportedResourceTypes) ? supportedResourceTypes.map(String) : ['*'];
      validators.push({ self: value, description: { type, supportedResourceTypes: types, protocol } });
    } else if (typeof value['registerValidators'] === 'function') {
      const name = value['protocol'];
      if (typeof name !== 'string') throw new Error('An adapter must name its protocol');
      call(value, 'registerValidators', { register: (validator: unknown) => take(validator, name, 0) });
    } else if (depth > 0 && typeof value === 'object') {
      for (const inner of Object.values(value)) take(inner, protocol, depth - 1);
    }
  };

  const ask = (what: 'text' | 'step', name: string): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const id = ++asks;
      asked.set(id, { resolve, reject });
      send({ kind: 'ask', id, what, name });
    });

  const answer = async (message: ToThread): Promise<void> => {
    switch (message.kind) {
      case 'load':
        take(
          message.modules.size > 0 ? runTranspiled(message.file, message.modules) : await load(message.url),
          undefined,
          2,
        );
        send({ kind: 'loaded', validators: validators.map(({ description }) => description) });
        return;
      case 'supports': {
        const self = validators[message.validator]?.self ?? {};
        const supports = typeof self['supports'] === 'function' ? await call(self, 'supports', message.resource) : true;
        // What `location.match(…)` gives says yes as well.
        send({ kind: 'answer', value: Boolean(supports) });
        return;
      }
      case 'validate': {
        running = new AbortController();
        const context = {
          ...message.context,
          readText: (path: string) => ask('text', path),
          stepOutput: (id: string) => ask('step', id),
          signal: running.signal,
        };
        const self = validators[message.validator]?.self ?? {};
        const result = await call(self, 'validate', message.resource, message.assertion, context);
        send({ kind: 'answer', value: result });
        return;
      }
      case 'abort':
        running.abort();
        return;
      case 'told': {
        const waiting = asked.get(message.id);
        asked.delete(message.id);
        if (message.error === undefined) waiting?.resolve(message.value);
        else waiting?.reject(new Error(message.error));
      }
    }
  };

  for (const stream of streams) {
    stream.write = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
      send({ kind: 'log', text: typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk) });
      const done = rest.at(-1);
      if (typeof done === 'function') {
        queueMicrotask(() => {
          Reflect.apply(done, undefined, []);
        });
      }
      return true;
    };
  }
  port.on('message', (message: ToThread) => {
    answer(message).catch((thrown: unknown) => {
      const text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
      send({ kind: 'error', message: text === '' ? 'It threw without saying why' : text });
    });
  });
}

/** The text that a worker thread evaluates; its environment is a copy, so that what is withheld is missing there alone. */
export function threadSource(withhold: readonly string[] = []): string {
  return `
for (const name of ${JSON.stringify(withhold)}) delete process.env[name];
const { parentPort } = require('node:worker_threads');
const { createRequire } = require('node:module');
const { compileFunction } = require('node:vm');
(${validatorThread.toString()})({ port: parentPort, streams: [process.stdout, process.stderr], load: (url) => import(url), createRequire, compileFunction });
`;
}
