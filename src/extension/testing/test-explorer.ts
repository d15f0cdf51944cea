import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findAffectedContracts } from '../checks/affected-contracts.ts';
import { contractKey } from '../state/target.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { collectCoverage, toDetails } from './coverage-adapter.ts';
import { TestItems, type TestItemData } from './test-items.ts';
import { runTests, type TestSelection } from './run-tests.ts';

type Services = Pick<ExtensionServices, 'store' | 'checks' | 'engines' | 'paths' | 'log' | 'unsaved'>;

/** [EDIT-5] Contracts, chunks and requirements in the editor's view of tests. */
export class TestExplorer {
  readonly #services: Services;
  readonly #controller = vscode.tests.createTestController('holdfast', 'Holdfast');
  readonly #items: TestItems;
  readonly #subscriptions: { dispose(): unknown }[] = [];
  #fullProfile: vscode.TestRunProfile | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#items = new TestItems(this.#controller);
    const run = this.#controller.createRunProfile(
      l10n.t('Validate'),
      vscode.TestRunProfileKind.Run,
      (request, token) => this.#handleRun(request, token, false),
      true,
      undefined,
      true,
    );
    const coverage = this.#controller.createRunProfile(
      l10n.t('Exports Named by Contracts'),
      vscode.TestRunProfileKind.Coverage,
      (request, token) => this.#handleCoverage(request, token),
      true,
    );
    coverage.loadDetailedCoverage = (_run, file) => Promise.resolve(toDetails(file));
    this.#controller.resolveHandler = (item) => this.#items.resolve(item);
    this.#controller.refreshHandler = () => this.#recheckAll();
    this.#subscriptions.push(
      run,
      coverage,
      services.store.subscribe(() => this.#update()),
      vscode.workspace.onDidOpenTextDocument((document) => this.#resolveDocument(document)),
    );
    this.#update();
    for (const document of vscode.workspace.textDocuments) this.#resolveDocument(document);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#fullProfile?.dispose();
    this.#controller.dispose();
  }

  #update(): void {
    const { state } = this.#services.store;
    this.#items.update(state);
    // Commands run in a trusted workspace only, so the profile does not exist before.
    if (!state.trusted) return;
    this.#fullProfile ??= this.#controller.createRunProfile(
      l10n.t('Validate Fully'),
      vscode.TestRunProfileKind.Run,
      (request, token) => this.#handleRun(request, token, true),
      false,
    );
  }

  /** Marks in the gutter of an open contract need its requirements. */
  #resolveDocument(document: vscode.TextDocument): void {
    for (const { folder, path } of this.#services.paths.locate(document.uri)) {
      this.#items.resolveContract(contractKey({ folder, contract: path }));
    }
  }

  #recheckAll(): void {
    for (const { folder } of this.#services.store.state.folders) this.#services.checks.recheck(folder);
  }

  async #handleRun(request: vscode.TestRunRequest, token: vscode.CancellationToken, full: boolean): Promise<void> {
    if (request.continuous !== true) {
      await this.#run(request, token, { full });
      return;
    }
    const queue: { folder: string; path: string }[] = [];
    let running: Promise<void> | undefined;
    const drain = async (): Promise<void> => {
      while (queue.length > 0 && !token.isCancellationRequested) {
        await this.#run(request, token, { full, contracts: this.#findAffected(queue.splice(0)) });
      }
      running = undefined;
    };
    const saved = vscode.workspace.onDidSaveTextDocument((document) => {
      queue.push(...this.#services.paths.locate(document.uri));
      running ??= drain();
    });
    token.onCancellationRequested(() => void saved.dispose());
  }

  #findAffected(changes: readonly { readonly folder: string; readonly path: string }[]): ReadonlySet<string> {
    const keys = changes.flatMap(({ folder, path }) => {
      const contracts = findFolder(this.#services.store.state, folder)?.contracts ?? [];
      return findAffectedContracts(contracts, path, 'saved').map(contractKey);
    });
    return new Set(keys);
  }

  async #run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
    options: { readonly full: boolean; readonly contracts?: ReadonlySet<string> },
  ): Promise<vscode.TestRun | undefined> {
    const selections = this.#select(request).filter(
      ({ contract }) => options.contracts === undefined || options.contracts.has(contract.id),
    );
    if (selections.length === 0) return undefined;
    const run = this.#controller.createTestRun(request);
    await runTests({ run, selections, full: options.full, token, items: this.#items, services: this.#services });
    if (request.profile?.kind !== vscode.TestRunProfileKind.Coverage) run.end();
    return run;
  }

  async #handleCoverage(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = await this.#run(request, token, { full: false });
    if (run === undefined) return;
    try {
      const folders = new Set(this.#select(request).map(({ target }) => target.folder));
      for (const folder of folders) {
        for (const coverage of await collectCoverage(this.#services, folder, token)) run.addCoverage(coverage);
      }
    } finally {
      run.end();
    }
  }

  /** The selected items by contract, without those that are excluded. */
  #select(request: vscode.TestRunRequest): readonly TestSelection[] {
    const included = request.include ?? this.#items.contracts();
    const excluded = new Set(request.exclude ?? []);
    const byContract = new Map<vscode.TestItem, { readonly all: boolean; readonly items: vscode.TestItem[] }>();
    for (const item of included) {
      for (const { contract, chunk } of this.#items.expand(item)) {
        if (excluded.has(contract)) continue;
        const known = byContract.get(contract) ?? { all: false, items: [] };
        byContract.set(contract, { all: known.all || chunk === undefined, items: [...known.items, item] });
      }
    }
    return [...byContract].flatMap(([contract, { all, items }]) => {
      const data: TestItemData | undefined = this.#items.dataOf(contract);
      if (data?.kind !== 'contract' || !findContract(this.#services.store.state, data.node.target)) return [];
      return [{ contract, target: data.node.target, included: all ? undefined : new Set(items), excluded }];
    });
  }
}
