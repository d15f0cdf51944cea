import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { FolderPlace, FolderPlaces } from '../engines/folder-places.ts';
import { enteredPath, planFileFor, planFileProblem, SPECIFICATION_FILE } from './plan-file.ts';

/** More files than this are found by typing their names in the explorer. */
const MOST_OFFERED = 500;

/** The specification that the command was given or that is open, else one that a person chooses. */
export async function askSpecification(places: FolderPlaces, argument: unknown): Promise<FolderPlace | undefined> {
  const given = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const [place] = given && SPECIFICATION_FILE.test(given.path) ? places.of(given) : [];
  if (place) return place;
  const found = await vscode.workspace.findFiles('**/*.{md,markdown,txt}', '**/node_modules/**', MOST_OFFERED);
  const items = found
    .flatMap((uri) => places.of(uri).slice(0, 1))
    .map((found) => ({ label: found.path, place: found }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  if (items.length === 0)
    throw new HoldfastError('not-found', 'Failed to find a specification: no .md or .txt file is in this workspace.', {
      hint: 'Write what is to be made into one.',
    });
  return (await vscode.window.showQuickPick(items, { placeHolder: 'Make a plan from which specification?' }))?.place;
}

/** Where a plan goes, and whether a person agreed that what stands there is replaced. */
export interface PlanPlace {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly replaces: boolean;
}

/** Asks where the plan of a specification goes: beside it, unless a person says otherwise. */
export async function askPlanPlace({ folder, path }: FolderPlace): Promise<PlanPlace | undefined> {
  const value = planFileFor(path);
  const entered = await vscode.window.showInputBox({
    title: `Plan of ${path}`,
    prompt: 'Where shall the plan be written, once it keeps every rule?',
    value,
    valueSelection: [value.lastIndexOf('/') + 1, value.length - '.contract.yaml'.length],
    validateInput: planFileProblem,
  });
  if (entered === undefined) return undefined;
  const out = enteredPath(entered);
  if (!(await isThere(vscode.Uri.joinPath(vscode.Uri.parse(folder), out)))) return { path: out, replaces: false };
  const replace = 'Replace It';
  const chosen = await vscode.window.showWarningMessage(
    `${out} is there already.`,
    { modal: true, detail: 'The plan would take its place. Undo brings its text back.' },
    replace,
  );
  return chosen === replace ? { path: out, replaces: true } : undefined;
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
