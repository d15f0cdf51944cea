import type { ContractForm, DataPath } from '../document.ts';
import { formatOf } from '../source/parse-source.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import { normalizeGates } from './gate-form.ts';
import { isManifest, readManifest, spellManifestKey } from './manifest.ts';

/** The tree of a file, converted to the keys of the contract model. */
export interface FormReading {
  readonly form: ContractForm;
  readonly root: SourceNode | undefined;
  /** Problems of the form itself; always warnings. */
  readonly problems: readonly SourceProblem[];
  /** Returns how this form writes the key at a path of the model. */
  readonly spellKey: (path: DataPath) => string;
}

/** Detects the form of a file by its keys, and converts its tree to the keys of the contract model. */
export function readForm(file: string, root: SourceNode | undefined): FormReading {
  if (root && isManifest(root)) {
    const manifest = readManifest(nameOf(file), root);
    return {
      form: 'manifest',
      root: normalizeGates(manifest.root),
      problems: manifest.problems,
      spellKey: spellManifestKey,
    };
  }
  return { form: 'contract', root: root && normalizeGates(root), problems: [], spellKey: lastKey };
}

/** The name of a file without folders and extensions. */
export function stemOf(file: string): string {
  const name = file.split('/').at(-1) ?? file;
  const stem = formatOf(name) === 'json' ? name.replace(/\.jsonc?$/i, '') : name.replace(/\.ya?ml$/i, '');
  return stem.replace(/\.(?:contract|manifest|gate)$/i, '');
}

/** A file with the usual name of a manifest (`api/plan.json`) is named after its folder, too, so that spec ids differ. */
function nameOf(file: string): string {
  const stem = stemOf(file);
  const folder = file.split('/').slice(0, -1).join('-');
  return stem === 'plan' && folder !== '' ? `${folder}-${stem}` : stem;
}

function lastKey(path: DataPath): string {
  return String(path.at(-1) ?? '');
}
