import * as z from 'zod';
import { fixTitle, type FailureExplanation, type TextExcerpt } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { defineTool } from '../base/engine-tool.ts';
import { chunkName } from '../base/shared-schemas.ts';
import { formatViolationText, toViolation, violationSchema } from '../base/violations.ts';

const excerptSchema = z.object({
  file: z.string(),
  firstLine: z.number().describe('The number of the first line, from 1.'),
  text: z.string(),
});

export const explainViolation = defineTool({
  name: 'explain_violation',
  title: 'Explain a violation',
  description:
    'Explains why requirements of a chunk fail: what the check examines, the lines of the contract and of the code, the name or the path that was probably meant, and mechanical fixes. Changes nothing.',
  input: z.strictObject({
    chunk: chunkName,
    requirement: z
      .string()
      .min(1)
      .optional()
      .describe('Only this requirement, such as chunks[0].functions[1]. Default: every one that fails.'),
  }),
  output: z.object({
    explanations: z.array(
      violationSchema.extend({
        check: z.object({ type: z.string(), title: z.string(), description: z.string() }),
        similar: z.string().optional().describe('The existing name or file that is similar to the missing one.'),
        missingPackage: z.string().optional().describe('A package that is not installed, so its types are unknown.'),
        contract: excerptSchema.optional(),
        code: excerptSchema.optional(),
        fixes: z.array(
          z.object({
            title: z.string(),
            preferred: z.boolean(),
            kind: z.enum(['text', 'texts', 'create-file', 'rename', 'propose-amendment', 'run-chunk']),
            file: z.string().optional(),
          }),
        ),
        canProposeAmendment: z.boolean().describe('Whether propose_amendment can take over what the code has.'),
      }),
    ),
  }),
  readOnly: true,
  async run({ engine, session, signal }, { chunk, requirement }) {
    const { contract, chunk: id } = await session.requireChunk(engine, chunk);
    const explained = await engine.failures.explain({ contract, chunk: id, requirement, signal });
    const document = await engine.contracts.read(contract);
    const explanations = explained.map((one) => ({
      ...toViolation(document, one.result),
      check: {
        type: one.result.assertion.check.type,
        title: one.check?.title ?? '',
        description: one.check?.description ?? '',
      },
      similar: one.result.similar,
      missingPackage: one.result.missingPackage?.name,
      contract: toExcerpt(one.contractText),
      code: toExcerpt(one.codeText),
      fixes: listFixes(one),
      canProposeAmendment: one.fixes.some(({ change }) => change.kind === 'propose-amendment'),
    }));
    const text = explanations.map((one) =>
      [
        formatViolationText(one),
        ...(one.check.description === '' ? [] : [`  check: ${one.check.type}: ${one.check.description}`]),
        ...(one.similar === undefined ? [] : [`  similar: ${one.similar}`]),
        ...formatExcerpt('contract', one.contract),
        ...formatExcerpt('code', one.code),
        ...one.fixes.map(({ title }) => `  fix: ${title}`),
      ].join('\n'),
    );
    return {
      text: [
        explanations.length === 0
          ? `Every requirement of the chunk "${id}" holds.`
          : `${formatCount(explanations.length, 'violation')} of the chunk "${id}":`,
        ...text,
      ].join('\n'),
      data: { explanations },
    };
  },
});

/** To run the chunk with the model of Holdfast is not for another agent. */
function listFixes({ fixes }: FailureExplanation) {
  return fixes
    .filter(({ change }) => change.kind !== 'run-chunk')
    .map(({ action, isPreferred, change }) => ({
      title: fixTitle(action),
      preferred: isPreferred,
      kind: change.kind,
      file: 'file' in change ? change.file : change.kind === 'texts' ? change.texts[0]?.file : undefined,
    }));
}

function toExcerpt(excerpt: TextExcerpt | undefined): z.infer<typeof excerptSchema> | undefined {
  return excerpt && { file: excerpt.file, firstLine: excerpt.firstLine, text: excerpt.lines.join('\n') };
}

function formatExcerpt(subject: string, excerpt: z.infer<typeof excerptSchema> | undefined): readonly string[] {
  if (excerpt === undefined) return [];
  const lines = excerpt.text.split('\n').map((line, index) => `    ${excerpt.firstLine + index} | ${line}`);
  return [`  ${subject}: ${excerpt.file}`, ...lines];
}
