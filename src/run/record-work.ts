import type { ContractRunInput } from './batch/run-contract.ts';
import { recordChunk } from './records/record-chunk.ts';
import { requireChunk } from './services/runnable-contract.ts';
import { withAttemptWorktree } from './services/with-attempt-worktree.ts';
import type { RecordReport } from './record-report.ts';
import { checkContract } from './check/check-contract.ts';
import type { CheckServices } from './check/check-services.ts';
import { describeCommand } from './validation/stage-command.ts';
import type { ChunkCheck } from './check/check-types.ts';
import { requiredResults } from '../foundation/verdict.ts';

/**
 * [DONE-2] Checks a chunk fully in a snapshot of the user's tree, and records that it has passed if the check shows it. The
 * record is about the snapshot: a file that is saved during the check is not part of it.
 */
export async function recordWork(
  engine: CheckServices,
  input: ContractRunInput,
  chunkId: string,
  trusted: boolean,
): Promise<RecordReport> {
  const { document, contract, services } = input;
  const { repository, signal } = services;
  const chunk = requireChunk(document, contract, chunkId);
  const revision = await repository.commits?.head(signal);
  const base = await repository.createBase({ signal });
  const check = await checkContract(engine, document.file, { chunk: chunkId, full: true, signal, trusted, base });
  const [checked] = check.chunks;
  if (checked === undefined) return { check, reasons: [] };
  const reasons = engine.secrets.redactReport(describeUnprovenWork(checked));
  if (check.document.text !== document.text) {
    reasons.push(`${document.file} changed during the check. Run the command again.`);
  }
  if (!check.ok || reasons.length > 0) return { check, reasons };
  const { assertResults } = checked;
  const recorded = await withAttemptWorktree(input, base, (attempt) =>
    recordChunk({ ...input, chunk, judged: { ...base, files: attempt.tree }, revision, assertResults }),
  );
  return { check, reasons, recorded };
}

/** Returns why a full check does not show that a chunk has passed, one sentence for each reason; empty if it does. */
function describeUnprovenWork(check: ChunkCheck): string[] {
  const { verdict, full } = check;
  if (verdict === 'satisfied') return [];
  const gates = full?.gates.filter(({ mode, verdict: gate }) => mode === 'blocking' && gate !== 'PASS') ?? [];
  const reasons = [
    ...(full?.commands.filter(({ passed }) => !passed).map((report) => `The ${describeCommand(report)}.`) ?? []),
    ...(full?.problems.map(({ message }) => message) ?? []),
    ...requiredResults(check)
      .filter(({ passed }) => !passed)
      .map(({ assertion }) => `Not met: ${assertion.message}`),
    ...gates.map(({ id, reasoning }) => `Gate ${id} has not passed: ${reasoning}`),
  ];
  return reasons.length > 0 ? [...new Set(reasons)] : ['The chunk has nothing that can be checked.'];
}
