import { isTypeOnlyMember, whyTypeIsMissing, type IsTypeOnly } from '../../code/declarations/type-only-names.ts';
import { isJavaScript } from '../../code/types/files/queried-files.ts';
import type { Evidence } from './evidence.ts';

/** The answers of one validation, so that each module is parsed once. */
const known = new WeakMap<Evidence, Map<string, Promise<string | undefined>>>();

/** Why a module cannot be loaded: it uses the value of a name that it imports as a type only. */
export function whyTypeIsUsed(file: string, evidence: Evidence): Promise<string | undefined> {
  const answers = known.get(evidence) ?? new Map<string, Promise<string | undefined>>();
  known.set(evidence, answers);
  let answer = answers.get(file);
  if (answer === undefined) {
    answer = importsTypes(file, evidence)
      ? evidence.tree.readText(file).then((text) => whyTypeIsMissing(file, text, typeOnlyIn(file, evidence)))
      : Promise.resolve(undefined);
    answers.set(file, answer);
  }
  return answer;
}

/** Whether the value of an export is a member that another module of the tree has as a type only. */
export async function isMemberTypeOnly(file: string, localName: string, evidence: Evidence): Promise<boolean> {
  const isScript = !isJavaScript(file) && evidence.index.moduleOf(file) !== undefined;
  if (!isScript) return false;
  return isTypeOnlyMember(file, await evidence.tree.readText(file), localName, typeOnlyIn(file, evidence));
}

/** Whether a module imports a name as a type only, so that it is worth parsing. */
function importsTypes(file: string, { index }: Evidence): boolean {
  if (isJavaScript(file)) return false;
  const isTypeOnly = typeOnlyIn(file, { index });
  const imports = index.moduleOf(file)?.imports ?? [];
  return imports.some(
    ({ specifier, kind, names }) =>
      kind === 'type' ||
      (kind === 'static' && names.some(({ imported, typeOnly }) => typeOnly || isTypeOnly(specifier, imported))),
  );
}

function typeOnlyIn(file: string, { index }: Pick<Evidence, 'index'>): IsTypeOnly {
  return (specifier, name) => {
    const target = name === '*' ? undefined : index.resolve(file, specifier);
    const found = target === undefined ? undefined : index.findExport(target, name);
    return found !== undefined && (found.typeOnly === true || found.kind === 'interface' || found.kind === 'type');
  };
}
