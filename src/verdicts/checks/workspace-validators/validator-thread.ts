import type { createRequire } from 'node:module';
import type { compileFunction } from 'node:vm';
import type { MessagePort } from 'node:worker_threads';
import type {
  MessageFromThread,
  RequestKind,
  MessageToThread,
  TranspiledModule,
  ValidatorDescription,
} from './thread-messages.ts';

/** The parts of Node that the thread uses. Its program cannot import anything, see `THREAD_SOURCE`. */
export interface ThreadServices {
  readonly port: MessagePort;
  /** The streams that the thread prints to. */
  readonly streams: readonly NodeJS.WritableStream[];
  readonly load: (url: string) => Promise<unknown>;
  readonly createRequire: typeof createRequire;
  readonly compileFunction: typeof compileFunction;
}

/**
 * The program of a validator's thread. The thread evaluates the text of this function, so that bundlers need no second
 * entry point. It can use only its parameter and the globals of a Node thread.
 */
function validatorThread({ port, streams, load, createRequire, compileFunction }: ThreadServices): void {
  type UnknownObject = Readonly<Record<string, unknown>>;
  interface LoadedValidator {
    readonly self: UnknownObject;
    readonly description: ValidatorDescription;
  }
  interface PendingRequest {
    readonly resolve: (value: string | undefined) => void;
    readonly reject: (reason: Error) => void;
  }
  const validators: LoadedValidator[] = [];
  const pendingRequests = new Map<number, PendingRequest>();
  let requestCount = 0;

  const send = (message: MessageFromThread): void => {
    port.postMessage(message);
  };
  const isObject = (value: unknown): value is UnknownObject =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';
  const call = (self: UnknownObject, name: string, ...values: readonly unknown[]): unknown => {
    const method = self[name];
    return typeof method === 'function' ? (Reflect.apply(method, self, values) as unknown) : undefined;
  };

  /** Runs a transpiled module and the transpiled modules that it requires. Node loads everything else. */
  const runTranspiled = (file: string, modules: ReadonlyMap<string, TranspiledModule>): unknown => {
    const started = new Map<string, { exports: unknown }>();
    const run = (path: string): unknown => {
      const existing = started.get(path);
      if (existing) return existing.exports;
      const transpiled = modules.get(path);
      if (!transpiled) throw new Error(`Module not found: ${path}`);
      const module = { exports: {} as unknown };
      started.set(path, module);
      const requireFromNode = createRequire(path);
      const require = (name: string): unknown => {
        const target = transpiled.imports[name];
        return target === undefined ? (requireFromNode(name) as unknown) : run(target);
      };
      const body = compileFunction(transpiled.code, ['exports', 'require', 'module', '__filename'], { filename: path });
      Reflect.apply(body, undefined, [module.exports, require, module, path]);
      return module.exports;
    };
    return run(file);
  };

  /** Adds the validators and adapters among a module's exports, and among the values of exported objects. */
  const collect = (value: unknown, protocol: string | undefined, depth: number): void => {
    if (!isObject(value) || validators.some(({ self }) => self === value)) return;
    const { type, supportedResourceTypes } = value;
    if (typeof type === 'string' && typeof value['validate'] === 'function') {
      const types = Array.isArray(supportedResourceTypes) ? supportedResourceTypes.map(String) : ['*'];
      validators.push({ self: value, description: { type, supportedResourceTypes: types, protocol } });
    } else if (typeof value['registerValidators'] === 'function') {
      const name = value['protocol'];
      if (typeof name !== 'string') throw new Error('An adapter must have a protocol');
      call(value, 'registerValidators', { register: (validator: unknown) => collect(validator, name, 0) });
    } else if (depth > 0 && typeof value === 'object') {
      for (const inner of Object.values(value)) collect(inner, protocol, depth - 1);
    }
  };

  const request = (kind: RequestKind, name: string): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const id = ++requestCount;
      pendingRequests.set(id, { resolve, reject });
      send({ kind: 'request', id, request: kind, name });
    });

  const answer = async (message: MessageToThread): Promise<void> => {
    switch (message.kind) {
      case 'load': {
        const exported =
          message.modules.size > 0 ? runTranspiled(message.file, message.modules) : await load(message.url);
        collect(exported, undefined, 2);
        send({ kind: 'loaded', validators: validators.map(({ description }) => description) });
        return;
      }
      case 'supports': {
        const self = validators[message.validatorIndex]?.self ?? {};
        const supports = typeof self['supports'] === 'function' ? await call(self, 'supports', message.resource) : true;
        // A validator can return any truthy value, such as the result of `location.match(…)`.
        send({ kind: 'answer', value: Boolean(supports) });
        return;
      }
      case 'validate': {
        const context = {
          ...message.context,
          readText: (path: string) => request('text', path),
          stepOutput: (id: string) => request('step', id),
          // Never aborted: a cancelled validation ends with its thread.
          signal: new AbortController().signal,
        };
        const self = validators[message.validatorIndex]?.self ?? {};
        const result = await call(self, 'validate', message.resource, message.assertion, context);
        send({ kind: 'answer', value: result });
        return;
      }
      case 'response': {
        const pending = pendingRequests.get(message.id);
        pendingRequests.delete(message.id);
        if (message.error === undefined) pending?.resolve(message.value);
        else pending?.reject(new Error(message.error));
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
  port.on('message', (message: MessageToThread) => {
    answer(message).catch((thrown: unknown) => {
      const text = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
      send({ kind: 'error', message: text === '' ? 'The validator threw an empty error' : text });
    });
  });
}

/** The program that a worker thread evaluates. */
export const THREAD_SOURCE = `
const { parentPort } = require('node:worker_threads');
const { createRequire } = require('node:module');
const { compileFunction } = require('node:vm');
(${validatorThread.toString()})({ port: parentPort, streams: [process.stdout, process.stderr], load: (url) => import(url), createRequire, compileFunction });
`;
