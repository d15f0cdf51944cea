/** The public entry of the pipeline for its edges: work items of a folder, on the engine of the folder. */
import type { Examination } from './run/setup/setup-types.ts';
import type { EngineBasis } from './engine/services/engine-basis.ts';
import type { WriteWorkflowOptions, WrittenFile } from './pipeline/actions/write-workflow.ts';
import type { ChangeComment, ChangeCommentOutcome } from './pipeline/forge/github/change-comment.ts';
import type { ForgeLocation, Pipeline } from './pipeline/opening/pipeline-types.ts';

export type * from './pipeline/opening/pipeline-types.ts';
export type { SafetyReason } from './pipeline/state/item-state.ts';

/** The engine of the folder. */
export interface PipelineBasis {
  readonly basis: EngineBasis;
}

/**
 * Opens the pipeline of a folder on the configured forge. It is closed with the engine.
 *
 * @throws HoldfastError `git` without a git repository, `configuration` if the forge is GitHub and there is no token
 */
export async function openPipeline({ basis }: PipelineBasis): Promise<Pipeline> {
  return (await import('./pipeline/opening/open-pipeline.ts')).openPipeline(basis);
}

/** Where the work items of a folder are, by its configuration. Calls no server. Throws `git` without a git repository. */
export async function locateForge({ basis }: PipelineBasis): Promise<ForgeLocation> {
  return (await import('./pipeline/opening/locate-forge.ts')).locateForge(basis);
}

/** Writes the GitHub Actions workflow of the pipeline. Throws `conflict` if it exists with other text. */
export async function writeWorkflow({ basis }: PipelineBasis, options: WriteWorkflowOptions): Promise<WrittenFile> {
  const { writeWorkflow: write } = await import('./pipeline/actions/write-workflow.ts');
  return write(await basis.repository(), options);
}

/** Writes a report on a change as the one comment of its pull request. Throws `configuration` if the token may not write. */
export async function updateChangeComment(comment: ChangeComment, signal: AbortSignal): Promise<ChangeCommentOutcome> {
  return (await import('./pipeline/forge/github/change-comment.ts')).updateChangeComment(comment, signal);
}

/** What the pipeline adds to the diagnosis of a folder. */
export function pipelineExaminations({ basis }: PipelineBasis): readonly Examination[] {
  return [
    {
      subject: 'forge',
      examine: async () => (await import('./pipeline/opening/pipeline-findings.ts')).pipelineFindings(basis),
    },
    {
      subject: 'actions',
      examine: async () => {
        const { workflowFindings } = await import('./pipeline/actions/workflow-findings.ts');
        return workflowFindings(await basis.repository());
      },
    },
  ];
}
