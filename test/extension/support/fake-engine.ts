import type { ContractDocument } from '../../../src/contract/document.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import type { PlanFix } from '../../../src/verdicts/plan/fix/plan-fix.ts';
import type { CheckedPlan, ContractCheck, Engine, PlanReport } from '../../../src/engine.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';

/** The answers of a fake engine and the calls it received. */
export interface FakeEngineState {
  documents: ContractDocument[];
  check: (file: string, signal: AbortSignal | undefined) => Promise<ContractCheck>;
  plan: (file: string) => Promise<CheckedPlan>;
  progress: (check: ContractCheck) => Promise<ContractCheck>;
  report: (check: ContractCheck) => Promise<PlanReport>;
  fix: (file: string, fix: PlanFix | undefined) => Promise<string | undefined>;
  dataFiles: Engine['dataFiles']['check'];
  readonly unsaved: Map<string, string | null>;
  readonly changed: string[];
  disposed: boolean;
}

/** Creates an engine that records its calls and returns the answers of the test. */
export function createFakeEngine(over: Partial<FakeEngineState> = {}): { engine: Engine; state: FakeEngineState } {
  const state: FakeEngineState = {
    documents: [],
    check: (file) => Promise.reject(new HoldfastError('not-found', `No answer for ${file}`)),
    plan: (file) => {
      const document =
        state.documents.find((candidate) => candidate.file === file) ?? readContract({ file, text: '', checks: [] });
      return Promise.resolve({
        ok: true,
        findings: [],
        allowed: [],
        verifyExempt: [],
        order: [],
        migrations: [],
        document,
      });
    },
    progress: (check) => Promise.resolve(check),
    report: ({ document }) => Promise.resolve({ text: document.text, contradictions: [], untrue: [], tasks: [] }),
    fix: () => Promise.resolve(undefined),
    dataFiles: () => Promise.resolve([]),
    unsaved: new Map(),
    changed: [],
    disposed: false,
    ...over,
  };
  const engine: Engine = {
    folder: '/home/repo',
    contracts: {
      readAll: () => Promise.resolve(state.documents),
      read: (file) => {
        const found = state.documents.find((document) => document.file === file);
        return found === undefined ? Promise.reject(unexpected()) : Promise.resolve(found);
      },
    },
    checks: {
      check: (file, options) => state.check(file, options?.signal),
      addProgress: (check) => state.progress(check),
    },
    changes: withOthers({}),
    failures: withOthers({}),
    plans: withOthers({
      check: (file) => state.plan(file),
      fix: (file, fix) => state.fix(file, fix),
      report: (check) => state.report(check),
      rules: () => Promise.resolve([{ id: 'R7', title: 'A rule', explanation: 'The reason for the rule.' }]),
      proposeChecks: () => Promise.resolve({}),
      listCompilations: () => Promise.resolve([]),
    }),
    runs: withOthers({ pendingChoices: () => Promise.resolve([]) }),
    results: withOthers({ pending: () => Promise.resolve([]), resolutionOf: () => Promise.resolve(undefined) }),
    amendments: withOthers({ list: () => Promise.resolve([]) }),
    landings: withOthers({ list: () => Promise.resolve([]) }),
    history: withOthers({}),
    exports: withOthers({}),
    apis: withOthers({}),
    facts: {
      files: () => Promise.resolve([]),
      searchExports: () => Promise.resolve([]),
      findExport: () => Promise.resolve(undefined),
      signatureOf: () => Promise.resolve(undefined),
      gates: () => Promise.resolve([]),
      commands: () => Promise.resolve([]),
    },
    reviews: withOthers({}),
    scenarios: withOthers({
      files: () => Promise.resolve({ folder: undefined, scenarios: [], twins: [] }),
      results: () => Promise.resolve([]),
    }),
    domains: withOthers({}),
    dataFiles: { check: (kind) => state.dataFiles(kind) },
    authoring: withOthers({
      templates: () => Promise.resolve([]),
      recentCommits: () => Promise.resolve([]),
      assertionTemplates: () => Promise.resolve([]),
      assertionValues: () => Promise.resolve([]),
    }),
    agents: withOthers({}),
    sessions: withOthers({ list: () => Promise.resolve([]) }),
    rules: withOthers({}),
    comments: withOthers({ list: () => Promise.resolve([]) }),
    setup: withOthers({ configuredModel: () => Promise.resolve('openai-compatible:test-model') }),
    basis: withOthers({ environment: {}, closeWithEngine: () => undefined }),
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

/** A port whose other methods are rejected. */
function withOthers<Port extends object>(methods: NoInfer<Partial<Port>>): Port {
  return new Proxy(methods as Port, {
    get: (port, name) => (Reflect.get(port, name) as unknown) ?? (() => Promise.reject(unexpected())),
  });
}

function unexpected(): HoldfastError {
  return new HoldfastError('internal', 'Not part of this test');
}
