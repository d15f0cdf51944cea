import { createHash } from 'node:crypto';
import * as z from 'zod';
import { globMatcher } from '../../contract/glob-matcher.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { defineCheck, validatorKey } from '../check-definition.ts';
import type { Question } from '../check-definition.ts';
import { contentsMeantBy } from '../evidence/contents-meant.ts';
import { withTimeLimit } from '../evidence/time-limit.ts';
import { requireTrust } from '../evidence/trust.ts';
import type { Judge, JudgeQuestion, JudgeVerdict } from '../judge.ts';

const MOST_CHARACTERS = 400_000;
const JUDGE_LIMIT_MS = 300_000;

const schema = z.strictObject({
  type: z.literal('llm_judge'),
  target: z
    .string()
    .min(1)
    .optional()
    .describe(
      "What is judged: a path, a glob, a URL, or the id of a resource or step; the chunk's own files where absent.",
    ),
  question: z.string().min(1).describe('What must be true, as a sentence or a question that "yes" answers.'),
  files: z.array(z.string().min(1)).optional().describe('More paths or globs that the judge is shown.'),
  minConfidence: z.number().min(0).max(1).optional().describe('A verdict below this does not pass. 0 where absent.'),
  validator: validatorKey,
});

export const llmJudge = defineCheck({
  type: 'llm_judge',
  title: 'A model judges',
  description:
    'A model judges whether something is true of files, with its reasons. The verdict on unchanged files is asked for once. It needs a configured model.',
  schema,
  examples: [
    {
      type: 'llm_judge',
      target: 'src/health/check.ts',
      question: 'Every failure of a dependency is reported with its name.',
    },
  ],
  validators: ['judge'],
  async answer(check, question) {
    const { subject } = question.evidence;
    requireTrust(subject.trusted, 'a model would be sent files of the workspace');
    const { judge } = subject;
    if (!judge) {
      throw new HoldfastError('configuration', 'Failed to judge: no model is configured', {
        hint: 'Configure a model, or use another check.',
      });
    }
    const asked: JudgeQuestion = { question: check.question, files: await filesToShow(check, question) };
    const verdict = await verdictOn(asked, judge, question);
    const sure = verdict.confidence >= (check.minConfidence ?? 0);
    const wanted = check.minConfidence === undefined ? '' : ` (confidence at least ${check.minConfidence})`;
    return {
      passed: verdict.verdict === 'pass' && sure,
      expected: `${check.question}${wanted}`,
      actual: written(verdict, judge.model),
    };
  },
});

async function filesToShow(
  check: z.output<typeof schema>,
  { resource, evidence }: Question,
): Promise<JudgeQuestion['files']> {
  const shownFiles = new Map<string, string>();
  if (resource.location !== undefined || check.target !== undefined) {
    for (const content of await contentsMeantBy(resource, evidence)) shownFiles.set(content.name, content.text);
  } else {
    for (const file of await ownFiles(evidence)) shownFiles.set(file, await evidence.tree.readText(file));
  }
  for (const path of check.files ?? []) {
    const more = await contentsMeantBy({ id: path, type: 'file', location: path }, evidence);
    for (const content of more) shownFiles.set(content.name, content.text);
  }
  const characters = [...shownFiles.values()].reduce((sum, text) => sum + text.length, 0);
  if (shownFiles.size === 0) {
    throw new HoldfastError('contract', 'Failed to judge: there is no file to look at', {
      hint: 'Name one with target.',
    });
  }
  if (characters > MOST_CHARACTERS) {
    throw new HoldfastError(
      'limit',
      `Failed to judge: ${shownFiles.size} files with ${characters} characters are too much`,
    );
  }
  return [...shownFiles].map(([path, text]) => ({ path, text }));
}

/** The files of the chunk's own change that are there, else its allowed files. */
async function ownFiles({ subject, tree }: Question['evidence']): Promise<readonly string[]> {
  const files = await tree.listFiles();
  const { changedFiles, allowedFiles } = subject;
  if (changedFiles) return files.filter((file) => changedFiles.has(file));
  if (allowedFiles.length === 0) return [];
  const allowed = globMatcher(allowedFiles);
  return files.filter((file) => allowed(file));
}

/** The verdict of the same model on the same question and files, kept or asked for. */
async function verdictOn(asked: JudgeQuestion, judge: Judge, { evidence }: Question): Promise<JudgeVerdict> {
  const { verdicts, signal } = evidence.subject;
  const key = createHash('sha256')
    .update(JSON.stringify([judge.model, asked.question, asked.files.map(({ path, text }) => [path, text])]))
    .digest('hex');
  const kept = await verdicts?.get(key);
  if (kept) return kept;
  const verdict = await withTimeLimit((limited) => judge.judge(asked, limited), JUDGE_LIMIT_MS, judge.model, signal);
  await verdicts?.put(key, verdict);
  return verdict;
}

function written(verdict: JudgeVerdict, model: string): string {
  const cost = verdict.costUsd === null ? 'cost unknown' : `$${verdict.costUsd.toFixed(4)}`;
  const evidence = verdict.evidence.length === 0 ? '' : ` Evidence: ${verdict.evidence.join('; ')}.`;
  const sure = `confidence ${verdict.confidence.toFixed(2)}, ${model}, ${cost}`;
  return `${verdict.verdict} (${sure}): ${verdict.rationale}${evidence}`;
}
