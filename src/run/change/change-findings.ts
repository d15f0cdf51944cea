import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../contract/model.ts';
import { termsOfPlan } from '../../contract/plans/reading/plan-terms.ts';
import type { ProtectedChange } from '../../verdicts/protection/changes/protected-change.ts';
import { HOOK_FACT_RULE } from '../../verdicts/protection/changes/protected-facts.ts';
import { severityOf } from '../../verdicts/protection/changes/severity-of-change.ts';
import { isSettingsPath } from '../../verdicts/protection/settings/settings-files.ts';
import { readProtectedChanges } from '../../verdicts/protection/read-protected-changes.ts';
import { listTermPaths } from '../terms/find-terms.ts';
import { isAllowed, listJudgingCommands } from '../terms/judge-protection.ts';
import { listTermGlobs } from '../terms/term-globs.ts';
import { findModuleProblems } from '../validation/syntax-check.ts';
import { createProtectedMatcher } from '../../workspace/files/protected-files.ts';
import type { Fact } from '../../foundation/fact.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangeFinding, ChangeFindingKind, ChangePermission } from './change-types.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { RunnableTerms } from './chunk-judge.ts';
import type { CommittedTree } from './committed-tree.ts';
import { isParserInput } from './parser-inputs.ts';
import type { ChangeTerms } from './read-terms.ts';

/** A change of files and what judges it. */
export interface JudgedFiles {
  readonly services: Pick<FolderServices, 'analysis'>;
  readonly repository: Repository;
  readonly terms: ChangeTerms;
  /** The commits before and after the change. */
  readonly base: CommittedTree;
  readonly head: CommittedTree;
  readonly changes: readonly FileChange[];
  /** The contracts without errors. */
  readonly contracts: readonly RunnableTerms[];
  /** The chunks that the change carries out: what one of them allows is allowed. */
  readonly chunks: readonly Chunk[];
  readonly mayChange: readonly ChangePermission[];
  readonly signal: AbortSignal;
}

/**
 * [TRUST-1] The changed files that the change is judged by, under their paths before and after the change. A new contract is
 * not one of them: it adds requirements.
 */
export async function listChangedTerms(input: JudgedFiles): Promise<ReadonlySet<string>> {
  const { repository, terms, base, changes, contracts, chunks } = input;
  const judging = contracts.filter(({ isNew }) => !isNew);
  const paths = await listTermPaths({ contracts: judging, chunks, tree: base, services: { repository } });
  const isTerm = createProtectedMatcher({ globs: listTermGlobs(terms.configuration), paths });
  const isContract = createPathMatcher([...terms.configuration.contracts, ...terms.configuration.plans]);
  const plans = await listChangedPlans(input);
  return new Set([
    ...plans,
    ...changes
      .filter(({ path, kind }) => kind !== 'created' || !isContract(path))
      .flatMap(({ path, previousPath = path }) => [previousPath, path])
      .filter(isTerm),
  ]);
}

/** [PLANS-3] Plans whose terms differ. A tool may move a plan to its archive, and the boxes and the notebook are the agent's. */
async function listChangedPlans({ base, head, changes, contracts }: JudgedFiles): Promise<readonly string[]> {
  const plans = contracts.filter(({ document, isNew }) => document.form === 'plan' && !isNew);
  const changed: string[] = [];
  for (const { document } of plans) {
    const change = changes.find(({ path, previousPath = path }) => previousPath === document.file);
    if (change === undefined) continue;
    const [before, after] = [await base.readText(document.file), await head.readText(change.path)];
    const isSame =
      before !== undefined &&
      after !== undefined &&
      termsOfPlan(document.file, before) === termsOfPlan(document.file, after);
    if (!isSame) changed.push(document.file);
  }
  return changed;
}

/**
 * One finding for each change: a file that moved is reported under the path that it had.
 *
 * @param plans the plans of other tools
 */
export function describeChangedTerms(
  files: ReadonlySet<string>,
  changes: readonly FileChange[],
  plans: ReadonlySet<string>,
): readonly ChangeFinding[] {
  return changes.flatMap((change): ChangeFinding[] => {
    const { path, previousPath = path } = change;
    const file = [previousPath, path].find((one) => files.has(one));
    if (file === undefined) return [];
    const message =
      change.kind === 'created' || file !== previousPath
        ? `Leave ${file} out of the change: a change is judged by files of this kind`
        : `Keep ${file}: the change is judged by it`;
    const expected =
      change.kind === 'created'
        ? 'The file does not exist'
        : plans.has(file)
          ? 'Only the marks of its boxes change, and the sections that its tool lets an agent write'
          : 'The file is unchanged';
    return [
      { kind: 'terms-changed', severity: 'error', message, file, line: 1, expected, actual: describeChange(change) },
    ];
  });
}

/** Hooks of git and settings of the editor. They judge a change only if they call Holdfast, or configure it. */
const HOOK_OR_EDITOR_FILE =
  /(?:^|\/)(?:\.husky|\.githooks|\.vscode)\/|(?:^|\/)\.?lefthook(?:-local)?\.[a-z]+$|(?:^|\/)\.pre-commit-config\.ya?ml$|\.code-workspace$/i;

export function isHookOrEditorFile(file: string): boolean {
  return HOOK_OR_EDITOR_FILE.test(file);
}

