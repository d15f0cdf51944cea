import type { OffsetRange } from '../contract/source/source-node.ts';
import { complete } from './completion/complete.ts';
import { describeAt } from './hover/hover.ts';
import { listNamed } from './meaning/outline-facts.ts';
import { findDefinition } from './navigation/find-definition.ts';
import { findReferences, findSubject } from './navigation/find-references.ts';
import { checkNewName, renameIn } from './navigation/rename.ts';
import { foldingRangesOf } from './outline/folding.ts';
import { outlineOf } from './outline/outline.ts';
import { scanModel, type AuthoringFile } from './source/authoring-file.ts';

/** The range of the id of a gate in a file that defines it. */
function findGate(file: AuthoringFile, id: string): OffsetRange | undefined {
  return listNamed(scanModel(file), 'gates').find((gate) => gate.id === id)?.idNode;
}

/** [EDIT-2] The language features of contract files, as pure functions. Every one accepts every text. */
export const languageFeatures = {
  complete,
  describeAt,
  findDefinition,
  findGate,
  findSubject,
  findReferences,
  checkNewName,
  renameIn,
  outlineOf,
  foldingRangesOf,
};

export type LanguageFeatures = typeof languageFeatures;
