import { basename } from 'node:path';
import type { ApiComparison } from '../../code/api/compare/api-difference.ts';
import type { PackageApi } from '../../code/api/model/package-api.ts';
import type { PackageSummary } from './package-api-answers.ts';
import type { AssertionResult } from '../checks/interfaces/result.ts';
import type { FileDeclarations } from '../../code/declarations/file-declarations.ts';
import type { ExpectedCode } from '../../code/types/expected/code-error.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { FactQuery } from '../facts/find-facts.ts';
import type { DependentsGraph } from '../../code/impact/dependents.ts';
import type { BrokenImport } from '../../code/impact/broken-imports.ts';
import type { ExportImpact } from '../../code/impact/export-impact.ts';
import type { BrokenUses } from '../../code/types/change/broken-uses.ts';
import type { Impact, ImpactQuery } from '../../code/impact/impact.ts';
import type { ProtectionQuery } from '../protection/find-protected-changes.ts';
import type { ProtectedChange } from '../protection/changes/protected-change.ts';
import type { TreeLimit } from '../../workspace/files/source-tree.ts';
import type {
  Analysis,
  AnalysisOptions,
  ChangedText,
  CheckProgress,
  CheckRequest,
  ComparisonTypeChecker,
  ExportRequest,
  ModuleOutline,
  OutlinedFile,
  SourceText,
} from './analysis.ts';
import { AnalyzedRoot } from './analyzed-root.ts';
import type { ClosedRoot, RootSnapshot } from './analyzed-root.ts';
import { CustomValidators, NO_VALIDATORS } from './custom-validators.ts';
import {
  listImportableExports,
  listOwnExports,
  locateExport,
  preferredExporter,
  searchExports,
} from './export-lists.ts';
import type { CallOptions } from './method.ts';
import type { ImportFactRule } from './import-fact-answers.ts';
import type { EarlierFile } from './tree-before.ts';
import { createStepRunner } from './step-runner.ts';

const VALIDATOR_TIMEOUT_MS = 30_000;

/** Creates an analysis in the current thread. Hosts that must stay responsive use `connectAnalysis` instead. */
export function createAnalysis(options: AnalysisOptions): Analysis {
  return new InProcessAnalysis(options);
}

class InProcessAnalysis implements Analysis {
  readonly #options: AnalysisOptions;
  readonly #validatorTimeoutMs: number;
  readonly #log: (line: string) => void;
  readonly #loggedLines = new Set<string>();
  readonly #roots = new Map<string, AnalyzedRoot>();
  readonly #validators: CustomValidators;
  /** The required names of the last check. */
  #names: { readonly list: readonly string[]; readonly set: ReadonlySet<string> } = { list: [], set: new Set() };
  /** What remains of the root that was closed last. The next attempt often uses the same files at another path. */
  #closed: { readonly name: string; readonly remains: ClosedRoot } | undefined;

