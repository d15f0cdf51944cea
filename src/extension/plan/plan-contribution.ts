import * as vscode from 'vscode';
import type { Finding } from '../../plan/findings/finding.ts';
import type { WorkspacePath } from '../base/folder-paths.ts';
import { toTextRange } from '../base/text-range.ts';
import { createDocumentEdit } from '../edits/document-edit.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract } from '../state/workspace-state.ts';
import { formatFindingHover } from './finding-hover.ts';

const CONTRACT_LANGUAGES: vscode.DocumentSelector = ['yaml', 'json', 'jsonc'].map((language) => ({
  language,
  scheme: 'file',
}));
const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append('holdfast');

type PlanServices = Pick<ExtensionServices, 'store' | 'engines' | 'paths' | 'unsaved'>;

/** [COMP-EDITOR] Registers hovers, quick fixes and "fix all" for the findings of plan rules. */
export function registerPlanFindings(services: PlanServices): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(CONTRACT_LANGUAGES, {
      provideHover: (document, position) => createHover(services, document, position),
    }),
    vscode.languages.registerCodeActionsProvider(
      CONTRACT_LANGUAGES,
      { provideCodeActions: (document, range, context) => createActions(services, document, range, context) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL] },
    ),
  );
}

interface LocatedFinding {
  readonly file: WorkspacePath;
  readonly finding: Finding;
  readonly range: vscode.Range;
}

/** The findings of a document, if they were computed from its current text. */
function listFindings({ store, paths }: PlanServices, document: vscode.TextDocument): readonly LocatedFinding[] {
  for (const file of paths.locate(document.uri)) {
    const plan = findContract(store.state, { folder: file.folder, contract: file.path })?.plan;
    if (plan?.document.text !== document.getText()) continue;
    return plan.findings.map((finding) => {
      const { start, end } = toTextRange(finding.range);
      return { file, finding, range: new vscode.Range(start.line, start.character, end.line, end.character) };
    });
  }
  return [];
}

async function createHover(
  services: PlanServices,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const atPosition = listFindings(services, document).filter(({ range }) => range.contains(position));
  const [first] = atPosition;
  if (!first) return undefined;
  const rules = (await services.engines.get(first.file.folder)).planRules();
  const contents = atPosition.map(({ finding }) => new vscode.MarkdownString(formatFindingHover(finding, rules)));
  return new vscode.Hover(contents, first.range);
}

async function createActions(
  services: PlanServices,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): Promise<vscode.CodeAction[]> {
  const isRequested = (kind: vscode.CodeActionKind): boolean =>
    context.only === undefined || context.only.contains(kind);
  const fixable = listFindings(services, document).filter(({ finding }) => finding.fix !== undefined);
  const [first] = fixable;
  if (!first) return [];
  const atPosition = isRequested(vscode.CodeActionKind.QuickFix)
    ? fixable.filter((located) => located.range.intersection(range) !== undefined)
    : [];
  const { version } = document;
  const engine = await services.engines.get(first.file.folder);
  services.unsaved.flush(first.file.folder, engine);
  const actions: vscode.CodeAction[] = [];
  const addAction = (
    title: string,
    kind: vscode.CodeActionKind,
    text: string | undefined,
    fixed: readonly LocatedFinding[],
  ) => {
    const edit = text === undefined ? undefined : createDocumentEdit(document, text);
    if (!edit) return;
    const action = new vscode.CodeAction(title, kind);
    action.edit = edit;
    action.diagnostics = context.diagnostics.filter((diagnostic) =>
      fixed.some(
        ({ finding, range: fixedRange }) => diagnostic.code === finding.rule && fixedRange.isEqual(diagnostic.range),
      ),
    );
    actions.push(action);
  };
  for (const located of atPosition) {
    const { fix } = located.finding;
    if (fix)
      addAction(fix.title, vscode.CodeActionKind.QuickFix, await engine.fixPlan(located.file.path, fix), [located]);
  }
  // At a finding, "fix all" is a quick fix, offered if there are several fixes. Elsewhere it must be requested.
  const fixAllKind = atPosition.length > 0 ? vscode.CodeActionKind.QuickFix : FIX_ALL;
  if (isRequested(fixAllKind) && (atPosition.length > 0 ? fixable.length > 1 : context.only !== undefined)) {
    addAction('Fix all plan findings', fixAllKind, await engine.fixPlan(first.file.path), fixable);
  }
  // An edit for an older version of the text would revert what was typed since.
  return document.version === version ? actions : [];
}
