import type { Fact } from '../../foundation/fact.ts';
import { CHANGE_FACT_RULES } from '../../verdicts/facts/change-fact-rules.ts';
import { findSecrets, MAX_SEARCHED_CHARACTERS } from '../../verdicts/review/secrets/find-secrets.ts';
import { readFacts } from '../../verdicts/facts/read-facts.ts';
import type { EarlierFile } from '../../verdicts/analysis/tree-before.ts';
import type { JudgedFiles } from './change-findings.ts';
import type { ChangeTrees } from './change-trees.ts';

/** [PROOF-5] What a reviewer of the change should look at. Nothing that an agent reads contains it. */
export async function collectFacts(input: JudgedFiles): Promise<readonly Fact[]> {
  const { services, repository, base, head, changes, signal } = input;
  return readFacts({
    repository,
    base: base.commit,
    changes,
    readAfter: (paths) => head.readBytes(paths),
    find: (query) => services.analysis.facts(query, { signal }),
    signal,
  });
}

/** [CHANGE-3] [CHANGE-4] What the imports of the result show, if the configuration of the terms does not switch it off. */
export async function findImportFacts(
  { services, terms, signal }: JudgedFiles,
  files: readonly EarlierFile[],
  trees: Pick<ChangeTrees, 'openHead'>,
): Promise<readonly Fact[]> {
  const { structure, unproved } = terms.configuration.change;
  const rules = [
    ...(unproved === 'on' ? (['unproved-function'] as const) : []),
    ...(structure === 'on' ? (['import-cycle'] as const) : []),
  ];
  if (rules.length === 0 || files.length === 0) return [];
  const { tree } = await trees.openHead();
  return services.analysis.importFacts(tree.root, files, rules, { signal });
}

/** The added lines that look like secrets, without their values. */
export async function findSecretFacts(
  { head, changes }: JudgedFiles,
  files: readonly EarlierFile[],
): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const { path, kind, binary } of changes) {
    if (kind === 'deleted' || binary) continue;
    const text = await head.readText(path).catch(() => undefined);
    if (text === undefined || text.length > MAX_SEARCHED_CHARACTERS) continue;
    const before = files.find(({ after }) => after === path)?.text ?? '';
    const added = (await findSecrets(path, text)).filter(({ value }) => !before.includes(value));
    const [first] = added;
    if (first === undefined) continue;
    const { id, message } = CHANGE_FACT_RULES['secret-added'];
    facts.push({ rule: id, file: path, line: first.firstLine, message, places: added.length });
  }
  return facts;
}
