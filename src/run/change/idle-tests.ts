import type { Fact } from '../../foundation/fact.ts';
import { listFirst } from '../../foundation/list-first.ts';
import { CHANGE_FACT_RULES } from '../../verdicts/facts/change-fact-rules.ts';
import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';
import type { TestResult } from '../../verdicts/test-runners/reports/read-reports.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import { listTestMaterial } from '../validation/test-material.ts';
import { layFiles } from '../validation/lay-files.ts';
import { isReportedIn } from '../validation/kept-tests.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';

/** The tests that a change adds, by file, with their lines. */
type AddedTests = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * [BITE-1] The tests that a change adds to its other changes and that pass without those: they say nothing about them.
 *
 * @param run runs the affected tests in a worktree, and returns their results
 */
export async function findIdleTests(
  input: JudgedFiles,
  trees: ChangeTrees,
  run: (attempt: AttemptWorktree) => Promise<readonly TestResult[]>,
): Promise<readonly Fact[]> {
  const { services, changes, head, signal } = input;
  const { tree } = await trees.openHead();
  const material = await listTestMaterial({
    analysis: services.analysis,
    tree,
    changedFiles: changes.map(({ path: file }) => file),
    work: new Set(),
    isCollected: () => false,
    signal,
  });
  const added = await listAdded(input, material);
  if (added.size === 0 || material.length === changes.length) return [];
  const attempt = await trees.openForTests();
  const executables = await input.repository.listExecutables(head.commit, signal);
  await layFiles(attempt.root, { files: await head.readBytes(material), executables });
  const passed = (await run(attempt)).filter((result) => result.passed);
  return [...added].flatMap(([file, tests]): readonly Fact[] => {
    const idle = passed
      .filter((result) => isReportedIn(file, result) && tests.has(result.name))
      .map(({ name }) => name);
    const [first] = idle;
    if (first === undefined) return [];
    const { id, message } = CHANGE_FACT_RULES['idle-test'];
    return [{ rule: id, file, line: tests.get(first) ?? 1, message, after: listFirst(idle), places: idle.length }];
  });
}

async function listAdded({ base, head, changes }: JudgedFiles, material: readonly string[]): Promise<AddedTests> {
  const added = new Map<string, ReadonlyMap<string, number>>();
  for (const { path: file, previousPath = file, kind } of changes) {
    const language = kind !== 'deleted' && material.includes(file) ? testLanguageOf(file) : undefined;
    const text = await head.readText(file).catch(() => undefined);
    if (language === undefined || text === undefined) continue;
    const earlier = kind === 'created' ? undefined : await base.readText(previousPath).catch(() => undefined);
    const known = new Set(
      earlier === undefined ? [] : (await language.read(previousPath, earlier)).tests.map(({ title }) => title),
    );
    const tests = (await language.read(file, text)).tests.filter(({ title }) => !known.has(title));
    if (tests.length > 0) added.set(file, new Map(tests.map(({ title, line }) => [title, line])));
  }
  return added;
}
