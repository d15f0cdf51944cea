/**
 * Measures what parts of the prompt do for a small model: each task with the same seeds and each variant, judged by execution.
 *   node test/local-models/prompts/measure.ts [--model qwen2.5-coder-0.5b] [--seeds 5] [--tasks constant-ts,…]
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { buildPrompt, type Prompt } from '../../../src/models/prompts/build-prompt.ts';
import { accumulateContexts } from '../../../src/run/prompt/change-context.ts';
import { createAttempt, MemoryFiles } from '../../models/agent/attempt.ts';
import { modelsFolder } from '../install/install-model.ts';
import { PINNED_MODEL_IDS } from '../install/pinned-models.ts';
import { judgeByExecution } from '../runs/oracle.ts';
import { CONTRACT_FILE, createFiles, TASKS, type Task } from '../runs/tasks.ts';
import { startModelServer, type ModelServer } from '../server/start-server.ts';
import { formatTable } from '../runs/table.ts';
import { signTest } from './significance.ts';
import { systemOf, VARIANTS, type PromptVariant } from './variants.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'qwen2.5-coder-0.5b' },
    seeds: { type: 'string', default: '5' },
    tasks: { type: 'string' },
    variants: { type: 'string' },
    'max-tokens': { type: 'string', default: '120' },
  },
});
const model = PINNED_MODEL_IDS.find((id) => id === values.model);
if (model === undefined) throw new Error(`--model must be one of ${PINNED_MODEL_IDS.join(', ')}`);
const tasks = TASKS.filter(({ id }) => values.tasks?.split(',').includes(id) ?? true);
const variants = VARIANTS.filter(({ name }) => values.variants === undefined || new RegExp(values.variants).test(name));
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1);

interface Sample {
  readonly variant: string;
  readonly task: string;
  readonly seed: number;
  readonly isRight: boolean;
  /** Whether the answer changed a file. */
  readonly hasWritten: boolean;
  readonly outputTokens: number;
  readonly stopReason: string;
}

type Judgement = Awaited<ReturnType<typeof judgeByExecution>>;
const judged = new Map<string, Judgement>();

const folder = join(modelsFolder(), 'reports', `prompts-${new Date().toISOString().replaceAll(':', '-')}`);
mkdirSync(folder, { recursive: true });
const samples: Sample[] = [];
{
  await using server = await startModelServer({
    model,
    contextSize: 8_192,
    threads: 1,
    maxTokens: Number(values['max-tokens']),
    log: join(folder, 'answers.jsonl'),
  });
  for (const task of tasks) {
    for (const variant of variants) {
      for (const seed of seeds) {
        const sample = findEqual(task, variant, seed) ?? (await measure(server, task, variant, seed));
        samples.push(sample);
        appendFileSync(join(folder, 'samples.jsonl'), `${JSON.stringify(sample)}\n`);
      }
    }
    console.error(`${task.id} is measured`);
  }
}
console.log(render(samples));

/** The sample of a variant with the same prompt: the usual example is in TypeScript. */
function findEqual({ id, language }: Task, { name }: PromptVariant, seed: number): Sample | undefined {
  if (name !== 'first: example in the language' || language !== 'typescript') return undefined;
  const found = samples.find(
    (sample) => sample.variant === 'first: usual' && sample.task === id && sample.seed === seed,
  );
  return found && { ...found, variant: name };
}

/** One answer, or with tools a few, and what it is worth. */
async function measure(server: ModelServer, task: Task, variant: PromptVariant, seed: number): Promise<Sample> {
  const configured = await createModel({
    reference: `openai-compatible:${server.model}`,
    baseUrl: server.urlOf(variant.dialect, seed * 100 + TASKS.indexOf(task), `variant-${VARIANTS.indexOf(variant)}`),
    keys: () => Promise.resolve(undefined),
  });
  const prompt = createPrompt(task, variant);
  const files = new MemoryFiles(createFiles(task, { maxAttempts: 2, hasAcceptance: true }));
  const attempt = createAttempt(
    { ...configured, supportsTools: variant.dialect === 'template' },
    {
      files,
      onlyFile: task.file,
      system: systemOf(variant, prompt, task),
      prompt: variant.user?.(prompt.user, task) ?? prompt.user,
      limits: { maxSteps: variant.dialect === 'template' ? 3 : 1 },
    },
  );
  const outcome = await runAgent(attempt.input);
  const { isDeclared, isRight } = await judgeFile(task, files.content.get(task.file));
  return {
    variant: variant.name,
    task: task.id,
    seed,
    isRight: isDeclared && isRight,
    hasWritten: outcome.written.length > 0,
    outputTokens: outcome.outputTokens,
    stopReason: outcome.stopReason,
  };
}

function createPrompt(task: Task, { retry }: PromptVariant): Prompt {
  const repository = createFiles(task, { maxAttempts: 2, hasAcceptance: true });
  const { contract } = readContract({ file: CONTRACT_FILE, text: repository[CONTRACT_FILE] ?? '', checks: [] });
  const [chunk] = contract?.chunks ?? [];
  if (contract === undefined || chunk === undefined) throw new Error(`The contract of ${task.id} has errors`);
  return buildPrompt({
    contract,
    chunk,
    context: accumulateContexts([]),
    notYetCreated: [],
    contextFiles: chunk.contextFiles.map((path) => ({ path, text: repository[path] })),
    termFiles: [CONTRACT_FILE],
    gates: [],
    ...(retry === undefined ? {} : { retry: retry(task) }),
  });
}

/** Many answers are equal. */
async function judgeFile(task: Task, text: string | undefined): Promise<Judgement> {
  const key = `${task.id} ${text ?? ''}`;
  const known = judged.get(key);
  if (known !== undefined) return known;
  const judgement = await judgeByExecution(task, {
    ...task.before,
    ...(text === undefined ? {} : { [task.file]: text }),
  });
  judged.set(key, judgement);
  return judgement;
}

/** The variants with their rates, each compared with the first one of its kind, on the same tasks and seeds. */
function render(all: readonly Sample[]): string {
  const rows = variants.map(({ name, base = name }) => {
    const own = all.filter(({ variant }) => variant === name);
    const pairs = own.map((sample) => ({
      sample,
      other: all.find(({ variant, task, seed }) => variant === base && task === sample.task && seed === sample.seed),
    }));
    const better = pairs.filter(({ sample, other }) => sample.isRight && other?.isRight === false).length;
    const worse = pairs.filter(({ sample, other }) => !sample.isRight && other?.isRight === true).length;
    const share = (count: number): string => `${count} of ${own.length} (${Math.round((100 * count) / own.length)} %)`;
    return [
      name,
      share(own.filter(({ isRight }) => isRight).length),
      share(own.filter(({ hasWritten }) => hasWritten).length),
      String(Math.round(own.reduce((sum, { outputTokens }) => sum + outputTokens, 0) / own.length)),
      name === base ? '' : base,
      name === base ? '' : `+${better} −${worse}`,
      name === base ? '' : signTest(better, worse).toPrecision(2),
    ];
  });
  return formatTable([
    ['prompt', 'right', 'wrote a file', 'tokens of an answer', 'compared with', 'pairs', 'p'],
    ...rows,
  ]);
}
