/**
 * Measures what parts of the prompt do for a small model: each task with the same seeds and each variant, judged by execution.
 *   node test/local-models/prompts/measure.ts [--model qwen2.5-coder-0.5b] [--seeds 5] [--tasks constant-ts,…] [--variants REGEX]
 *   node test/local-models/prompts/measure.ts --continue FOLDER    keeps the samples in a folder, and adds those that are missing
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import type { Chunk } from '../../../src/contract/model.ts';
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
import { EXAMPLE_IN_TYPESCRIPT, systemOf, VARIANTS, type PromptVariant } from './variants.ts';

const { values } = parseArgs({
  options: {
    model: { type: 'string', default: 'qwen2.5-coder-0.5b' },
    seeds: { type: 'string', default: '5' },
    tasks: { type: 'string' },
    variants: { type: 'string' },
    'max-tokens': { type: 'string', default: '120' },
    continue: { type: 'string' },
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

const folder =
  values.continue ?? join(modelsFolder(), 'reports', `prompts-${new Date().toISOString().replaceAll(':', '-')}`);
mkdirSync(folder, { recursive: true });
const samplesFile = join(folder, 'samples.jsonl');
const samples: Sample[] = existsSync(samplesFile)
  ? readFileSync(samplesFile, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Sample)
  : [];
const missing = tasks
  .flatMap((task) => variants.flatMap((variant) => seeds.map((seed) => ({ task, variant, seed }))))
  .filter(({ task, variant, seed }) => findSample(variant.name, task, seed) === undefined);
if (missing.length > 0) {
  await using server = await startModelServer({
    model,
    contextSize: 8_192,
    threads: 1,
    maxTokens: Number(values['max-tokens']),
    log: join(folder, 'answers.jsonl'),
  });
  for (const { task, variant, seed } of missing) {
    const sample = findEqual(task, variant, seed) ?? (await measure(server, task, variant, seed));
    samples.push(sample);
    appendFileSync(samplesFile, `${JSON.stringify(sample)}\n`);
  }
}
console.log(render(samples));

function findSample(variantName: string, { id }: Task, seed: number): Sample | undefined {
  return samples.find((sample) => sample.variant === variantName && sample.task === id && sample.seed === seed);
}

/** The sample of a variant with the same prompt. */
function findEqual(task: Task, { name, base }: PromptVariant, seed: number): Sample | undefined {
  if (name !== EXAMPLE_IN_TYPESCRIPT || task.language !== 'typescript' || base === undefined) return undefined;
  const found = findSample(base, task, seed);
  return found && { ...found, variant: name };
}

/** One answer, or with tools a few, and what it is worth. */
async function measure(server: ModelServer, task: Task, variant: PromptVariant, seed: number): Promise<Sample> {
  const configured = await createModel({
    reference: `openai-compatible:${server.model}`,
    baseUrl: server.urlOf(variant.dialect, seed * 100 + TASKS.indexOf(task), `variant-${VARIANTS.indexOf(variant)}`),
    keys: () => Promise.resolve(undefined),
  });
  const { prompt, chunk } = createPrompt(task, variant);
  const files = new MemoryFiles(createFiles(task, { maxAttempts: 2, hasAcceptance: true }));
  const attempt = createAttempt(
    { ...configured, supportsTools: variant.dialect === 'template' },
    {
      files,
      onlyFile: task.file,
      system: systemOf(variant, prompt, chunk),
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

function createPrompt(task: Task, { retry }: PromptVariant): { readonly prompt: Prompt; readonly chunk: Chunk } {
  const repository = createFiles(task, { maxAttempts: 2, hasAcceptance: true });
  const { contract } = readContract({ file: CONTRACT_FILE, text: repository[CONTRACT_FILE] ?? '', checks: [] });
  const [chunk] = contract?.chunks ?? [];
  if (contract === undefined || chunk === undefined) throw new Error(`The contract of ${task.id} has errors`);
  const prompt = buildPrompt({
    contract,
    chunk,
    context: accumulateContexts([]),
    notYetCreated: [],
    contextFiles: chunk.contextFiles.map((path) => ({ path, text: repository[path] })),
    termFiles: [CONTRACT_FILE],
    gates: [],
    ...(retry === undefined ? {} : { retry: retry(task) }),
  });
  return { prompt, chunk };
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
  const rows = variants.flatMap(({ name, base = name }) => {
    const own = all.filter(({ variant }) => variant === name);
    if (own.length === 0) return [];
    const pairs = own.map((sample) => ({
      sample,
      other: all.find(({ variant, task, seed }) => variant === base && task === sample.task && seed === sample.seed),
    }));
    const better = pairs.filter(({ sample, other }) => sample.isRight && other?.isRight === false).length;
    const worse = pairs.filter(({ sample, other }) => !sample.isRight && other?.isRight === true).length;
    const share = (count: number): string => `${count} (${Math.round((100 * count) / own.length)} %)`;
    return [
      [
        name,
        String(own.length),
        share(own.filter(({ isRight }) => isRight).length),
        share(own.filter(({ hasWritten }) => hasWritten).length),
        String(Math.round(own.reduce((sum, { outputTokens }) => sum + outputTokens, 0) / own.length)),
        name === base ? '' : base,
        name === base ? '' : `${pairs.filter(({ other }) => other !== undefined).length}: +${better} −${worse}`,
        name === base ? '' : signTest(better, worse).toPrecision(2),
      ],
    ];
  });
  return formatTable([
    ['prompt', 'answers', 'right', 'wrote a file', 'tokens of an answer', 'compared with', 'pairs', 'p'],
    ...rows,
  ]);
}
