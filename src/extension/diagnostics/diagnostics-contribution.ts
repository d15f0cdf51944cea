import * as vscode from 'vscode';
import type { DataFileCheck } from '../../engine.ts';
import { toFileUri } from '../base/file-uri.ts';
import type { TextRange } from '../base/text-range.ts';
import { createFactDiagnostics, createReviewDiagnostics } from './review-diagnostics.ts';
import { createConstraintDiagnostics } from './constraint-diagnostics.ts';
import type { JobStates } from '../state/jobs.ts';
import { readFindingSeverities, type FindingSeverities } from '../settings/presentation-settings.ts';
import { createSettingReader } from '../settings/setting-reader.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { contractKey } from '../state/target.ts';
import { findFolder, type ContractState, type FolderState, type WorkspaceState } from '../state/workspace-state.ts';
import {
  createResultDiagnostics,
  createDocumentDiagnostics,
  createPlanDiagnostics,
  type ContractDiagnostic,
  type Severity,
} from './contract-diagnostics.ts';
import { createFullCheckDiagnostics } from './full-check-diagnostics.ts';
import { createPlanReportDiagnostics } from './plan-diagnostics.ts';
import { getShownSeverity } from './shown-severity.ts';
import { isReportedByService, type EditorServices } from './syntax-services.ts';
import { DiagnosticStore } from './diagnostic-store.ts';

const SEVERITIES: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

const EDITOR_SERVICES: EditorServices = {
  isInstalled: (extension) => vscode.extensions.getExtension(extension) !== undefined,
  isEnabled: (setting) => vscode.workspace.getConfiguration().get<boolean>(setting, true),
};

/**
 * Shows contract problems, plan findings, failed assertions, problems of the data files under `.holdfast/`, and findings of jobs in the
 * Problems view (ENF-UI-1). Diagnostics move with edits and stay until a newer check replaces them. The settings decide the
 * severity of each kind, and apply at once (EDIT-6).
 */
export function registerDiagnostics(store: WorkspaceStore): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('holdfast');
  const diagnostics = new DiagnosticStore((owner, file) => toFileUri(folderOf(owner), file).toString());
  const severities = new Map<string, FindingSeverities>();
  const severitiesOf = (folder: string): FindingSeverities => {
    const known = severities.get(folder) ?? readFindingSeverities(createSettingReader(folder));
    severities.set(folder, known);
    return known;
  };
  const publish = (fileKey: string): void => {
    const languageId = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === fileKey)?.languageId;
    const shown = diagnostics.list(fileKey).flatMap(({ owner, diagnostic }) => {
      if (isReportedByService(diagnostic.code, languageId, EDITOR_SERVICES)) return [];
      const severity = getShownSeverity(diagnostic, severitiesOf(folderOf(owner)));
      return severity === 'off' ? [] : [toVscodeDiagnostic(owner, { ...diagnostic, severity })];
    });
    collection.set(vscode.Uri.parse(fileKey), shown);
  };
  const publishAll = (): void => {
    for (const fileKey of diagnostics.fileKeys()) publish(fileKey);
  };
  const update = (state: WorkspaceState, previous: WorkspaceState | undefined): void => {
    for (const fileKey of updateDiagnostics(diagnostics, state, previous)) publish(fileKey);
  };
  update(store.state, undefined);
  return vscode.Disposable.from(
    collection,
    store.subscribe(update),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('holdfast.diagnostics')) return;
      severities.clear();
      publishAll();
    }),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => publish(uri.toString())),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => publish(uri.toString())),
    vscode.extensions.onDidChange(publishAll),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const fileKey = document.uri.toString();
      if (contentChanges.length > 0 && diagnostics.shift(fileKey, contentChanges)) publish(fileKey);
    }),
  );
}