  constructor(options: AnalysisOptions) {
    this.#options = options;
    this.#validatorTimeoutMs = options.validatorTimeoutMs ?? VALIDATOR_TIMEOUT_MS;
    this.#log = options.log ?? (() => undefined);
    this.#validators = new CustomValidators({
      hostValidators: async () => (await options.validators?.()) ?? [],
      timeoutMs: this.#validatorTimeoutMs,
      log: this.#log,
    });
  }

  async check(
    request: CheckRequest,
    { signal = new AbortController().signal, onProgress }: CallOptions<CheckProgress> = {},
  ): Promise<readonly AssertionResult[]> {
    // Requests arrive in order, and nothing is awaited before.
    const requiredNames = this.#rememberNames(request.requiredNames);
    return this.#root(request.root).query(
      (snapshot) => this.#checkSnapshot(snapshot, request, { requiredNames, signal, onProgress }),
      signal,
    );
  }

  async #checkSnapshot(
    { tree, index, loadTypeChecker }: RootSnapshot,
    request: CheckRequest,
    {
      requiredNames,
      signal,
      onProgress,
    }: {
      readonly requiredNames: ReadonlySet<string>;
      readonly signal: AbortSignal;
      readonly onProgress: CallOptions<CheckProgress>['onProgress'];
    },
  ): Promise<readonly AssertionResult[]> {
    const { root, trusted, workspaceTypeScript = trusted, steps } = request;
    const { passedVariables } = request.commandRules;
    const validators = trusted
      ? await this.#validators.load(request.validatorsFrom ?? root, passedVariables, signal)
      : NO_VALIDATORS;
    const { environment, verdicts, judge, evaluateInterfaces } = this.#options;
    const { checkRequirements } = await import('../checks/check-requirements.ts');
    return checkRequirements(
      request.requirements,
      {
        tree,
        index,
        loadTypeChecker: () => loadTypeChecker(workspaceTypeScript),
        resources: request.resources,
        steps: [...steps.map((step) => step.id), ...Object.keys(request.stepOutputs ?? {})],
        stepOutput: createStepRunner(steps, {
          outputs: request.stepOutputs ?? {},
          cwd: request.stepsIn ?? root,
          timeoutMs: request.commandTimeoutMs,
          rules: request.commandRules,
          signal,
        }),
        protocol: request.protocol,
        changedFiles: request.changedFiles && new Set(request.changedFiles),
        allowedFiles: request.allowedFiles,
        requiredNames,
        trusted,
        judge: trusted && needsJudge(request) ? await judge?.(request.judgeAccount) : undefined,
        verdicts,
        evaluateInterfaces:
          trusted && evaluateInterfaces
            ? () =>
                evaluateInterfaces(
                  { root, termsFolder: request.validatorsFrom ?? root, changedFiles: request.changedFiles },
                  signal,
                )
            : undefined,
        ...validators,
        validatorTimeoutMs: this.#validatorTimeoutMs,
        environment,
        signal,
      },
      (result, index) => onProgress?.({ result, index }),
    );
  }

  #rememberNames(names: CheckRequest['requiredNames'] = []): ReadonlySet<string> {
    if (names !== 'same' && names !== this.#names.list) this.#names = { list: names, set: new Set(names) };
    return this.#names.set;
  }

  async exportsOf(root: string, files: readonly string[], { signal }: CallOptions = {}) {
    return this.#root(root).query(({ index }) => listImportableExports(index, files), signal);
  }

  async findExports(
    root: string,
    names: readonly string[],
    near: readonly string[],
    { signal }: CallOptions = {},
  ): Promise<Readonly<Record<string, string>>> {
    return this.#root(root).query(
      ({ index }) =>
        Object.fromEntries(
          names.flatMap((name) => {
            const file = preferredExporter(index, name, near);
            return file === undefined ? [] : [[name, file]];
          }),
        ),
      signal,
    );
  }

  async searchExports(root: string, text: string, limit: number, { signal }: CallOptions = {}) {
    return this.#root(root).query(({ index }) => searchExports(index, text, limit), signal);
  }

  async locateExport(root: string, name: string, file: string | null, { signal }: CallOptions = {}) {
    return this.#root(root).query(({ index }) => locateExport(index, name, file), signal);
  }

  async exportName(
    root: string,
    request: ExportRequest,
    { signal }: CallOptions = {},
  ): Promise<readonly ChangedText[]> {
    return this.#root(root).query(async (snapshot) => {
      const { findExportEdit } = await import('./export-edits.ts');
      return findExportEdit(snapshot, request);
    }, signal);
  }

  async exports(root: string, fileOrFolder: string | undefined, { signal }: CallOptions = {}) {
    return this.#root(root).query(({ index }) => listOwnExports(index, fileOrFolder), signal);
  }

  async findCodeErrors(codes: readonly ExpectedCode[]): Promise<readonly (string | undefined)[]> {
    const { findCodeError } = await import('../../code/types/expected/code-error.ts');
    return Promise.all(codes.map((code) => findCodeError(code)));
  }

  async declarations(files: readonly SourceText[]): Promise<readonly (FileDeclarations | null)[]> {
    const { readFileDeclarations } = await import('./read-file-declarations.ts');
    return Promise.all(files.map(readFileDeclarations));
  }

  async outlines(
    root: string,
    files: readonly OutlinedFile[],
    { signal }: CallOptions = {},
  ): Promise<readonly ModuleOutline[]> {
    return this.#root(root).query(async (snapshot) => {
      const { outlineModules } = await import('./module-outlines.ts');
      return outlineModules(snapshot, files, signal);
    }, signal);
  }

  async impact(root: string, query: ImpactQuery, { signal }: CallOptions = {}): Promise<Impact> {
    return this.#root(root).query(async (snapshot) => {
      const { queryImpact } = await import('./impact-answers.ts');
      return queryImpact(snapshot, query, signal);
    }, signal);
  }

  async dependents(root: string, file: string, { signal }: CallOptions = {}): Promise<DependentsGraph> {
    return this.#root(root).query(async (snapshot) => {
      const { queryDependents } = await import('./impact-answers.ts');
      return queryDependents(snapshot, file);
    }, signal);
  }

  async allDependents(
    root: string,
    files: readonly string[],
    { signal }: CallOptions = {},
  ): Promise<readonly string[]> {
    return this.#root(root).query(async (snapshot) => {
      const { queryAllDependents } = await import('./impact-answers.ts');
      return queryAllDependents(snapshot, files);
    }, signal);
  }

  async modifiedExports(
    root: string,
    file: string,
    before: string | undefined,
    typeChecker: ComparisonTypeChecker,
    { signal }: CallOptions = {},
  ): Promise<readonly ExportImpact[]> {
    return this.#root(root).query(async (snapshot) => {
      const { queryModifiedExports } = await import('./impact-answers.ts');
      return queryModifiedExports(snapshot, file, before, { typeChecker, log: this.#log, signal });
    }, signal);
  }

  async brokenImports(
    root: string,
    changed: readonly EarlierFile[],
    { signal }: CallOptions = {},
  ): Promise<readonly BrokenImport[]> {
    return this.#root(root).query(async (snapshot) => {
      const { queryBrokenImports } = await import('./broken-import-answers.ts');
      return queryBrokenImports(snapshot, changed, signal);
    }, signal);
  }

  async brokenUses(
    root: string,
    changed: readonly EarlierFile[],
    trusted: boolean,
    { signal }: CallOptions = {},
  ): Promise<BrokenUses> {
    return this.#root(root).query(async (snapshot) => {
      const { queryBrokenUses } = await import('./broken-use-answers.ts');
      const { packagesFrom } = this.#options;
      return queryBrokenUses(snapshot, changed, { trusted, packagesFrom, log: this.#logOnce, signal });
    }, signal);
  }

  async packages(root: string, { signal }: CallOptions = {}): Promise<readonly PackageSummary[]> {
    return this.#root(root).query(async (snapshot) => {
      const { listPackages } = await import('./package-api-answers.ts');
      return listPackages(snapshot);
    }, signal);
  }

  async packageApis(root: string, folder: string, { signal }: CallOptions = {}): Promise<readonly PackageApi[]> {
    return this.#root(root).query(async (snapshot) => {
      const { queryPackageApis } = await import('./package-api-answers.ts');
      return queryPackageApis(snapshot, folder);
    }, signal);
  }

  async installedApi(folder: string): Promise<PackageApi | null> {
    const { queryInstalledApi } = await import('./package-api-answers.ts');
    return queryInstalledApi(folder);
  }

  async apiComparisons(
    root: string,
    changed: readonly EarlierFile[],
    folders: readonly string[] | null,
    { signal }: CallOptions = {},
  ): Promise<readonly ApiComparison[]> {
    return this.#root(root).query(async (snapshot) => {
      const { queryApiComparisons } = await import('./package-api-answers.ts');
      return queryApiComparisons(snapshot, changed, folders ?? undefined, signal);
    }, signal);
  }

  async importFacts(
    root: string,
    changed: readonly EarlierFile[],
    rules: readonly ImportFactRule[],
    { signal }: CallOptions = {},
  ): Promise<readonly Fact[]> {
    return this.#root(root).query(async (snapshot) => {
      const { queryImportFacts } = await import('./import-fact-answers.ts');
      return queryImportFacts(snapshot, changed, rules, signal);
    }, signal);
  }

  async protectedChanges(query: ProtectionQuery): Promise<readonly ProtectedChange[]> {
    const { findProtectedChanges } = await import('../protection/find-protected-changes.ts');
    return findProtectedChanges(query);
  }

  async facts(query: FactQuery): Promise<readonly Fact[]> {
    const { findFacts } = await import('../facts/find-facts.ts');
    return findFacts(query);
  }

  setUnsavedText(root: string, path: string, text: string | null): Promise<undefined> {
    return runSynchronously(() => {
      this.#root(root).setUnsavedText(path, text);
    });
  }

  filesChanged(root: string, paths: readonly string[] | 'all'): Promise<undefined> {
    return runSynchronously(() => {
      this.#roots.get(root)?.filesChanged(paths);
    });
  }

  limitTo(root: string, limit: TreeLimit | null): Promise<undefined> {
    return runSynchronously(() => {
      if (limit !== null || this.#roots.has(root)) this.#root(root).limitTo(limit);
    });
  }

  async close(root: string): Promise<undefined> {
    const existing = this.#roots.get(root);
    this.#roots.delete(root);
    const remains = existing?.remains();
    if (remains !== undefined) this.#closed = { name: basename(root), remains };
    await existing?.[Symbol.asyncDispose]();
    await this.#validators.close(root);
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#roots.keys()].map((root) => this.close(root)));
    await this.#validators[Symbol.asyncDispose]();
  }

  /** Logs a line unless it was logged before: every root chooses its TypeScript, usually the same one. */
  readonly #logOnce = (line: string): void => {
    if (this.#loggedLines.has(line)) return;
    this.#loggedLines.add(line);
    this.#log(line);
  };

  #root(root: string): AnalyzedRoot {
    let existing = this.#roots.get(root);
    if (!existing) {
      const earlier = this.#closed?.name === basename(root) ? this.#closed.remains : undefined;
      if (earlier !== undefined) this.#closed = undefined;
      existing = new AnalyzedRoot(root, this.#options.packagesFrom, earlier, this.#logOnce, this.#options.onProgress);
      this.#roots.set(root, existing);
    }
    return existing;
  }
}

/** Whether a model has to be opened for a check. */
function needsJudge({ requirements }: CheckRequest): boolean {
  return requirements.some(({ assertion }) => assertion.check.type === 'llm_judge');
}

/** Runs synchronous work before the call returns, so that calls keep their order. What it throws becomes a rejection. */
function runSynchronously(work: () => void): Promise<undefined> {
  return new Promise((resolve) => {
    work();
    resolve(undefined);
  });
}
