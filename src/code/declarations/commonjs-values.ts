import type { ts } from 'ts-morph';
import { readNested } from '../../foundation/errors.ts';
import { loadTypeScript, type TypeScript } from '../language/typescript-parser.ts';
import { readCommonJsWrites, type CommonJsValue, type CommonJsWrite } from './commonjs-writes.ts';

/** What a CommonJS module gives its importers under a name. */
export interface CommonJsExport {
  /** The values that the name can have when the module has run. */
  readonly values: readonly CommonJsValue[];
  /** The first place from which the name can have a value that is not one of these; `undefined` if there is none. */
  readonly openPlace: ts.Node | undefined;
  /** The last value of the whole module that can have members which the text does not state. */
  readonly openValue?: ts.Node | undefined;
  /** Why importers certainly receive no value, although the module assigns one. */
  readonly lost?: string;
  /** The modules that the exports are replaced with or spread from. Importers receive the name if one of them has it. */
  readonly lostUnlessIn?: readonly string[];
}

export const NEVER_ASSIGNED = 'it is assigned only in code that never runs';

/**
 * Reads what a file exports under a name with `exports.a = …`, `module.exports.a = …`, `module.exports = { a }` and the
 * calls that write in the same way. Writes that certainly have no effect are left out: in code that never runs, to another
 * variable of the name, or before the exports are replaced or the name is deleted.
 */
export function readCommonJsExport(typescript: TypeScript, source: ts.SourceFile, name: string): CommonJsExport {
  const reader = readCommonJsWrites(typescript, source, name);
  const { writes } = reader;
  const wholes = writes.filter(({ kind, isCertain }) => kind === 'whole' && isCertain);
  const replacement = wholes.findLast(({ value }) => value !== undefined && reader.sourcesOf(value) !== undefined);
  const rebinding = writes.find(({ kind, isCertain, value, node }) => {
    const isOther = value !== undefined && reader.sourcesOf(value) !== undefined;
    return kind === 'local' && isCertain && isOther && !reader.alsoWrites(node, 'whole');
  });
  const isReplaced = (write: CommonJsWrite): boolean => {
    if (replacement === undefined || write.node === replacement.node) return false;
    const isBefore = write.isCertain && write.node.pos < replacement.node.pos;
    if (isBefore && !reader.encloses(replacement.node, write.node)) return true;
    const isBound = reader.alsoWrites(replacement.node, 'local');
    return write.kind === 'member' && write.through === 'exports' && !isBound;
  };
  const isLost = (write: CommonJsWrite): boolean => {
    const isBefore = (other: CommonJsWrite): boolean => write.isCertain && write.node.pos < other.node.pos;
    if (writes.some((other) => other.kind === 'delete' && other.isCertain && isBefore(other))) return true;
    const isToLocal = write.kind === 'member' && write.through === 'exports' && write.isCertain;
    return isToLocal && rebinding !== undefined && rebinding.node.pos < write.node.pos;
  };
  const provided = writes.flatMap((write) => {
    const values =
      write.kind === 'member' ? [write.value] : write.kind === 'whole' ? reader.membersOf(write.value) : [];
    return values.flatMap((value) => (value === undefined ? [] : [{ write, value }]));
  });
  const kept = provided.filter(({ write }) => !isLost(write) && !isReplaced(write));
  const last = kept.findLast(({ write }) => write.isCertain);
  const values = kept.filter(({ write }) => !write.isCertain || write === last?.write).map(({ value }) => value);
  const lost = 'what is assigned to it does not reach the importers';
  if (reader.isDeleted) return { values: [], openPlace: undefined, lost };
  const openValue = writes.findLast(({ kind, value }) => kind === 'whole' && reader.isOpen(value));
  const found = { values, openPlace: reader.openPlace, openValue: openValue?.node };
  if (values.length > 0 || reader.openPlace !== undefined) return found;
  // Bundlers write `0 && (module.exports = { a })` in addition to a value whose members are unknown, to name them for Node.js.
  if (provided.length === 0) {
    return reader.hasIgnored && openValue === undefined ? { ...found, lost: NEVER_ASSIGNED } : found;
  }
  const isOnlyReplaced = provided.some(({ write }) => isReplaced(write) && !isLost(write));
  const sources = isOnlyReplaced && replacement?.value && reader.sourcesOf(replacement.value);
  return { ...found, lost, ...(sources && sources.length > 0 && { lostUnlessIn: sources }) };
}

/** What a CommonJS module gives its importers for a name that it assigns, without its values. */
export async function readCommonJsLoss(
  file: string,
  text: string,
  name: string,
): Promise<Pick<CommonJsExport, 'lost' | 'lostUnlessIn'>> {
  if (!MAY_BE_LOST.test(text)) return {};
  const typescript = await loadTypeScript();
  return readNested(file, () => readCommonJsExport(typescript, parse(typescript, file, text), name));
}

/**
 * The first place where a script, which is no ES module, gives its exports the name, or hands them to code that can do so;
 * `undefined` if it certainly does neither. For names that the module index does not list.
 */
export async function findUnlistedExport(
  file: string,
  text: string,
  name: string,
): Promise<{ readonly isCertain: boolean; readonly line: number; readonly column: number } | undefined> {
  if (!/\bexports\b/.test(text)) return undefined;
  const typescript = await loadTypeScript();
  return readNested(file, () => {
    const source = parse(typescript, file, text);
    if (typescript.isExternalModule(source)) return undefined;
    const { values, openPlace, lost, openValue } = readCommonJsExport(typescript, source, name);
    const at = lost === undefined ? (values[0] ?? openPlace ?? openValue) : undefined;
    if (at === undefined) return undefined;
    const { line, character } = source.getLineAndCharacterOfPosition(at.getStart(source));
    return { isCertain: values.length > 0, line: line + 1, column: character + 1 };
  });
}

/** Texts without a match have no code that is recognized as dead, and no write that replaces or deletes an export. */
const MAY_BE_LOST =
  /\b(?:if|while)\s*\(\s*(?:false|true|!|0|1|null|void|undefined|''|"")|\b(?:false|true)\s*[&|?]|\b(?:return|throw|delete|deleteProperty)\b|(?<!\.\s*)\bexports\s*=[^=]|\bmodule\s*(?:\.\s*exports|\[[^\]]*\])\s*=[^]*\bexports\b|\bexports\b[^]*\bmodule\s*(?:\.\s*exports|\[[^\]]*\])\s*=|\b(?:var|let|const|function|class)\s+(?:exports|module)\b|[(,]\s*(?:exports|module)\s*[,)=]/;

function parse(typescript: TypeScript, file: string, text: string): ts.SourceFile {
  return typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true);
}
