import { findUnlistedExport } from '../../../code/declarations/commonjs-values.ts';
import type { ResolvedExport } from '../../../code/index/module-index.ts';
import { isRelative } from '../../../code/resolution/tree-path.ts';
import type { UndecidedExport } from '../../../code/modules/undecided-export.ts';
import { isCheckableFile, isJavaScript } from '../../../code/types/files/queried-files.ts';
import type { Location } from '../../../foundation/position.ts';
import type { CheckInput } from './check-input.ts';
import type { Evidence } from './evidence.ts';
import { hasWord } from './syntax-evidence.ts';

/** An export that importers can use by name. */
export interface ReceivedExport extends ResolvedExport {
  /** Where the name is from if only the type checker knows it: a clause for messages. */
  readonly from?: string;
}

/** What importers of a module receive for a name. Without a field, the module certainly lacks the name. */
export interface Reception {
  readonly found?: ReceivedExport;
  /** Why neither the tree nor the type checker decides it. */
  readonly undecided?: UndecidedExport;
}

/** A source of names that the text of a module does not list. */
interface OpenSource extends Location {
  /** `value`: the value that is the whole module; `star`: the modules outside the tree that `export *` names. */
  readonly kind: 'value' | 'star';
  /** The module outside the tree. */
  readonly specifier?: string;
  /** Whether the module gives all names as types only. */
  readonly typeOnly?: boolean;
  /** Whether the text certainly gives the module the name. */
  readonly isCertain?: boolean;
  /** Whether the text certainly states all names that the type checker does not know. */
  readonly isClosed?: boolean;
}

/**
 * What importers of a module receive for a name. The module graph decides it, and the type checker for names that no text
 * lists: the members of a value that is the whole module (`export =`, `module.exports = …`), what JavaScript writes to its
 * exports in other ways, and what `export *` has from a package. Every check of a name asks here, so that all of them agree.
 *
 * TypeScript rejects an import that its type checker does not know. In JavaScript, such a name can exist.
 */
export async function findReceived(name: string, file: string, input: CheckInput): Promise<Reception> {
  const { index } = input.evidence;
  const found = index.findExport(file, name);
  if (found !== undefined) return { found };
  if (name === 'export=' || !isCheckableFile(file) || !(await mayHaveDefault(name, file, input.evidence))) return {};
  const sources = await openSourcesOf(file, name, input.evidence);
  const [first] = sources;
  if (first === undefined) return {};
  const { line, column, isCertain = false } = first;
  const { exists, value } = isCertain
    ? { exists: true, value: undefined }
    : await input.typeSlot.query('imports', { file, name });
  if (exists === true) {
    const isType = (value === 'none' && !isJavaScript(file)) || sources.every((source) => source.typeOnly);
    const typeOnly = isType ? { typeOnly: true } : {};
    const place = { name, kind: 'value', file, line, column, tier: 1, through: [], ...typeOnly } as const;
    return { found: { ...place, from: describeSource(first) } };
  }
  for (const source of sources) {
    const isKnown = exists === false && (await isKnownSource(source, input));
    if (!isKnown)
      return { undecided: { ...source, reason: `the type checker does not know ${describeSource(source)}` } };
  }
  return {};
}

/**
 * Whether a module can have a name if it is `default`. The whole value of a module is no export of that name, but it can have
 * a member of that name.
 */
async function mayHaveDefault(name: string, file: string, { index, tree }: Evidence): Promise<boolean> {
  if (name !== 'default') return true;
  const isWhole = index.findExport(file, 'export=') !== undefined;
  return isWhole && /\.\s*default\b|\bas\s+default\b|[{,]\s*default\s*[:,(}]/.test(await tree.readText(file));
}

/** What importers receive for a name from each of some files, or of all files of the tree: exporting files come first. */
export async function receptionsAmong(
  name: string,
  files: readonly string[] | undefined,
  input: CheckInput,
): Promise<readonly (Reception & { readonly file: string })[]> {
  const { index } = input.evidence;
  const exporting = index.filesExporting(name);
  const searched = files === undefined ? exporting : [...exporting.filter((file) => files.includes(file)), ...files];
  const open = files === undefined && exporting.length === 0 ? await filesMentioning(name, input.evidence) : [];
  const all = [...new Set([...searched, ...open])];
  return Promise.all(all.map(async (file) => ({ file, ...(await findReceived(name, file, input)) })));
}

/** The files that are one value as a whole and contain a name, which can be that of a member. */
export async function filesMentioning(name: string, { index, tree }: Evidence): Promise<readonly string[]> {
  const mentioning: string[] = [];
  for (const file of index.filesExporting('export=')) {
    if (hasWord(await tree.readText(file), name)) mentioning.push(file);
  }
  return mentioning;
}

async function openSourcesOf(file: string, name: string, evidence: Evidence): Promise<readonly OpenSource[]> {
  const { index, tree } = evidence;
  const record = index.moduleOf(file);
  if (record === undefined) return [];
  const unlisted = isJavaScript(file) ? await findUnlistedExport(file, await tree.readText(file), name) : undefined;
  if (unlisted !== undefined) return [{ kind: 'value', file, ...unlisted }];
  const assignment = record.exports.find((one) => one.name === 'export=');
  if (assignment !== undefined) {
    return [{ kind: 'value', file, line: assignment.line, column: assignment.column, isClosed: true }];
  }
  return [...starsOutside(file, evidence, false, new Set())];
}

/** The `export *` of a module, and of the modules whose names it has, that lead out of the tree. */
function* starsOutside(file: string, evidence: Evidence, isType: boolean, seen: Set<string>): Generator<OpenSource> {
  const record = evidence.index.moduleOf(file);
  if (record === undefined || seen.has(file)) return;
  seen.add(file);
  for (const { specifier, typeOnly = isType } of record.starExports) {
    const target = evidence.index.resolve(file, specifier);
    if (target !== undefined) yield* starsOutside(target, evidence, typeOnly, seen);
    else if (!isRelative(specifier)) {
      const { line, column } = record.imports.find((one) => one.specifier === specifier) ?? { line: 1, column: 1 };
      yield { kind: 'star', specifier, file, line, column, typeOnly };
    }
  }
}

/** Whether the type checker knows all names of a source. */
async function isKnownSource(
  { kind, specifier, file, isClosed = false }: OpenSource,
  { typeSlot }: CheckInput,
): Promise<boolean> {
  if (kind === 'value') return isClosed;
  const { exists } = await typeSlot.query('imports', { file, specifier, name: '*' });
  return exists === true;
}

function describeSource({ kind, specifier = '', file }: OpenSource): string {
  return kind === 'value' ? `what ${file} exports as a whole` : `the names of "${specifier}", which ${file} exports`;
}