/** Separates the changed terms: those that judge the change, and hooks and editor settings that do not mention Holdfast. */
export async function splitChangedTerms(
  { base, head, changes }: Pick<JudgedFiles, 'base' | 'head' | 'changes'>,
  terms: ReadonlySet<string>,
): Promise<{ readonly judging: ReadonlySet<string>; readonly others: ReadonlySet<string> }> {
  const judging = new Set<string>();
  const others = new Set<string>();
  for (const { path, previousPath = path } of changes) {
    const files = [...new Set([previousPath, path])].filter((file) => terms.has(file));
    if (files.length === 0) continue;
    const isCandidate = files.every(isHookOrEditorFile);
    const texts = isCandidate ? [await base.readText(previousPath), await head.readText(path)] : [];
    const isOther = isCandidate && !texts.some((text) => text !== undefined && /holdfast/i.test(text));
    for (const file of files) (isOther ? others : judging).add(file);
  }
  return { judging, others };
}

/** The hooks and editor settings that a change touches. The direction of a hook with commands is decided elsewhere. */
export function listHookFacts(files: ReadonlySet<string>, changes: readonly FileChange[]): readonly Fact[] {
  return changes.flatMap((change): Fact[] => {
    const { path, previousPath = path, kind } = change;
    const file = [path, previousPath].find((one) => files.has(one));
    if (file === undefined || (kind !== 'created' && isSettingsPath(previousPath))) return [];
    const { id, message } = HOOK_FACT_RULE;
    return [{ rule: id, file, line: 1, message, after: describeChange(change), places: 1 }];
  });
}

/** What a change does with a file, as a sentence. */
export function describeChange({ kind, path, previousPath = path }: FileChange): string {
  switch (kind) {
    case 'created':
      return 'It was created';
    case 'modified':
      return 'It was changed';
    case 'deleted':
      return 'It was deleted';
    case 'renamed':
      return `It was renamed from ${previousPath} to ${path}`;
  }
}

const PROTECTED_KINDS = { tests: 'test-weakened', scripts: 'script-changed', tooling: 'tooling-changed' } as const;
const NOUNS = { tests: 'test', scripts: 'script', tooling: 'setting' } as const;

/** [TRUST-7] Finds the changes of tests, scripts and tool settings that no chunk of the change allows. */
export async function findProtected(input: JudgedFiles): Promise<readonly ProtectedChange[]> {
  const { services, repository, terms, base, changes, contracts, chunks, head, mayChange, signal } = input;
  const commands = contracts.flatMap((one) =>
    listJudgingCommands({ ...one, services: { configuration: terms.configuration } }),
  );
  const found = await readProtectedChanges({
    repository,
    base: base.commit,
    changes,
    readAfter: (paths) => head.readBytes(paths),
    commands: [...new Set(commands)],
    find: (query) => services.analysis.protectedChanges(query, { signal }),
    signal,
  });
  return found.filter(
    (change) => !mayChange.includes(change.area) && !chunks.some((chunk) => isAllowed(chunk, change)),
  );
}

/**
 * The finding about a change that certainly proves less. What is not certain is a fact.
 *
 * @param contracts the contracts that judge the change: a chunk of one can allow it
 */
export function describeWeakened(change: ProtectedChange, contracts: readonly unknown[]): ChangeFinding | [] {
  const { area, subject, file, line, expected, actual } = change;
  const severity = severityOf(change);
  if (severity === 'fact') return [];
  const isWarning = severity === 'warning';
  const findingKind: ChangeFindingKind = isWarning ? 'fewer-assertions' : PROTECTED_KINDS[area];
  const kept = isWarning ? 'assertions of the test' : NOUNS[area];
  const hint = isWarning || contracts.length === 0 ? '' : `. A contract allows the change with mayChange: [${area}]`;
  const message = `Keep the ${kept} "${subject}"${hint}`;
  return { kind: findingKind, severity, message, file, line, expected, actual };
}

/**
 * Finds the changed modules that do not parse. A module that did not parse on the base is a warning, and an input of tests is
 * not judged.
 */
export async function findSyntaxErrors({ base, head, changes }: JudgedFiles): Promise<readonly ChangeFinding[]> {
  const present = changes.filter(({ kind, binary }) => kind !== 'deleted' && !binary);
  await head.preload(present.map(({ path }) => path));
  const problems = await findModuleProblems(
    present.map(({ path }) => path),
    (file) => head.readText(file),
  );
  const findings: ChangeFinding[] = [];
  const changed = new Set(changes.flatMap(({ path, previousPath = path }) => [path, previousPath]));
  const seen = new Set<string>();
  for (const { file, line, column, message } of problems) {
    // The first error of a file causes most of the others.
    if (seen.has(file)) continue;
    seen.add(file);
    const change = changes.find(({ path }) => path === file);
    const original = change?.previousPath ?? file;
    const before = await findModuleProblems([original], (path) => base.readText(path));
    const onBase = before.length > 0;
    // A file that parsed before is a module.
    if (change?.kind === 'created' && (await isParserInput(file, { base, head, changed }))) continue;
    findings.push({
      kind: 'syntax-error',
      severity: onBase ? 'warning' : 'error',
      message: `Fix the syntax error: ${message}`,
      file,
      line,
      column,
      ...(onBase ? { onBase } : {}),
    });
  }
  return findings;
}
