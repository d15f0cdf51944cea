import type { ModuleIndex } from '../../code/index/module-index.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type * as z from 'zod';
import type { PipelineSettings } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { ContextItem } from '../context/context-item.ts';
import type { StageMistake } from '../stages/results/stage-mistake.ts';
import type { StageMaterial, StagePrompt } from '../stages/prompts/stage-prompt.ts';
import type { ItemEvent, StageOutcome } from '../state/item-event.ts';
import type { StageInput } from '../step/stage-executor.ts';
import type { DocumentExecutorServices } from './document-executor-services.ts';
import type { DocumentStageName } from './stored-answers.ts';

/** The base commit of an item as a stage sees it. */
export interface BaseCommit {
  readonly tree: SourceTree;
  readonly files: readonly string[];
  readonly index: ModuleIndex;
  readonly settings: PipelineSettings;
}

/** What a stage adds to what every stage is given. */
export interface PreparedPrompt {
  /** Context of the stage, apart from the standards. */
  readonly context: readonly ContextItem[];
  /** Creates the prompt with the context that fits. */
  readonly create: (material: StageMaterial) => StagePrompt;
}

/** What the checks of a stage say about an answer. */
export type AnswerVerdict =
  | { readonly mistakes: readonly StageMistake[] }
  | {
      readonly mistakes: readonly [];
      /** Identifies exactly what is approved. */
      readonly hash: string;
      /** What is stored. */
      readonly value: unknown;
      readonly outcome: StageOutcome;
    };

export interface DocumentStage<Answer> {
  readonly name: DocumentStageName;
  readonly schema: z.ZodType<Answer>;
  /** Events that make a model call unnecessary. */
  readonly settle?: (input: StageInput, remarks: StageMaterial['comments']) => readonly ItemEvent[] | undefined;
  readonly prepare: (input: StageInput, base: BaseCommit) => PreparedPrompt | Promise<PreparedPrompt>;
  /** Checks an answer that matches the schema against the base commit, and creates what follows from it. */
  readonly judge: (
    answer: Answer,
    input: StageInput,
    base: BaseCommit,
    services: DocumentExecutorServices,
  ) => Promise<AnswerVerdict>;
}
