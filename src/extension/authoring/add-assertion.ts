import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { AssertionTemplateDescription, ChunkStrength } from '../../engine.ts';
import type { PlanFix } from '../../verdicts/plan/fix/plan-fix.ts';
import { planFixActionTitle } from '../plan/plan-fix-action-title.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { ChunkTarget } from '../state/target.ts';
import { parseCommandTarget } from '../targets/command-target.ts';
import { pickChunk } from '../targets/pick-chunk.ts';
import { applyContractText, openContract } from './contract-editing.ts';
import { applyStrengthFix, readStrength } from './read-strength.ts';

type Services = Pick<ExtensionServices, 'engines' | 'log' | 'paths' | 'store' | 'unsaved'>;

/** How long the status bar shows a message. */
const STATUS_MS = 10_000;

/**
 * [ENF-FUTURE-3] Adds the assertions of a template to the chunk at the cursor, of the tree, or that the person picks. Values
 * are proposed from the contract and the code. The document stays unsaved, and one undo reverts it.
 */
export async function addAssertion(services: Services, argument: unknown): Promise<void> {
  const title = l10n.t('Add Assertion');
  const given = parseCommandTarget(argument);
  const target = (given ? undefined : await findChunkAtCursor(services)) ?? (await pickChunk(services, given, title));
  if (!target) return;
  const engine = await services.engines.get(target.folder);
  services.unsaved.flush(target.folder, engine);
  const before = await readStrength(engine, target);
  const picked = await pickTemplate(engine, title, before);
  if (!picked) return;
  if ('fix' in picked) {
    await applyStrengthFix(services, engine, target, picked.fix);
    return;
  }
  const { template } = picked;
  const place = { contract: target.contract, chunk: target.chunk, template: template.id };
  const values: Record<string, string> = {};
  for (const field of template.fields) {
    const proposed = await engine.authoring.assertionValues({ ...place, field: field.name, values });
    // The chunk is about this file, so there is nothing to choose.
    const isCertain = field.source === 'file' && proposed.length === 1;
    const value = isCertain ? proposed[0] : await pickValue(template.title, field.label, proposed);
    if (value === undefined) return;
    values[field.name] = value;
  }
  const opened = await openContract(services, engine, target);
  await applyContractText(opened, await engine.authoring.addAssertion({ ...place, values }));
  services.unsaved.flush(target.folder, engine);
  const after = await readStrength(engine, target);
  if (before !== undefined && after !== undefined) showAdded(before, after);
}

/** [BITE-2] Says what the new assertions say about the work. */
function showAdded(before: ChunkStrength, after: ChunkStrength): void {
  const strength = l10n.t('{0} of {1} requirements fail before the work', after.failing, after.total);
  const added = after.total - before.total;
  const isWeak = added > 0 && after.failing - before.failing < added;
  const message = isWeak
    ? l10n.t('Holdfast: The added assertion holds before the work, so it says nothing about it. {0}.', strength)
    : l10n.t('Holdfast: {0}.', strength);
  if (isWeak) void vscode.window.showWarningMessage(message);
  else vscode.window.setStatusBarMessage(message, STATUS_MS);
}

type PickedTemplate = { readonly template: AssertionTemplateDescription } | { readonly fix: PlanFix };

/** A template, or a fix that raises the strength of the chunk. */
async function pickTemplate(
  { authoring }: Engine,
  title: string,
  strength: ChunkStrength | undefined,
): Promise<PickedTemplate | undefined> {
  const templates = await authoring.assertionTemplates();
  const fixes = strength?.fixes ?? [];
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator, choice: undefined });
  const items: readonly (vscode.QuickPickItem & { readonly choice: PickedTemplate | undefined })[] = [
    ...(fixes.length === 0 ? [] : [separator(l10n.t('Raise the strength'))]),
    ...fixes.map((fix) => ({ label: planFixActionTitle(fix), choice: { fix } })),
    ...(fixes.length === 0 ? [] : [separator(l10n.t('Templates'))]),
    ...templates.map((template) => ({
      label: template.title,
      description: template.description,
      choice: { template },
    })),
  ];
  const placeHolder = l10n.t('Select what must hold');
  const said =
    strength === undefined
      ? placeHolder
      : `${placeHolder}. ${l10n.t('{0} of {1} requirements fail before the work', strength.failing, strength.total)}`;
  return (await vscode.window.showQuickPick(items, { title, placeHolder: said, matchOnDescription: true }))?.choice;
}

/** The chunk at the cursor of a contract in the active editor, by its current text. */
export async function findChunkAtCursor({
  paths,
  engines,
  store,
  unsaved,
}: Omit<Services, 'log'>): Promise<ChunkTarget | undefined> {
  const editor = vscode.window.activeTextEditor;
  const located = editor ? paths.locate(editor.document.uri) : [];
  const contracts = store.state.folders.flatMap((folder) => folder.contracts);
  const found = located.find(({ folder, path }) =>
    contracts.some((contract) => contract.folder === folder && contract.contract === path),
  );
  if (!editor || !found) return undefined;
  const engine = await engines.get(found.folder);
  unsaved.flush(found.folder, engine);
  const document = await engine.contracts.read(found.path);
  const [list, index] = document.pathAt(editor.document.offsetAt(editor.selection.active));
  const chunk = list === 'chunks' && typeof index === 'number' ? document.contract?.chunks[index] : undefined;
  return chunk && { folder: found.folder, contract: found.path, chunk: chunk.id };
}

/** Lets the person pick a proposed value or type another one. Returns `undefined` if the person cancels. */
async function pickValue(title: string, label: string, proposed: readonly string[]): Promise<string | undefined> {
  const input = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: string }>();
  const items = proposed.map((value) => ({ label: value, value }));
  input.title = title;
  input.placeholder = label;
  input.items = items;
  input.ignoreFocusOut = true;
  try {
    return await new Promise<string | undefined>((resolve) => {
      input.onDidChangeValue((text) => {
        const typed = text.trim();
        const isListed = typed === '' || proposed.includes(typed);
        const typedItem = { label: typed, description: l10n.t('as typed'), value: typed, alwaysShow: true };
        input.items = isListed ? items : [...items, typedItem];
      });
      input.onDidAccept(() => {
        const value = input.selectedItems[0]?.value ?? input.value.trim();
        if (value !== '') resolve(value);
      });
      input.onDidHide(() => resolve(undefined));
      input.show();
    });
  } finally {
    input.dispose();
  }
}
