import * as z from 'zod';
import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import type { DeepReadonly } from '../../history/database/stored-json.ts';
import { countVerdicts } from '../../foundation/verdict.ts';
import { defineTool, type EngineToolContext } from '../base/engine-tool.ts';
import { chunkName, contractFile, problemSchema } from '../base/shared-schemas.ts';
import { formatViolationText, listChunkViolations, toViolation, violationSchema } from '../base/violations.ts';

/** A longer list does not fit into the context of a model. The counts include all chunks. */
const MAX_CHUNKS = 50;

const contractCheckSchema = z.object({
  file: z.string(),
  ok: z.boolean(),
  problems: z.array(problemSchema),
  chunks: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        verdict: z
          .enum(['satisfied', 'unsatisfied', 'unverified'])
          .describe('unverified: nothing shows that the work is done, neither a pass nor a failure.'),
        supersededBy: z.string().optional().describe('The satisfied chunk that replaced what this one requires.'),
        violations: z.array(violationSchema),
        suggestions: z.array(violationSchema).describe('What should hold and does not. It decides nothing.'),
      }),
    )
    .describe('Of many chunks, 50: those that fail first.'),
  counts: z.object({ satisfied: z.number(), unsatisfied: z.number(), unverified: z.number(), total: z.number() }),
  notes: z.array(z.string()).describe('What was not checked, and why.'),
});

export const check = defineTool({
  name: 'check',
  title: 'Check contracts',
  description:
    'Checks the current files against the active chunk, a named chunk, one contract, or all contracts, and lists every violation. Call it before you say that work is done. Runs neither the build nor acceptance commands, and changes no file.',
  input: z.strictObject({
    chunk: chunkName,
    contract: contractFile.optional().describe('Checks all chunks of this contract.'),
    all: z.boolean().optional().describe('Checks all contracts, although a chunk is active.'),
  }),
  output: z.object({ ok: z.boolean().describe('Whether nothing fails.'), contracts: z.array(contractCheckSchema) }),
  readOnly: true,
  async run(context, input) {
    const checks = await checkSelected(context, input);
    const contracts = checks.map((one) => ({
      file: one.document.file,
      ok: one.ok,
      problems: one.problems.map(({ severity, message, range }) => ({ severity, message, line: range.start.line })),
      counts: countVerdicts(one.chunks),
      chunks: selectShown(one.chunks).map((chunk) => ({
        id: chunk.id,
        title: chunk.title,
        verdict: chunk.verdict,
        supersededBy: chunk.supersededBy,
        violations: listChunkViolations(one.document, chunk),
        suggestions: chunk.suggestResults
          .filter(({ passed }) => !passed)
          .map((result) => toViolation(one.document, result)),
      })),
      notes: one.notes,
    }));
    const ok = contracts.every((one) => one.ok);
    return { text: formatChecks(ok, contracts), data: { ok, contracts } };
  },
});

/** The chunks that fail first, at most `MAX_CHUNKS`. */
function selectShown(chunks: readonly ChunkCheck[]): readonly ChunkCheck[] {
  if (chunks.length <= MAX_CHUNKS) return chunks;
  const fails = ({ verdict }: ChunkCheck): boolean => verdict === 'unsatisfied';
  return [...chunks.filter(fails), ...chunks.filter((chunk) => !fails(chunk))].slice(0, MAX_CHUNKS);
}

async function checkSelected(
  { engine, session, signal }: EngineToolContext,
  {
    chunk,
    contract,
    all,
  }: {
    readonly chunk?: string | undefined;
    readonly contract?: string | undefined;
    readonly all?: boolean | undefined;
  },
): Promise<readonly ContractCheck[]> {
  const name = chunk ?? (contract === undefined && all !== true ? session.active : undefined);
  if (name !== undefined) {
    const qualified = contract === undefined || name.includes('#') ? name : `${contract}#${name}`;
    const found = await engine.agents.findChunk(qualified);
    return [await engine.checks.check(found.contract, { chunk: found.chunk, signal })];
  }
  if (contract !== undefined) return [await engine.checks.check(contract, { signal })];
  const checks: ContractCheck[] = [];
  for (const document of await engine.contracts.readAll()) {
    checks.push(await engine.checks.check(document.file, { document, signal }));
  }
  return checks;
}

function formatChecks(ok: boolean, contracts: DeepReadonly<z.infer<typeof contractCheckSchema>[]>): string {
  const count = (key: 'satisfied' | 'total'): number => contracts.reduce((sum, { counts }) => sum + counts[key], 0);
  const lines = contracts.flatMap(({ file, problems, chunks, notes }) => [
    ...problems.map(({ severity, message, line }) => `${severity}: ${file}:${line}: ${message}`),
    ...chunks.flatMap(({ id, verdict, violations, suggestions }) => [
      `${file}#${id}: ${verdict}`,
      ...violations.map(formatViolationText),
      ...suggestions.map((one) => `suggestion:\n${formatViolationText(one)}`),
    ]),
    ...notes.map((note) => `note: ${note}`),
  ]);
  if (contracts.length === 0) return 'The repository has no contract.';
  return [
    `${ok ? 'OK' : 'Not done'}: ${count('satisfied')} of ${count('total')} checked chunks are satisfied.`,
    ...lines,
  ].join('\n');
}