function updateDiagnostics(
  diagnostics: DiagnosticStore,
  state: WorkspaceState,
  previous: WorkspaceState | undefined,
): ReadonlySet<string> {
  const contracts = state.folders.flatMap((folder) => folder.contracts);
  const before = new Map(
    previous?.folders.flatMap((folder) => folder.contracts).map((contract) => [contractKey(contract), contract]),
  );
  const changed = new Set<string>();
  const existing = new Set<string>();
  for (const contract of contracts) {
    const owner = contractKey(contract);
    // The results have a separate owner: they stay while the text is being typed and is not a contract.
    const resultsOwner = `${owner}\nresults`;
    existing.add(owner).add(resultsOwner);
    const { check, plan, report, fullCheck, lastRead } = contract;
    const known = before.get(owner);
    if (report !== undefined) {
      // What is said of a plan is about an earlier text than its check, until it is read again.
      const reportOwner = `${owner}\nreport`;
      existing.add(reportOwner);
      if (report !== known?.report) {
        const reported = createPlanReportDiagnostics(contract.contract, report);
        for (const fileKey of diagnostics.replace(reportOwner, reported)) changed.add(fileKey);
      }
    }
    if (!check || (check === known?.check && plan === known.plan && fullCheck === known.fullCheck)) continue;
    const problems = createDocumentDiagnostics({ file: check.document.file, problems: check.problems });
    for (const fileKey of diagnostics.replace(owner, problems)) changed.add(fileKey);
    if (lastRead !== undefined) continue;
    for (const fileKey of diagnostics.replace(resultsOwner, createDiagnostics(contract))) changed.add(fileKey);
  }
  for (const { folder, dataFiles } of state.folders) {
    const known = new Set(previous && listDataFiles(findFolder(previous, folder)?.dataFiles));
    for (const check of listDataFiles(dataFiles)) {
      const owner = contractKey({ folder, contract: check.document.file });
      existing.add(owner);
      if (known.has(check)) continue;
      for (const fileKey of diagnostics.replace(owner, createDocumentDiagnostics(check.document))) changed.add(fileKey);
    }
  }
  for (const { folder, jobs = {} } of state.folders) {
    const before = previous ? findFolder(previous, folder)?.jobs : undefined;
    for (const job of ['interfaces', 'review'] as const) {
      // No file has this name, so that it is the owner of nothing else.
      const owner = contractKey({ folder, contract: `job:${job}` });
      if (jobs[job]?.result === undefined) continue;
      existing.add(owner);
      if (jobs[job].result === before?.[job]?.result) continue;
      for (const fileKey of diagnostics.replace(owner, createJobDiagnostics(job, jobs))) changed.add(fileKey);
    }
  }
  for (const owner of diagnostics.owners())
    if (!existing.has(owner)) for (const fileKey of diagnostics.replace(owner, [])) changed.add(fileKey);
  return changed;
}

function listDataFiles(dataFiles: FolderState['dataFiles'] = {}): readonly DataFileCheck[] {
  return Object.values(dataFiles).flat();
}

function createJobDiagnostics(job: 'interfaces' | 'review', jobs: JobStates): readonly ContractDiagnostic[] {
  if (job === 'interfaces') return createConstraintDiagnostics(jobs.interfaces?.result?.findings ?? []);
  const { report, facts = [] } = jobs.review?.result ?? {};
  return [...(report ? createReviewDiagnostics(report) : []), ...createFactDiagnostics(facts)];
}

function createDiagnostics({ check, plan, fullCheck }: ContractState): readonly ContractDiagnostic[] {
  const ofFiles = [...(check ? createResultDiagnostics(check) : []), ...(plan ? createPlanDiagnostics(plan) : [])];
  return fullCheck === undefined ? ofFiles : [...ofFiles, ...createFullCheckDiagnostics(fullCheck, ofFiles)];
}

function toVscodeDiagnostic(owner: string, diagnostic: ContractDiagnostic): vscode.Diagnostic {
  const result = new vscode.Diagnostic(
    toVscodeRange(diagnostic.range),
    diagnostic.message,
    SEVERITIES[diagnostic.severity],
  );
  result.source = diagnostic.source ?? 'Holdfast';
  result.code = diagnostic.code;
  result.relatedInformation = diagnostic.related.map(
    (related) =>
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(toFileUri(folderOf(owner), related.file), toVscodeRange(related.range)),
        related.message,
      ),
  );
  return result;
}

function toVscodeRange({ start, end }: TextRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

/** The folder of an owner: the first line of its key. */
function folderOf(owner: string): string {
  return owner.split('\n')[0] ?? '';
}
