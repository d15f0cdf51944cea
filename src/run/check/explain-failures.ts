import { CHECKS } from '../../verdicts/checks/definitions/check-table.ts';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import { formatRequirementPath } from '../../verdicts/fixes/requirement-path.ts';
import { fixesOfResult, type FixSource } from '../../verdicts/fixes/result-fixes.ts';
import { requireChunk } from '../services/runnable-contract.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { Location } from '../../foundation/position.ts';
import type { ContractCheck } from './check-types.ts';
import type { ExplainOptions, FailureExplanation, TextExcerpt } from './explanation-types.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** The number of lines that an excerpt shows before and after its place. */
const LINES_AROUND = 3;
/** The maximum number of lines of a place. */
const MAX_LINES = 20;

/**
 * Explains the failed requirements of a checked chunk: what the check examines, the lines of the contract and of the code, and
 * the fixes.
 * @throws HoldfastError `contract` if the contract has errors, `not-found` for an unknown chunk, or if the given requirement
 * does not fail
 */
export async function explainFailures(
  source: FixSource,
  { document, chunks }: ContractCheck,
  { chunk: id, requirement }: ExplainOptions,
): Promise<readonly FailureExplanation[]> {
  const { contract } = document;
  if (contract === undefined) {
    throw new HoldfastError('contract', `Failed to explain ${document.file}: the contract has errors`, {
      hint: '"holdfast check" lists them. Fix them first.',
    });
  }
  const chunk = requireChunk(document, contract, id);
  const check = chunks.find((one) => one.id === chunk.id);
  const failed = (check === undefined ? [] : requiredResults(check))
    .filter(({ passed }) => !passed)
    .map((result) => ({ result, path: formatRequirementPath(document, result) }));
  const selected = requirement === undefined ? failed : failed.filter(({ path }) => path === requirement.trim());
  if (requirement !== undefined && selected.length === 0) {
    const paths = failed.flatMap(({ path }) => path ?? []);
    throw new HoldfastError('not-found', `No requirement of the chunk "${chunk.id}" at ${requirement} fails`, {
      hint: paths.length === 0 ? 'Every requirement of the chunk holds.' : `These fail: ${paths.join(', ')}.`,
    });
  }
  const explain = async (result: AssertionResult, path: string | undefined): Promise<FailureExplanation> => {
    const { location, contractLocation, assertion } = result;
    const declared = CHECKS.find(({ type }) => type === assertion.check.type);
    const code = location === undefined ? undefined : await source.readText(location.file);
    return {
      requirement: path,
      result,
      check: declared && { title: declared.title, description: declared.description },
      contractText: contractLocation && excerptOf(contractLocation, document.text),
      codeText: location && code !== undefined ? excerptOf(location, code) : undefined,
      fixes: await fixesOfResult({ document, chunk: chunk.id, result }, source),
    };
  };
  return Promise.all(selected.map(({ result, path }) => explain(result, path)));
}

function excerptOf({ file, line, endLine = line }: Location, text: string): TextExcerpt {
  const lines = text.split(/\r\n|\n|\r/);
  const first = Math.max(1, line - LINES_AROUND);
  const last = Math.min(lines.length, Math.min(endLine, line + MAX_LINES) + LINES_AROUND);
  return { file, firstLine: first, lines: lines.slice(first - 1, last) };
}
