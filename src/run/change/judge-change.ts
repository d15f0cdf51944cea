import type { Configuration } from '../../workspace/configuration/configuration.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { listFacts } from '../../verdicts/protection/changes/protected-facts.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type {
  ChangeFinding,
  ChangeJudgement,
  ChunkReference,
  DecidedSoFar,
  JudgeChangeOptions,
  JudgedChunk,
} from './change-types.ts';
import type { ChangeServices } from './change-services.ts';
import {
  describeChangedTerms,
  findSyntaxErrors,
  isHookOrEditorFile,
  describeWeakened,
  findProtected,
  listChangedTerms,
  listHookFacts,
  splitChangedTerms,
  type JudgedFiles,
} from './change-findings.ts';
import { ChangeTrees } from './change-trees.ts';
import type { RunnableTerms } from './chunk-judge.ts';
import { CommittedTree } from './committed-tree.ts';
import { DecidedParts } from './decided-so-far.ts';
import { collectFacts } from './change-facts.ts';
import { judgeCode } from './judge-code.ts';
import { judgeChunks } from './judge-chunks.ts';
import {
  describeOpenTasks,
  findFilesOutsidePlans,
  isPlanTask,
  describePlanFacts,
  judgePlanTexts,
  readClaimsAfter,
} from './judge-plans.ts';
import { listJudgedChanges } from './list-judged-changes.ts';
import { snapshotHead } from './snapshot-head.ts';
import { findOutsideFiles, findRuledFiles } from './outside-files.ts';
import { readNewContracts, readTerms, toFindings, type ChangeTerms } from './read-terms.ts';
import { selectChunks, selectContracts, type SelectedChunk } from './select-chunks.ts';

/**
 * [AGENT-6] Judges a change from a base to the files on disk, the index or a commit: the chunks that it can affect, and what
 * it does to files that it is judged by. The terms come from the base. Prints nothing, and changes no file of the user.
 *
 * @param trusted whether commands and validators of the workspace may run
 * @throws HoldfastError `git` if a commit does not exist, `not-found` if the active chunk or its contract does not exist,
 * `untrusted` for a full check or tests in a restricted workspace
 */
