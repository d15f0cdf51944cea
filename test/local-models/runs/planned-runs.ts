import type { PinnedModelId } from '../install/pinned-models.ts';
import type { ToolDialect } from '../server/tool-dialects.ts';
import { TASKS, type Task, type TaskKind } from './tasks.ts';

/** What a run exercises. */
export type RunVariant =
  | 'chunk'
  /** A gate that the model judges. */
  | 'judge'
  /** A signature that the task cannot be done with. */
  | 'amendment'
  /** A plan from a sentence. */
  | 'plan'
  /** The review of a change. */
  | 'review'
  /** A context window that the usual prompt does not fit. */
  | 'small-window';

export interface PlannedRun {
  readonly number: number;
  readonly model: PinnedModelId;
  readonly dialect: ToolDialect;
  readonly task: Task;
  readonly variant: RunVariant;
  readonly attempts: 'fresh' | 'continue';
  readonly hasAcceptance: boolean;
  readonly maxAttempts: number;
  /** The window that the server has. */
  readonly contextSize: number;
}

const CODER = 'qwen2.5-coder-0.5b';
const GENERAL = 'smollm2-135m';
const USUAL_CONTEXT = 8_192;
/** The prompt of the planner has 13,100 tokens. The other model was trained with 8,192. */
const PLAN_CONTEXT = 16_384;

/** The runs, in groups that share a model and the start of the prompt, so that the server evaluates it once. */
export function planRuns(): readonly PlannedRun[] {
  const runs: Omit<PlannedRun, 'number'>[] = [];
  const add = (
    model: PinnedModelId,
    dialect: ToolDialect,
    tasks: readonly Task[],
    more: Partial<Pick<PlannedRun, 'variant' | 'attempts' | 'hasAcceptance' | 'maxAttempts' | 'contextSize'>> = {},
  ): void => {
    for (const task of tasks) {
      const defaults = {
        variant: 'chunk',
        attempts: 'fresh',
        hasAcceptance: true,
        maxAttempts: 2,
        contextSize: USUAL_CONTEXT,
      } as const;
      runs.push({ model, dialect, task, ...defaults, ...more });
    }
  };
  add(CODER, 'refused', TASKS);
  add(CODER, 'template', ofKinds('constant', 'one-line', 'two-cases', 'use-import'));
  add(CODER, 'refused', TASKS, { attempts: 'continue', hasAcceptance: false });
  add(CODER, 'grammar', ofKinds('constant'));
  add(CODER, 'dropped', ofKinds('list', 'text', 'boundary'));
  add(CODER, 'refused', ofKinds('one-line', 'two-cases'), { variant: 'judge' });
  add(CODER, 'refused', ofKinds('two-cases', 'from-list'), { variant: 'amendment', hasAcceptance: false });
  add(CODER, 'refused', ofKinds('one-line', 'boundary'), { variant: 'plan', contextSize: PLAN_CONTEXT });
  add(CODER, 'refused', ofKinds('text', 'extend-file'), { variant: 'review' });
  add(GENERAL, 'refused', TASKS, { maxAttempts: 1 });
  add(GENERAL, 'dropped', ofKinds('constant', 'one-line', 'text'), { attempts: 'continue' });
  add(GENERAL, 'refused', ofKinds('constant').slice(0, 1), { variant: 'judge' });
  add(GENERAL, 'refused', ofKinds('text'), { variant: 'review' });
  add(CODER, 'template', ofKinds('one-line'), { variant: 'small-window', contextSize: 2_048 });
  return runs.map((run, index) => ({ number: index + 1, ...run }));
}

function ofKinds(...kinds: readonly TaskKind[]): readonly Task[] {
  return TASKS.filter(({ kind }) => kinds.includes(kind));
}
