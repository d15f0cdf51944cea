import type { ExportKind } from '../../code/module-record.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';
import { textOfTypeTag } from './comment-types.ts';
import { compareDeclarations } from './compare-declarations.ts';
import { breaking, compatible, overall } from './comparison.ts';
import type { Compatibility, Difference } from './comparison.ts';
import { normalText } from './normal-text.ts';
import { mentionsChange, typedQuestion } from './typed-question.ts';
import type { TypedQuestion } from './typed-question.ts';
import { writtenExports } from './written-exports.ts';
import type { WrittenExport } from './written-exports.ts';

export type { Compatibility } from './comparison.ts';
export type { TypedQuestion } from './typed-question.ts';

/** One export whose declaration says something else than in another version of its file. */
export interface ModifiedExport {
  readonly name: string;
  readonly kind: ExportKind;
  readonly change: 'added' | 'removed' | 'renamed' | 'changed';
  /** The name that it had, where it was renamed. */
  readonly previousName?: string;
  /** What it means for those who use it, as far as it can be told. */
  readonly compatibility: Compatibility;
  /** Why, in words for people. */
  readonly reasons: readonly string[];
  /** The declaration in the later version; of what was removed, in the earlier one. */
  readonly line: number;
  readonly column: number;
}

/** Two versions of a file; undefined where there is none. */
export interface FileVersions {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a comparison of types says of one export. */
export interface TypedAnswer {
  readonly compatibility: Exclude<Compatibility, 'unknown'>;
  /** The types in one line; empty where they are too long to be read. */
  readonly was: string;
  readonly is: string;
}

/** Compares the types of exports whose texts do not tell, all at once. Of those that it leaves out nothing is known. */
export type CompareTypes = (questions: readonly TypedQuestion[]) => Promise<ReadonlyMap<string, TypedAnswer>>;

/**
 * [ENF-IMPACT-4] The exports of a file that differ between two of its versions, in the order of the later one, then
 * those that are gone. Comments, white space and quotes are no difference.
 */
export async function modifiedExports(
  ts: TypeScript,
  file: string,
  versions: FileVersions,
  compareTypes?: CompareTypes,
): Promise<readonly ModifiedExport[]> {
  // Git may write other line ends into the tree than it keeps.
  const before = versions.before?.replaceAll('\r\n', '\n');
  const after = versions.after?.replaceAll('\r\n', '\n');
  if (before === after) return [];
  const was = before === undefined ? new Map<string, WrittenExport>() : writtenExports(ts, file, before);
  const is = after === undefined ? new Map<string, WrittenExport>() : writtenExports(ts, file, after);
  const gone = new Map([...was].filter(([name]) => !is.has(name)));
  const modified: ModifiedExport[] = [];
  const asked = new Map<string, TypedQuestion>();
  const unchanged: WrittenExport[] = [];
  const ask = (earlier: WrittenExport, entry: WrittenExport): boolean => {
    const question = typedQuestion(ts, earlier, entry);
    if (question !== undefined) asked.set(entry.name, question);
    return question !== undefined;
  };
  for (const entry of is.values()) {
    const earlier = was.get(entry.name);
    if (earlier === undefined) {
      const previous = [...gone.values()].find((candidate) => saysTheSame(ts, candidate, entry));
      if (previous !== undefined) gone.delete(previous.name);
      modified.push(previous === undefined ? added(entry) : renamed(previous, entry));
    } else if (!saysTheSame(ts, earlier, entry)) {
      const found = changed(entry, compareDeclarations(ts, earlier, entry));
      modified.push(found);
      if (found.compatibility === 'unknown') ask(earlier, entry);
    } else if (compareTypes !== undefined && mentionsChange(ts, earlier, entry)) {
      if (ask(earlier, entry)) unchanged.push(entry);
    }
  }
  const answers = asked.size === 0 ? undefined : await compareTypes?.([...asked.values()]);
  const told = answers === undefined ? modified : withTypes({ modified, unchanged, asked, answers });
  return [...told, ...[...gone.values()].map(removed)];
}

interface Told {
  readonly modified: readonly ModifiedExport[];
  /** What reads as it did but mentions what does not. */
  readonly unchanged: readonly WrittenExport[];
  readonly asked: ReadonlyMap<string, TypedQuestion>;
  readonly answers: ReadonlyMap<string, TypedAnswer>;
}

/** Adds what the types tell: of what is undecided the verdict, of what reads as it did only what breaks. */
function withTypes({ modified, unchanged, asked, answers }: Told): readonly ModifiedExport[] {
  const told = modified.map((found) => {
    const answer = asked.has(found.name) ? answers.get(found.name) : undefined;
    if (answer === undefined) return found;
    return { ...found, compatibility: answer.compatibility, reasons: [...found.reasons, ...typesInWords(answer)] };
  });
  const reached = unchanged.flatMap((entry) => {
    const answer = answers.get(entry.name);
    if (answer?.compatibility !== 'breaking') return [];
    const reasons = ['a declaration that it uses changed', ...typesInWords(answer)];
    return [changed(entry, reasons.map(breaking))];
  });
  return reached.length === 0 ? told : inOrder([...told, ...reached]);
}

function typesInWords({ was, is }: TypedAnswer): readonly string[] {
  return was === '' || is === '' || was === is ? [] : [`its type was ${was} and is ${is}`];
}

function inOrder(modified: readonly ModifiedExport[]): readonly ModifiedExport[] {
  return [...modified].sort((one, other) => one.line - other.line || one.column - other.column);
}

/** Whether two exports say the same but for their names. */
function saysTheSame(ts: TypeScript, before: WrittenExport, after: WrittenExport): boolean {
  if (before.kind !== after.kind || before.from !== after.from) return false;
  if (before.from !== undefined) return before.name === after.name;
  if (rawText(before) === rawText(after)) return true;
  return textOf(ts, before) === textOf(ts, after);
}

/** The text as it stands, which is compared first: most exports are as they were. */
function rawText({ declarations, statement, tag }: WrittenExport): string {
  return [...declarations, statement, tag].map((node) => node?.getText() ?? '').join('\n');
}

function textOf(ts: TypeScript, { declarations, statement, tag }: WrittenExport): string {
  if (tag !== undefined) return textOfTypeTag(ts, tag);
  const own = declarations.map((node) => normalText(ts, node, node.name));
  return statement === undefined ? own.join('\n') : normalText(ts, statement);
}

function added({ name, kind, line, column }: WrittenExport): ModifiedExport {
  return describe({ name, kind, line, column }, 'added', [compatible('it is new')]);
}

function removed({ name, kind, line, column }: WrittenExport): ModifiedExport {
  return describe({ name, kind, line, column }, 'removed', [breaking('it was removed')]);
}

function renamed(previous: WrittenExport, { name, kind, line, column }: WrittenExport): ModifiedExport {
  const reason = breaking(`it was called ${previous.name}`);
  return { ...describe({ name, kind, line, column }, 'renamed', [reason]), previousName: previous.name };
}

function changed({ name, kind, line, column }: WrittenExport, differences: readonly Difference[]): ModifiedExport {
  return describe({ name, kind, line, column }, 'changed', differences);
}

function describe(
  place: Pick<ModifiedExport, 'name' | 'kind' | 'line' | 'column'>,
  change: ModifiedExport['change'],
  differences: readonly Difference[],
): ModifiedExport {
  const compatibility = overall(differences);
  // What breaks is said first; the rest of a breaking change matters less.
  const telling = differences.filter((difference) => difference.compatibility === compatibility);
  return { ...place, change, compatibility, reasons: telling.map(({ reason }) => reason) };
}
