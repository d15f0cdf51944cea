import type { ContractDocument } from '../../../src/contract/document.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import type { PlanFix } from '../../../src/plan/findings/plan-fix.ts';
import type { CheckedPlan, ContractCheck, Engine } from '../../../src/engine.ts';
import { HoldfastError } from '../../../src/shared/errors.ts';

/** The answers of a fake engine and the calls it received. */
export interface FakeEngineState {
  documents: ContractDocument[];
  check: (file: string, signal: AbortSignal | undefined) => Promise<ContractCheck>;
  plan: (file: string) => Promise<CheckedPlan>;
  progress: (check: ContractCheck) => Promise<ContractCheck>;
  fix: (file: string, fix: PlanFix | undefined) => Promise<string | undefined>;
  dataFiles: Engine['dataFiles'];
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
    fix: () => Promise.resolve(undefined),
    dataFiles: () => Promise.resolve([]),
    unsaved: new Map(),
    changed: [],
    disposed: false,
    ...over,
  };
  const never = (): Promise<never> => Promise.reject(new HoldfastError('internal', 'Not part of this test'));
  const engine: Engine = {
    folder: '/home/repo',
    scenarios: {
      files: () => Promise.resolve({ folder: undefined, scenarios: [], twins: [] }),
      run: never,
      results: () => Promise.resolve([]),
    },
    landings: { list: () => Promise.resolve([]), changes: never, previewUndo: never, undo: never },
    analytics: never,
    checkIndex: never,
    judgeChange: never,
    recordBase: never,
    changeBase: never,
    writeCommitHook: never,
    explain: never,
    fixesOf: never,
    agents: {
      findChunk: never,
      task: never,
      start: never,
      stop: never,
      judgeBase: never,
      chooseChunk: never,
      listUsedClients: never,
      configure: never,
    },
    facts: {
      files: () => Promise.resolve([]),
      searchExports: () => Promise.resolve([]),
      findExport: () => Promise.resolve(undefined),
      signatureOf: () => Promise.resolve(undefined),
      gates: () => Promise.resolve([]),
      commands: () => Promise.resolve([]),
    },
    authoring: {
      templates: () => [],
      draft: never,
      fromCode: never,
      fromDiff: never,
      importPlan: never,
      create: never,
      addChunk: never,
      recentCommits: () => Promise.resolve([]),
      assertionTemplates: () => [],
      assertionValues: () => Promise.resolve([]),
      addAssertion: never,
    },
    configuredModel: () => Promise.resolve('openai-compatible:test-model'),
    contracts: () => Promise.resolve(state.documents),
    contract: (file) => Promise.resolve(state.documents.find((document) => document.file === file) ?? never()),
    check: (file, options) => state.check(file, options?.signal),
    addProgress: (check) => state.progress(check),
    proposeChecks: () => Promise.resolve({}),
    describeCommandProblem: () => undefined,
    runChunk: never,
    runAll: never,
    record: never,
    pendingChoices: () => Promise.resolve([]),
    choose: never,
    amendments: () => Promise.resolve([]),
    proposeAmendment: never,
    acceptAmendment: never,
    continueAmended: never,
    rejectAmendment: never,
    pendingReviews: () => Promise.resolve([]),
    changesOf: never,
    changesBetween: never,
    accept: never,
    resultReview: never,
    decideHunks: never,
    applyWithoutLanding: never,
    planWrites: never,
    closeAppliedReview: never,
    discard: never,
    reviewResolution: () => Promise.resolve(undefined),
    history: never,
    historyFile: never,
    moveDamagedHistory: never,
    storedRun: never,
    basis: {
      environment: {},
      keys: never,
      repository: never,
      configuration: never,
      telemetry: never,
      history: never,
      openOrCreateHistory: never,
      historyFile: never,
      openServicesOf: never,
      domainContext: () => {
        throw new HoldfastError('internal', 'Not part of this test');
      },
      closeWithEngine: () => undefined,
    },
    review: never,
    interfaceFiles: never,
    interfaceFindings: never,
    domainServices: never,
    testDomainService: never,
    serveDomainService: never,
    diagnose: never,
    examineConfinement: never,
    exports: never,
    impact: never,
    dependents: never,
    modifiedExports: never,
    exportCoverage: never,
    checkPlan: (file) => state.plan(file),
    planFlow: never,
    fixPlan: (file, fix) => state.fix(file, fix),
    planRules: () => [{ id: 'R7', title: 'A rule', explanation: 'The reason for the rule.' }],
    compilePlan: never,
    reviewPlan: never,
    planCompilations: () => Promise.resolve([]),
    dataFiles: (kind) => state.dataFiles(kind),
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
