import type { ContractForm, DataPath } from '../document.ts';
import { formatOf } from '../source/parse-source.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { readGatesOf } from './gate-form.ts';
import { isManifest, readManifest, spellManifestKey } from './manifest.ts';

/** A file's tree in the words of the model, whatever form the file has. */
export interface FormReading {
  readonly form: ContractForm;
  readonly root: SourceNode | undefined;
  /** What the form itself has to say; never more than warnings. */
  readonly problems: readonly SourceProblem[];
  /** How this form writes the key at a path of the model. */
  readonly spell: (path: DataPath) => string;
}

/** Knows the form of a file by its keys and reads it into the keys of the model. */
export function readForm(file: string, root: SourceNode | undefined): FormReading {
  if (root && isManifest(root)) {
    const manifest = readManifest(stemOf(file), root);
    return { form: 'manifest', root: readGatesOf(manifest.root), problems: manifest.problems, spell: spellManifestKey };
  }
  return { form: 'contract', root: root && readGatesOf(root), problems: [], spell: lastKey };
}

/** The name of a file without its folders and extensions. */
export function stemOf(file: string): string {
  const name = file.split('/').at(-1) ?? file;
  const stem = formatOf(name) === 'json' ? name.replace(/\.jsonc?$/i, '') : name.replace(/\.ya?ml$/i, '');
  return stem.replace(/\.(?:contract|manifest|gate)$/i, '');
}

function lastKey(path: DataPath): string {
  return String(path.at(-1) ?? '');
}
