import type { ContractDocument } from '../../../src/contract/document.ts';
import type { ContractCheck, Engine } from '../../../src/engine.ts';
import { HoldfastError } from '../../../src/shared/errors.ts';

/** What a fake engine is told, and what it answers. */
export interface FakeEngineState {
  documents: ContractDocument[];
  check: (file: string, signal: AbortSignal | undefined) => Promise<ContractCheck>;
  readonly unsaved: Map<string, string | null>;
  readonly changed: string[];
  disposed: boolean;
}

/** An engine at the border of the editor: it remembers what it was told and answers what the test says. */
export function fakeEngine(over: Partial<FakeEngineState> = {}): { engine: Engine; state: FakeEngineState } {
  const state: FakeEngineState = {
    documents: [],
    check: (file) => Promise.reject(new HoldfastError('not-found', `no answer for ${file}`)),
    unsaved: new Map(),
    changed: [],
    disposed: false,
    ...over,
  };
  const never = (): Promise<never> => Promise.reject(new HoldfastError('internal', 'not part of this test'));
  const engine: Engine = {
    folder: '/home/repo',
    contracts: () => Promise.resolve(state.documents),
    contract: (file) => Promise.resolve(state.documents.find((document) => document.file === file) ?? never()),
    check: (file, options) => state.check(file, options?.signal),
    runChunk: never,
    runAll: never,
    pendingReviews: () => Promise.resolve([]),
    changesOf: never,
    accept: never,
    discard: never,
    history: never,
    storedRun: never,
    diagnose: never,
    exports: never,
    impact: never,
    modifiedExports: never,
    checkPlan: never,
    compilePlan: never,
    planCompilations: () => Promise.resolve([]),
    recover: () => Promise.resolve([]),
    setUnsavedText: (path, text) => void state.unsaved.set(path, text),
    filesChanged: (paths) => void state.changed.push(...(paths === 'all' ? ['all'] : paths)),
    [Symbol.asyncDispose]: () => {
      state.disposed = true;
      return Promise.resolve();
    },
  };
  return { engine, state };
}
