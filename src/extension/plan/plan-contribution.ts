import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CheckedPlan } from '../../engine.ts';
import type { PlanFinding } from '../../verdicts/plan/findings/finding.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import type { Range } from '../../foundation/position.ts';
import type { WorkspacePath } from '../base/folder-paths.ts';
import { toTextRange } from '../base/text-range.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import { CONTRACT_DOCUMENTS } from '../base/contract-documents.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract } from '../state/workspace-state.ts';
import { formatFindingHover } from './finding-hover.ts';
import { planFixActionTitle } from './plan-fix-action-title.ts';
import { fixesOfFindings, migrationRange } from './offered-fixes.ts';

const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append('holdfast');
const MIGRATION = vscode.CodeActionKind.RefactorRewrite.append('holdfast.migrate');

type PlanServices = Pick<ExtensionServices, 'store' | 'engines' | 'paths' | 'unsaved'>;

/** [COMP-EDITOR] Registers hovers, quick fixes and "fix all" for the findings of plan rules. */
export function registerPlanFindings(services: PlanServices): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(CONTRACT_DOCUMENTS, {
      provideHover: (document, position) => createHover(services, document, position),
    }),
    vscode.languages.registerCodeActionsProvider(
      CONTRACT_DOCUMENTS,
      { provideCodeActions: (document, range, context) => createActions(services, document, range, context) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, MIGRATION, FIX_ALL] },
    ),
  );
}

interface LocatedPlan {
  readonly file: WorkspacePath;
  readonly plan: CheckedPlan;
}

/** The plan of a document, if it was computed from the current text. */
function findPlan({ store, paths }: PlanServices, document: vscode.TextDocument): LocatedPlan | undefined {
  for (const file of paths.locate(document.uri)) {
    const plan = findContract(store.state, { folder: file.folder, contract: file.path })?.plan;
    if (plan?.document.text === document.getText()) return { file, plan };
  }
  return undefined;
}

function toRange(range: Range): vscode.Range {
  const { start, end } = toTextRange(range);
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

async function createHover(
  services: PlanServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const located = findPlan(services, document);
  const atPosition = (located?.plan.findings ?? []).filter(({ range }) => toRange(range).contains(position));
  const [first] = atPosition;
  if (!located || !first) return undefined;
  const rules = await (await services.engines.get(located.file.folder)).plans.rules();
  const contents = atPosition.map((finding) => new vscode.MarkdownString(formatFindingHover(finding, rules)));
  return new vscode.Hover(contents, toRange(first.range));
}

async function createActions(
  services: PlanServices,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): Promise<vscode.CodeAction[]> {
  const located = findPlan(services, document);
  if (!located) return [];
  const { file, plan } = located;
  const isRequested = (kind: vscode.CodeActionKind): boolean =>
    context.only === undefined || context.only.contains(kind);
  const touches = (one: Range): boolean => toRange(one).intersection(range) !== undefined;
  const fixes = isRequested(vscode.CodeActionKind.QuickFix)
    ? fixesOfFindings(plan.findings.filter((finding) => touches(finding.range)))
    : [];
  const migrations = isRequested(MIGRATION) && touches(migrationRange(plan)) ? plan.migrations : [];
  const fixable = plan.findings.filter(({ fix }) => fix !== undefined);
  // At a finding, "fix all" is a quick fix, offered if there are several fixes. Elsewhere it must be requested.
  const isAtFinding = fixes.some(({ finding }) => finding.fix !== undefined);
  const fixAllKind = isAtFinding ? vscode.CodeActionKind.QuickFix : FIX_ALL;
  const fixesAll =
    isRequested(fixAllKind) && (isAtFinding ? fixable.length > 1 : context.only !== undefined && fixable.length > 0);
  if (fixes.length === 0 && migrations.length === 0 && !fixesAll) return [];

  const { version } = document;
  const engine = await services.engines.get(file.folder);
  services.unsaved.flush(file.folder, engine);
  const createAction = async (
    title: string,
    kind: vscode.CodeActionKind,
    fix: PlanFix | undefined,
    fixed: readonly PlanFinding[],
  ): Promise<vscode.CodeAction[]> => {
    const text = await engine.plans.fix(file.path, fix);
    const edit = text === undefined ? undefined : createDocumentEdit(document, text);
    if (!edit) return [];
    const action = new vscode.CodeAction(title, kind);
    action.edit = edit;
    action.diagnostics = context.diagnostics.filter((diagnostic) =>
      fixed.some((finding) => diagnostic.code === finding.rule && toRange(finding.range).isEqual(diagnostic.range)),
    );
    return [action];
  };
  const actions: vscode.CodeAction[] = [];
  for (const { fix, finding } of fixes) {
    actions.push(...(await createAction(planFixActionTitle(fix), vscode.CodeActionKind.QuickFix, fix, [finding])));
  }
  for (const fix of migrations) actions.push(...(await createAction(planFixActionTitle(fix), MIGRATION, fix, [])));
  if (fixesAll) actions.push(...(await createAction(l10n.t('Fix all plan findings'), fixAllKind, undefined, fixable)));
  // An edit for an older version of the text would revert what was typed since.
  return document.version === version ? actions : [];
}
