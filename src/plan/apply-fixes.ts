import { ContractEditError } from '../contract/edit/contract-edit.ts';
import { editContract } from '../contract/edit/edit-contract.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Finding, PlanFix } from './finding.ts';

/** The text of a plan with one fix made; undefined where the text cannot be changed so and nowhere else. */
export function applyFix(document: Pick<ContractDocument, 'file' | 'text'>, fix: PlanFix): string | undefined {
  try {
    return editContract(document, fix.edits).text;
  } catch (thrown) {
    if (thrown instanceof ContractEditError) return undefined;
    throw thrown;
  }
}

/** A fix may call for another; beyond this many, fixes call for each other. */
const MAX_FIXES = 200;

/**
 * Makes every fix of a plan, one after the other: each speaks of the text as the one before left it.
 *
 * @param findingsOf the findings of a text of the plan
 */
export async function applyAllFixes(
  document: Pick<ContractDocument, 'file' | 'text'>,
  findingsOf: (text: string) => Promise<readonly Finding[]>,
): Promise<string> {
  const seen = new Set([document.text]);
  let { text } = document;
  for (let made = 0; made < MAX_FIXES; made++) {
    const next = firstChange({ file: document.file, text }, await findingsOf(text), seen);
    if (next === undefined) return text;
    seen.add(next);
    text = next;
  }
  return text;
}

/** The text after the first fix that can be made and leads to no text that was there before. */
function firstChange(
  document: Pick<ContractDocument, 'file' | 'text'>,
  findings: readonly Finding[],
  seen: ReadonlySet<string>,
): string | undefined {
  for (const { fix } of findings) {
    const text = fix && applyFix(document, fix);
    if (text !== undefined && !seen.has(text)) return text;
  }
  return undefined;
}
