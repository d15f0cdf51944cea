import type { Problem } from '../../contract/document.ts';
import { LineMap } from '../../foundation/position.ts';
import { toPlanFact } from '../contradictions/plan-fact.ts';
import type { Contract } from '../../contract/model.ts';
import type { ContractCheck } from './check-types.ts';
import { checkDocument, type ContractCheckOptions } from './document-check.ts';
import type { CheckServices } from './check-services.ts';

/**
 * Judges the chunks of a contract in the current files: by what files alone show, unsaved text included, or in a worktree
 * with all commands and gates.
 */
export async function checkContract(
  services: CheckServices,
  file: string,
  options: ContractCheckOptions,
): Promise<ContractCheck> {
  await services.secrets.loaded();
  const document = options.document ?? (await services.contracts.read(file));
  const judged = await checkDocument(services, document, options);
  const check = options.contradictions === true ? await addContradictions(services, judged, options.signal) : judged;
  if (!allowsFindings(check.document.contract)) return check;
  const { checkPlanFile } = await import('./check-plan.ts');
  return { ...check, allowedFindings: (await checkPlanFile(services, file, {})).allowed };
}

/** Whether the contract or one of its chunks overrides a plan rule. */
function allowsFindings(contract: Contract | undefined): boolean {
  return contract !== undefined && [contract, ...contract.chunks].some(({ plan }) => (plan?.allow.length ?? 0) > 0);
}

/**
 * [PLANS-2] Two different signatures are an error of a plan that is in no commit yet, and a warning of one that is. The rest are
 * facts.
 */
async function addContradictions(
  services: CheckServices,
  check: ContractCheck,
  signal: AbortSignal | undefined,
): Promise<ContractCheck> {
  if (check.document.form !== 'plan') return check;
  const { findPlanContradictions } = await import('../contradictions/plan-contradictions.ts');
  const { contradictions, isNew } = await findPlanContradictions(services, check.document, signal);
  const lines = new LineMap(check.document.text);
  const certain = contradictions
    .filter(({ severity }) => severity === 'error')
    .map(({ kind, message, start, end }): Problem => ({
      code: `plan-${kind}`,
      severity: isNew ? 'error' : 'warning',
      message,
      path: [],
      range: { start: lines.positionAt(start), end: lines.positionAt(end) },
    }));
  return {
    ...check,
    problems: [...check.problems, ...certain],
    facts: contradictions
      .filter(({ severity }) => severity === 'fact')
      .map((one) => toPlanFact(check.document.file, one)),
    ok: check.ok && (certain.length === 0 || !isNew),
  };
}
