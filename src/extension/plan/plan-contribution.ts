import * as vscode from 'vscode';
import type { Finding } from '../../plan/finding.ts';
import { textRangeOf } from '../diagnostics/text-range.ts';
import type { FolderPlace, FolderPlaces } from '../engines/folder-places.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { findContract } from '../state/workspace-state.ts';
import type { UnsavedTexts } from '../watch/unsaved-texts.ts';
import { editTo } from '../edits/edit-to.ts';
import { findingWords } from './plan-words.ts';

const CONTRACT_LANGUAGES: vscode.DocumentSelector = ['yaml', 'json', 'jsonc'].map((language) => ({
  language,
  scheme: 'file',
}));
const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append('holdfast');

export interface PlanParts {
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly places: FolderPlaces;
  readonly unsaved: UnsavedTexts;
}

/** [COMP-EDITOR] Explanations on hover, quick fixes, and all fixes at once, for what the rules of plans say. */
export function registerPlanFindings(parts: PlanParts): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerHoverProvider(CONTRACT_LANGUAGES, {
      provideHover: (document, position) => hoverAt(parts, document, position),
    }),
    vscode.languages.registerCodeActionsProvider(
      CONTRACT_LANGUAGES,
      { provideCodeActions: (document, range, context) => actionsIn(parts, document, range, context) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, FIX_ALL] },
    ),
  );
}

interface PlacedFinding {
  readonly place: FolderPlace;
  readonly finding: Finding;
  readonly range: vscode.Range;
}

/** The findings of a document, where they speak of its text as it is now. */
function findingsOf({ store, places }: PlanParts, document: vscode.TextDocument): readonly PlacedFinding[] {
  for (const place of places.of(document.uri)) {
    const plan = findContract(store.state, { folder: place.folder, contract: place.path })?.plan;
    if (plan?.document.text !== document.getText()) continue;
    return plan.findings.map((finding) => {
      const { start, end } = textRangeOf(finding.range);
      return { place, finding, range: new vscode.Range(start.line, start.character, end.line, end.character) };
    });
  }
  return [];
}

async function hoverAt(
  parts: PlanParts,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const here = findingsOf(parts, document).filter(({ range }) => range.contains(position));
  const [first] = here;
  if (!first) return undefined;
  const rules = (await parts.engines.of(first.place.folder)).planRules();
  const words = here.map(({ finding }) => new vscode.MarkdownString(findingWords(finding, rules)));
  return new vscode.Hover(words, first.range);
}

async function actionsIn(
  parts: PlanParts,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
): Promise<vscode.CodeAction[]> {
  const wanted = (kind: vscode.CodeActionKind): boolean => context.only === undefined || context.only.contains(kind);
  const fixable = findingsOf(parts, document).filter(({ finding }) => finding.fix !== undefined);
  const [first] = fixable;
  if (!first) return [];
  const here = wanted(vscode.CodeActionKind.QuickFix)
    ? fixable.filter((placed) => placed.range.intersection(range) !== undefined)
    : [];
  const { version } = document;
  const engine = await parts.engines.of(first.place.folder);
  parts.unsaved.flush(first.place.folder, engine);
  const actions: vscode.CodeAction[] = [];
  const add = (title: string, kind: vscode.CodeActionKind, text: string | undefined, of: readonly PlacedFinding[]) => {
    const edit = text === undefined ? undefined : editTo(document, text);
    if (!edit) return;
    const action = new vscode.CodeAction(title, kind);
    action.edit = edit;
    action.diagnostics = context.diagnostics.filter(({ code, range: marked }) =>
      of.some(({ finding, range: own }) => code === finding.rule && own.isEqual(marked)),
    );
    actions.push(action);
  };
  for (const placed of here) {
    const { fix } = placed.finding;
    if (fix) add(fix.title, vscode.CodeActionKind.QuickFix, await engine.fixPlan(placed.place.path, fix), [placed]);
  }
  const forAll = here.length > 0 ? vscode.CodeActionKind.QuickFix : FIX_ALL;
  if (wanted(forAll) && (here.length > 0 ? fixable.length > 1 : context.only !== undefined)) {
    add('Fix all findings of the plan', forAll, await engine.fixPlan(first.place.path), fixable);
  }
  // An edit that was made for an earlier text would take back what was typed since.
  return document.version === version ? actions : [];
}
