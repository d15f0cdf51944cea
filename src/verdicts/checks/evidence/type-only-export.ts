import {
  isTypeOnlyMember,
  readTopLevelUses,
  whyTypeIsMissing,
  type IsTypeOnly,
  type TopLevelUses,
} from '../../../code/declarations/type-only-names.ts';
import type { ImportKind, ModuleRecord } from '../../../code/modules/module-record.ts';
import { isJavaScript } from '../../../code/types/files/queried-files.ts';
import type { Evidence } from './evidence.ts';

/** What the text of a module says. A changed module has another record. */
const known = new WeakMap<ModuleRecord, TopLevelUses>();

/** Why a module cannot be loaded: it uses the value of a name that it imports as a type only. */
export async function whyTypeIsUsed(file: string, evidence: Evidence): Promise<string | undefined> {
  const record = evidence.index.moduleOf(file);
  if (record === undefined || isJavaScript(file) || !record.imports.some(({ kind }) => MAY_BE_TYPES.has(kind)))
    return undefined;
  // Only answers are shared: a validation that is cancelled must not end another one.
  const uses = known.get(record) ?? (await readTopLevelUses(file, await evidence.tree.readText(file)));
  known.set(record, uses);
  return whyTypeIsMissing(file, uses, typeOnlyIn(file, evidence));
}

const MAY_BE_TYPES: ReadonlySet<ImportKind> = new Set(['type', 'static', 'require']);

/** Whether the value of an export is a member that another module of the tree has as a type only. */
export async function isMemberTypeOnly(file: string, localName: string, evidence: Evidence): Promise<boolean> {
  const isScript = !isJavaScript(file) && evidence.index.moduleOf(file) !== undefined;
  if (!isScript) return false;
  return isTypeOnlyMember(file, await evidence.tree.readText(file), localName, typeOnlyIn(file, evidence));
}

function typeOnlyIn(file: string, { index }: Pick<Evidence, 'index'>): IsTypeOnly {
  return (specifier, name) => {
    const target = name === '*' ? undefined : index.resolve(file, specifier);
    const found = target === undefined ? undefined : index.findExport(target, name);
    return found !== undefined && (found.typeOnly === true || found.kind === 'interface' || found.kind === 'type');
  };
}
