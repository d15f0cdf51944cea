import type { Fact } from '../../foundation/fact.ts';
import { readFacts } from '../../verdicts/facts/read-facts.ts';
import { requirePipelineSettings } from '../../workspace/configuration/pipeline/pipeline-document.ts';
import { PIPELINE_FILE } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { ProtectedChange } from '../../verdicts/protection/changes/protected-change.ts';
import { listFacts } from '../../verdicts/protection/changes/protected-facts.ts';
import { readChange } from '../../verdicts/review/read-change.ts';
import { readStandards } from '../../verdicts/review/read-standards.ts';
import { reviewChange } from '../../verdicts/review/review-change.ts';
import type { ReviewedFile } from '../../verdicts/review/review-input.ts';
import { withRecordedCalls } from '../services/recorded-calls.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { RunServices } from '../services/run-services.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../../workspace/git/git.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { FolderReview, ReviewOptions } from './review-types.ts';
import { findReviewBase, resolveRevision } from './review-base.ts';

/** Reviews of changes by a model. */
export interface Reviews {
  /**
   * Reviews the change of the current files, or of a commit, against its base: constraints, secrets and weakened tests, then
   * three passes of a model. Lands nothing. Throws `git` without a git repository or if the base cannot be found.
   */
  review(options?: ReviewOptions): Promise<FolderReview>;
}

/** The reviews of one folder. */
export class FolderReviews implements Reviews {
  readonly #services: Pick<FolderServices, 'openCheckServices' | 'openServices' | 'secrets'>;

  constructor(services: Pick<FolderServices, 'openCheckServices' | 'openServices' | 'secrets'>) {
    this.#services = services;
  }

  async review(options: ReviewOptions = {}): Promise<FolderReview> {
    const signal = options.signal ?? new AbortController().signal;
    // Without a model there are no calls to record, so no history is created.
    const services =
      options.useModel === false
        ? await this.#services.openCheckServices(signal, () => undefined)
        : await this.#services.openServices(options, signal, () => undefined);
    return this.#services.secrets.redactReport(await reviewFolder(services, options));
  }
}

/**
 * Reviews the change of a folder's files, or of a commit, against its base. The standards are those of the base commit, so
 * that a change cannot alter what it is judged by.
 *
 * @throws HoldfastError `git` without a repository, without a commit, or if the base cannot be found
 */
async function reviewFolder(services: RunServices, options: ReviewOptions): Promise<FolderReview> {
  const { repository, configuration, analysis, history, signal } = services;
  requireGit(repository);
  const git = new Git(repository.folder);
  const { base: baseRevision, head: headRevision } = options;
  const reviewed =
    headRevision === undefined
      ? await requireHead(repository, signal)
      : await resolveRevision(git, headRevision, signal);
  const base = await findReviewBase(git, reviewed, { base: baseRevision, configuration, signal });
  const head = headRevision === undefined ? (await repository.createBase({ signal })).commit : reviewed;
  const { changes, ...read } = await readChange({ repository, analysis, from: base.commit, to: head, signal });
  const changedFiles = changes.map(({ path }) => path);
  const isAllowed = ({ area }: ProtectedChange): boolean => options.mayChange?.includes(area) === true;
  const found = await readFacts({
    repository,
    base: base.commit,
    changes,
    readAfter: (paths) => repository.readFiles(head, paths, signal),
    find: (query) => analysis.facts(query, { signal }),
    signal,
  });
  const facts = listFacts(
    read.protectedChanges.filter((change) => !isAllowed(change)),
    found,
  );
  const review = { base, head, changedFiles, facts: facts.map((fact) => maskFact(fact, services.redact)) };
  if (changedFiles.length === 0) return review;
  if (options.useModel !== false) requireModel(configuration);
  const standards = await readBaseStandards(repository, base.commit, signal);
  const report = await withRecordedCalls(services, { purpose: 'review' }, (policy) =>
    reviewChange(
      {
        ...read,
        specification: options.specification,
        standards,
        constraints: (constraintSignal) =>
          services.constraints(
            { commit: head, files: changedFiles, ...(options.head === undefined ? { root: repository.folder } : {}) },
            constraintSignal,
          ),
        isAllowed,
        useModel: options.useModel,
      },
      {
        openModel: services.model,
        policy,
        redact: services.redact,
        answers: { get: (key) => history.readAnswer(key), put: (key, answer) => history.saveAnswer(key, answer) },
        signal,
        onEvent: options.onEvent,
      },
    ),
  );
  return { ...review, report };
}

function maskFact(fact: Fact, redact: RunServices['redact']): Fact {
  const { before, after } = fact;
  return {
    ...fact,
    ...(before === undefined ? {} : { before: redact(before) }),
    ...(after === undefined ? {} : { after: redact(after) }),
  };
}

function requireGit({ kind, folder }: Repository): void {
  if (kind === 'git') return;
  throw new HoldfastError('git', `Failed to review ${folder}: it is not in a git repository.`, {
    hint: 'A review compares with a commit. Run "git init" and commit what the change starts from.',
  });
}

/** Without a model, each of its passes would fail for the same reason. */
function requireModel({ model, replay }: RunServices['configuration']): void {
  if (model !== undefined || replay !== undefined) return;
  throw new HoldfastError('configuration', 'Failed to review: no model is configured.', {
    hint: 'Set --model, HOLDFAST_MODEL or "model" in holdfast.config.yaml to provider:model. "--no-model" reviews without one: constraints, secrets and weakened tests.',
  });
}

async function requireHead(repository: Repository, signal: AbortSignal): Promise<string> {
  const { commit } = await repository.readHead(signal);
  if (commit !== null) return commit;
  throw new HoldfastError('git', 'Failed to find the change: the repository has no commit.', {
    hint: 'Commit what the change starts from.',
  });
}

async function readBaseStandards(
  repository: Repository,
  commit: string,
  signal: AbortSignal,
): Promise<readonly ReviewedFile[]> {
  const tree = repository.readTree(commit, signal);
  const { contextFiles } = requirePipelineSettings(await tree.readText(PIPELINE_FILE));
  return readStandards(tree, contextFiles);
}
