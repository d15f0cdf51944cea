import { createHash } from 'node:crypto';
import * as z from 'zod';
import { isHoldoutFile } from '../../../workspace/configuration/holdout-files.ts';
import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { CheckInput } from '../evidence/check-input.ts';
import { readContents } from '../evidence/read-contents.ts';
import { withTimeLimit } from '../evidence/time-limit.ts';
import { requireTrust } from '../evidence/trust.ts';
import type { Judge, JudgeQuestion, JudgeVerdict } from '../interfaces/judge.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const MAX_CHARACTERS = 400_000;
const JUDGE_LIMIT_MS = 300_000;

const schema = z.strictObject({
  type: z.literal('llm_judge'),
  target: z
    .string()
    .min(1)
    .optional()
    .describe("The path, glob, URL, or id of a resource or step that is judged. Defaults to the chunk's own files."),
  question: z.string().min(1).describe('What must be true, as a statement or a question whose answer must be "yes".'),
  files: z.array(z.string().min(1)).optional().describe('More paths or globs that the judge sees.'),
  minConfidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('A verdict with a lower confidence fails. Defaults to 0.'),
  validator: validatorKey,
});

export const llmJudge = defineCheck({
  type: 'llm_judge',
  title: 'A model judges',
  description:
    'A model judges whether a statement about files is true, and gives its reasons. The verdict is stored and reused until a file, the question or the model changes. The check needs a configured model and a trusted workspace.',
  schema,
  examples: [
    {
      type: 'llm_judge',
      target: 'src/health/check.ts',
      question: 'Every failure of a dependency is reported with its name.',
    },
  ],
  validators: ['judge'],
  async evaluate(check, input) {
    const { subject } = input.evidence;
    requireTrust(subject.trusted, 'the check sends files of the workspace to a model');
    const { judge } = subject;
    if (!judge) {
      throw new HoldfastError('configuration', 'Failed to judge: no model is configured', {
        hint: 'Configure a model, or use another check.',
      });
    }
    const judgeQuestion: JudgeQuestion = { question: check.question, files: await readJudgedFiles(check, input) };
    const verdict = await obtainVerdict(judgeQuestion, judge, input);
    const isConfident = verdict.confidence >= (check.minConfidence ?? 0);
    const confidence = check.minConfidence === undefined ? '' : ` (confidence at least ${check.minConfidence})`;
    return {
      passed: verdict.verdict === 'pass' && isConfident,
      expected: `${check.question}${confidence}`,
      actual: formatVerdict(verdict, judge.model),
    };
  },
});

async function readJudgedFiles(
  check: z.output<typeof schema>,
  { resource, evidence }: CheckInput,
): Promise<JudgeQuestion['files']> {
  const texts = new Map<string, string>();
  if (resource.location !== undefined || check.target !== undefined) {
    for (const content of await readContents(resource, evidence)) texts.set(content.name, content.text);
  } else {
    for (const file of await ownFiles(evidence)) texts.set(file, await evidence.tree.readText(file));
  }
  for (const path of check.files ?? []) {
    const more = await readContents({ id: path, type: 'file', location: path }, evidence);
    for (const content of more) texts.set(content.name, content.text);
  }
  const scenarios = [...texts.keys()].filter((name) => isHoldoutFile(name));
  for (const name of scenarios) texts.delete(name);
  if (texts.size === 0) {
    const reason = scenarios.length === 0 ? 'there is no file to judge' : 'no model sees scenarios';
    throw new HoldfastError('contract', `Failed to judge: ${reason}`, {
      hint: 'Set target to a path, a glob, a URL, or the id of a resource or step.',
    });
  }
  const characters = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  if (characters > MAX_CHARACTERS) {
    throw new HoldfastError(
      'limit',
      `Failed to judge: the ${texts.size} files have ${characters} characters, more than the limit of ${MAX_CHARACTERS}`,
    );
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

/** The existing files that the chunk changed, or in a plain check its allowed files. */
async function ownFiles({ subject, tree }: CheckInput['evidence']): Promise<readonly string[]> {
  const files = await tree.listFiles();
  const { changedFiles, allowedFiles } = subject;
  if (changedFiles) return files.filter((file) => changedFiles.has(file));
  if (allowedFiles.length === 0) return [];
  const isAllowed = createPathMatcher(allowedFiles);
  return files.filter((file) => isAllowed(file));
}

/** The stored verdict of the same model on the same question and texts, or a new one. */
async function obtainVerdict(
  judgeQuestion: JudgeQuestion,
  judge: Judge,
  { evidence }: CheckInput,
): Promise<JudgeVerdict> {
  const { verdicts, signal } = evidence.subject;
  const { question, files } = judgeQuestion;
  const key = createHash('sha256')
    .update(JSON.stringify([judge.model, question, files.map(({ path, text }) => [path, text])]))
    .digest('hex');
  const stored = await verdicts?.get(key);
  if (stored) return stored;
  const verdict = await withTimeLimit(
    (limitedSignal) => judge.judge(judgeQuestion, limitedSignal),
    JUDGE_LIMIT_MS,
    judge.model,
    signal,
  );
  await verdicts?.put(key, verdict);
  return verdict;
}

function formatVerdict(verdict: JudgeVerdict, model: string): string {
  const cost = verdict.costUsd === null ? 'cost unknown' : `$${verdict.costUsd.toFixed(4)}`;
  const evidence = verdict.evidence.length === 0 ? '' : ` Evidence: ${verdict.evidence.join('; ')}.`;
  const details = `confidence ${verdict.confidence.toFixed(2)}, ${model}, ${cost}`;
  return `${verdict.verdict} (${details}): ${verdict.rationale}${evidence}`;
}
