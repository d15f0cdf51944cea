import type { ContractDocument } from '../../contract/document.ts';
import { ContractEditError } from '../../contract/edit/contract-edit.ts';
import { editContract } from '../../contract/edit/edit-contract.ts';
import type { PlanFinding } from './findings/finding.ts';
import type { PlanFix } from './fix/plan-fix.ts';

/** The text of a plan after a fix; `undefined` if the edits cannot be applied without changing other parts. */
export function applyFix(document: Pick<ContractDocument, 'file' | 'text'>, fix: PlanFix): string | undefined {
  try {
    return editContract(document, fix.edits).text;
  } catch (thrown) {
    if (thrown instanceof ContractEditError) return undefined;
    throw thrown;
  }
}

/** A fix can cause another finding. More fixes than this mean that fixes cause each other. */
const MAX_FIXES = 200;

/**
 * Applies the fixes of a plan one at a time, and returns the resulting text.
 *
 * @param findingsOf checks a text: first that of the plan, then the text after each fix
 */
export async function applyAllFixes(
  document: Pick<ContractDocument, 'file' | 'text'>,
  findingsOf: (text: string) => Promise<readonly PlanFinding[]>,
): Promise<string> {
  const seen = new Set([document.text]);
  let { text } = document;
  for (let count = 0; count < MAX_FIXES; count++) {
    const next = applyFirstFix({ file: document.file, text }, await findingsOf(text), seen);
    if (next === undefined) return text;
    seen.add(next);
    text = next;
  }
  return text;
}

/**
 * The text after the first fix that can be applied and does not lead back to an earlier text; `undefined` if there is
 * none.
 */
function applyFirstFix(
  document: Pick<ContractDocument, 'file' | 'text'>,
  findings: readonly PlanFinding[],
  seen: ReadonlySet<string>,
): string | undefined {
  for (const { fix } of findings) {
    const text = fix && applyFix(document, fix);
    if (text !== undefined && !seen.has(text)) return text;
  }
  return undefined;
}
