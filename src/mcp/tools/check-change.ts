import * as z from 'zod';
import { formatViolation } from '../../hooks/protocol/stop-reason.ts';
import { listChangeViolations, type ChangeFinding, type ChangeViolation } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import { defineTool } from '../base/engine-tool.ts';
import { chunkName, chunkReferenceSchema } from '../base/shared-schemas.ts';

const violationOfChangeSchema = z.object({
  chunk: z.string().optional().describe('<contract>#<chunk>; absent if it is about the change itself.'),
  message: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  file: z.string().optional(),
  line: z.number().optional(),
});

export const checkChange = defineTool({
  name: 'check_change',
  title: 'Check the change',
  description:
    'Judges the whole change since a revision as the end of a session or CI does: the chunks that it can affect, files outside of the active chunk, weakened tests, changed contracts, files that do not parse. The contracts are read from the revision. Runs no commands and changes no file.',
  input: z.strictObject({
    since: z
      .string()
      .min(1)
      .optional()
      .describe('A git revision. Default: the merge base with the default branch, else HEAD.'),
    chunk: chunkName,
  }),
  output: z.object({
    ok: z.boolean(),
    base: z.string().describe('The commit that the change starts from.'),
    changedFiles: z.array(z.string()),
    violations: z.array(violationOfChangeSchema),
    warnings: z.array(violationOfChangeSchema).describe('They do not make the change fail.'),
    chunks: z.array(
      chunkReferenceSchema.extend({
        verdict: z.enum(['satisfied', 'unsatisfied', 'unverified']),
        excuse: z
          .enum(['waits', 'not-started', 'not-ticked', 'fault-on-base'])
          .optional()
          .describe('Why an unsatisfied chunk does not make the change fail.'),
      }),
    ),
    notes: z.array(z.string()),
  }),
  readOnly: true,
  async run({ engine, session, signal }, { since, chunk }) {
    const name = chunk ?? session.active;
    const active = name === undefined ? undefined : await engine.agents.findChunk(name);
    const base = await engine.changes.findBase(since, { signal });
    const judgement = await engine.changes.judge({
      base,
      active: active && { contract: active.contract, chunk: active.chunk },
      depth: 'files',
      signal,
    });
    const violations = listChangeViolations(judgement).map(toNamedViolation);
    const warnings = judgement.findings.filter(({ severity }) => severity === 'warning').map(toNamedViolation);
    const { ok, chunks, changedFiles, notes } = judgement;
    return {
      text: [
        ok ? 'OK: nothing is wrong with the change.' : `Not done: ${formatCount(violations.length, 'violation')}.`,
        ...violations.map(formatViolation),
        ...warnings.map((warning) => `warning:\n${formatViolation(warning)}`),
        ...notes.map((note) => `note: ${note}`),
      ].join('\n'),
      data: {
        ok,
        base: judgement.base,
        changedFiles: changedFiles.map(({ path }) => path),
        violations,
        warnings,
        chunks: chunks.map(({ contract, chunk: id, check, excuse }) => ({
          contract,
          chunk: id,
          verdict: check.verdict,
          excuse,
        })),
        notes,
      },
    };
  },
});

function toNamedViolation({
  chunk,
  message,
  expected,
  actual,
  file,
  line,
}: ChangeFinding | ChangeViolation): z.infer<typeof violationOfChangeSchema> {
  return { chunk: chunk && `${chunk.contract}#${chunk.chunk}`, message, expected, actual, file, line };
}