export async function judgeChange(
  services: ChangeServices,
  options: JudgeChangeOptions,
  trusted: boolean,
): Promise<ChangeJudgement> {
  const { head: source = 'work-tree', depth = 'checks', mayChange = [], active } = options;
  const signal = options.signal ?? new AbortController().signal;
  await services.secrets.loaded();
  const repository = await services.repository();
  const head = await snapshotHead(repository, source, { indexFile: options.indexFile, signal });
  const base =
    options.base === undefined
      ? await repository.createEmptyBase(signal)
      : await repository.resolve(options.base, signal);
  const leftOut = head.leftOut.filter((file) => options.leftOutOfBase?.includes(file) !== true);
  const changes = [...(await listJudgedChanges(repository, base.commit, head, signal)), ...leftOut.map(toCreation)];
  const baseTree = new CommittedTree({ repository, commit: base.commit, signal });
  const headTree = new CommittedTree({ repository, commit: head.commit, signal });

  // 1. What judges the change.
  const isBase = options.base !== undefined && !mayChange.includes('terms');
  const also = options.also === undefined || options.also === 'all' ? [] : options.also;
  const started = [...also, ...(active === undefined ? [] : [active])].map(({ contract }) => contract);
  const terms = await readTerms(services, isBase ? baseTree : headTree, { isBase, head: headTree, started });
  const created = changes.filter(({ kind }) => kind === 'created' || kind === 'renamed').map(({ path }) => path);
  const added = isBase ? await readNewContracts(headTree, terms, created) : [];
  const contracts = selectContracts([...terms.contracts, ...added], options);
  const runnable = contracts.filter((one): one is RunnableTerms => one.contract !== undefined);

  // 2. The chunks that it can affect.
  const claims = await readClaimsAfter(runnable, headTree, changes);
  const sources = { services, repository, terms, base, head, source, changes, depth, trusted, signal };
  await using trees = new ChangeTrees(sources);
  const selection = await selectChunks({
    analysis: services.analysis,
    contracts: runnable,
    changes,
    active,
    also: options.also === 'all' ? 'all' : [...also, ...claims.ticked],
    head: headTree,
    openHead: () => trees.openHead(),
    signal,
  });
  // A contract of the change itself can only add requirements. It neither excuses nor allows what others do not.
  const isOwn = ({ terms: judging }: SelectedChunk): boolean => added.includes(judging);
  const hasActive = selection.direct.some((one) => one.relation === 'active' && !isOwn(one));
  const progress = options.progress && {
    ...options.progress,
    onDecided: (parts: DecidedSoFar) => options.progress?.onDecided(services.secrets.redactReport(parts)),
  };
  const decided = new DecidedParts(progress, { changedFiles: changes.length, hasActive });
  decided.select(selection.direct);

  // 3. The change itself.
  const carriedOut = selection.direct.filter(
    ({ relation }) => relation === 'active' || (relation === 'written' && !hasActive),
  );
  const allowing = carriedOut.filter((one) => !isOwn(one));
  const files: JudgedFiles = {
    services,
    repository,
    terms,
    base: baseTree,
    head: headTree,
    changes,
    contracts: runnable,
    chunks: allowing.map(({ chunk }) => chunk),
    mayChange,
    signal,
  };
  // Each part is reported when it is known, and needs more time than the one before.
  const stated = decided.addFindings([...terms.findings, ...added.flatMap(toFindings)]);
  const changedTerms = await listChangedTerms(files);
  const planFiles = new Set(runnable.flatMap(({ document: { form, file } }) => (form === 'plan' ? [file] : [])));
  const { judging: judgingTerms, others: hooks } = await splitChangedTerms(files, changedTerms);
  const isContract = createContractMatcher(terms.configuration);
  const others = changes.filter(({ path }) => !changedTerms.has(path) && !isContract(path));
  const ofTerms = decided.addFindings([
    ...describeEmptyChange(changes.length, active),
    ...(contracts.length > 0 || isBase || options.base === undefined || options.contractsElsewhere === true
      ? []
      : describeMissingContracts(await readTerms(services, baseTree, { isBase: true, head: headTree }))),
    ...(mayChange.includes('terms') ? [] : describeChangedTerms(judgingTerms, changes, planFiles)),
  ]);
  // Before the first commit, every file is part of the change.
  const judgesOutside = !mayChange.includes('files') && options.base !== undefined;
  const outside = { changes: others, chunks: carriedOut, allowing, base: trees.base };
  const bound = (ones: readonly SelectedChunk[]): readonly SelectedChunk[] =>
    options.strict === true ? ones : ones.filter((one) => !isPlanTask(one));
  const ofFiles = decided.addFindings(
    judgesOutside
      ? [
          ...findRuledFiles(others, runnable),
          ...(await findOutsideFiles({ ...outside, chunks: bound(carriedOut), allowing: bound(allowing) })),
        ]
      : [],
  );
  const plans = await judgePlanTexts(services, runnable, signal);
  const ofPlans = decided.addFindings(plans.findings);
  // A hook that judges the change is one of its terms.
  const protectedChanges = (await findProtected(files)).filter(
    ({ originalFile }) => !(isHookOrEditorFile(originalFile) && judgingTerms.has(originalFile)),
  );
  const weakened = decided.addFindings(protectedChanges.flatMap((change) => describeWeakened(change, contracts)));
  const unreadable = decided.addFindings(await findSyntaxErrors(files));
  const code = await judgeCode({ files, trees, options, trusted, decided });
  const findings = [...code.findings, ...ofTerms, ...ofFiles, ...ofPlans, ...weakened, ...unreadable, ...stated].sort(
    (one, other) => Number(one.severity === 'warning') - Number(other.severity === 'warning'),
  );

  // 4. What a reviewer should look at.
  const facts =
    options.facts === true
      ? [
          ...code.facts,
          ...listHookFacts(hooks, changes),
          ...listFacts(protectedChanges, await collectFacts(files)),
          ...plans.facts,
          ...(judgesOutside ? await findFilesOutsidePlans(outside) : []),
        ]
      : [];

  // 5. The chunks.
  const selected = await selection.all();
  decided.select(selected);
  const { onEvent } = options;
  const judging = {
    services,
    terms,
    trees,
    selected,
    hasActive,
    originalOf: createOriginalPaths(changes),
    claims,
    planCommands: options.planCommands === true,
    full: depth === 'full',
    head,
    change: {
      before: base,
      files: changes.map(({ path }) => path),
      mayChangeTests: [mayChange, ...allowing.map(({ chunk }) => chunk.mayChange)].some(({ length }) => length > 0),
    },
    decided,
    onEvent,
    signal,
  };
  const chunks = await judgeChunks(judging);
  return {
    ok:
      isOk(chunks, findings, options.strict === true) &&
      decided.leftOut.length === 0 &&
      (options.failOn === undefined || facts.length === 0),
    base: base.commit,
    head: head.commit,
    changedFiles: changes,
    chunks,
    findings: services.secrets.redactReport(findings),
    facts: services.secrets.redactReport(facts),
    notes: [
      ...head.notes,
      ...describeHidden(changes, head.hidden),
      ...code.notes,
      ...describeOpenTasks(chunks),
      ...(options.facts === true ? [] : describePlanFacts(services.secrets.redactReport(plans.facts))),
    ],
    ...(code.affectedTests === undefined ? {} : { affectedTests: code.affectedTests }),
    ...(decided.leftOut.length > 0 ? { unjudged: decided.leftOut } : {}),
  };
}

