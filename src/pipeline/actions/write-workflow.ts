import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PIPELINE_FILE } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import { requirePipelineSettings } from '../../workspace/configuration/pipeline/pipeline-document.ts';
import { createWorkflow, WORKFLOW_FILE } from './workflow.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { resolveInside } from '../../workspace/files/safe-path.ts';
import type { Repository } from '../../workspace/repository.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';

export interface WriteWorkflowOptions {
  /** What npm installs in the workflow to get the program: a package with its version, or the URL of an archive. */
  readonly packageSpec: string;
  /** Whether a workflow with other text is replaced. */
  readonly overwrite?: boolean | undefined;
}

export interface WrittenFile {
  /** Relative to the top level of the repository. */
  readonly file: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged';
}

/**
 * Writes the workflow that performs the steps of items on GitHub's runners. A workflow with other text is replaced only with
 * `overwrite`.
 *
 * @throws HoldfastError `conflict` if the file exists with other text, `git` without a git repository
 */
export async function writeWorkflow(
  repository: Repository,
  { packageSpec, overwrite = false }: WriteWorkflowOptions,
): Promise<WrittenFile> {
  const top = findTopLevel(repository);
  const { labelPrefix } = requirePipelineSettings(await repository.tree.readText(PIPELINE_FILE));
  const text = createWorkflow({ labelPrefix, packageSpec, folder: repository.prefix.replace(/\/$/, '') });
  const absolute = await resolveInside(top, WORKFLOW_FILE);
  const current = await readIfExists(absolute);
  if (current === text) return { file: WORKFLOW_FILE, outcome: 'unchanged' };
  if (current !== undefined && !overwrite) {
    throw new HoldfastError('conflict', `${WORKFLOW_FILE} exists and has other text`, {
      hint: 'Compare it with the new text, then use --force to replace it.',
    });
  }
  await mkdir(path.dirname(absolute), { recursive: true });
  await writeFile(absolute, text, { flag: overwrite ? 'w' : 'wx' });
  return { file: WORKFLOW_FILE, outcome: current === undefined ? 'created' : 'replaced' };
}

/** The text of the workflow in the workspace; undefined if it does not exist. */
export async function readWorkflow(repository: Repository): Promise<string | undefined> {
  if (repository.kind !== 'git') return undefined;
  return readIfExists(await resolveInside(findTopLevel(repository), WORKFLOW_FILE));
}

/** The top level of the repository. Workflows in another folder are ignored by GitHub. */
function findTopLevel({ kind, folder, prefix }: Repository): string {
  if (kind === 'git')
    return path.resolve(
      folder,
      ...prefix
        .split('/')
        .slice(1)
        .map(() => '..'),
    );
  throw new HoldfastError('git', `${folder} is not in a git repository`, {
    hint: 'A workflow belongs to a repository on GitHub. Run the command in a clone of it.',
  });
}

async function readIfExists(absolute: string): Promise<string | undefined> {
  try {
    return await readPlainText(absolute);
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw thrown;
  }
}