function createOriginalPaths(changes: readonly FileChange[]): (file: string) => string {
  const originals = new Map(changes.map(({ path, previousPath = path }) => [path, previousPath]));
  return (file) => originals.get(file) ?? file;
}

/** A file that the snapshot of the result left out is part of the change too. Its content is judged on disk. */
function toCreation(path: string): FileChange {
  return { path, kind: 'created', addedLines: 0, deletedLines: 0, binary: true };
}

/** Checks and commands read these files, so a mark does not take their changes out of the judgement. */
function describeHidden(changes: readonly FileChange[], hidden: readonly string[]): readonly string[] {
  const files = changes.map(({ path }) => path).filter((file) => hidden.includes(file));
  if (files.length === 0) return [];
  return [
    `Git does not show the changes of ${files.join(', ')}, because of "git update-index --assume-unchanged" or "--skip-worktree". They are judged, because checks and commands read the files. "check --staged" judges what a commit would contain.`,
  ];
}

/** Contracts are not files of a chunk. */
function createContractMatcher({ contracts, plans }: Configuration): (file: string) => boolean {
  return createPathMatcher([...contracts, ...plans]);
}

/** A change that carries out a chunk has to change something. Without an active chunk, there is nothing to judge. */
function describeEmptyChange(count: number, active: ChunkReference | undefined): readonly ChangeFinding[] {
  if (count > 0) return [];
  if (active === undefined) {
    return [{ kind: 'no-change', severity: 'warning', message: 'No file differs from the base: nothing was judged' }];
  }
  const message = `Carry out the chunk "${active.chunk}": no file differs from the base`;
  return [{ kind: 'no-change', severity: 'error', message, chunk: active }];
}

/** [CHANGE-1] A change that may change its terms must not remove all contracts. Without any before, it is judged by itself. */
function describeMissingContracts(earlier: ChangeTerms): readonly ChangeFinding[] {
  const [first] = earlier.contracts;
  if (first === undefined) return [];
  const message = `Keep a contract: the base has ${first.document.file}, and the result has none`;
  return [{ kind: 'no-contract', severity: 'error', message, file: first.document.file, line: 1 }];
}

function isOk(chunks: readonly JudgedChunk[], findings: readonly ChangeFinding[], strict: boolean): boolean {
  if (chunks.some(({ fails }) => fails) || findings.some(({ severity }) => severity === 'error')) return false;
  const isUnverified = ({ check }: JudgedChunk): boolean =>
    check.verdict === 'unverified' && check.supersededBy === undefined;
  return !strict || (findings.length === 0 && !chunks.some(isUnverified));
}
