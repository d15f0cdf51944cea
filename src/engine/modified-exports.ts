import type { Analysis } from '../analysis/analysis.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { ModifiedExportReport, ModifiedOptions } from '../engine.ts';
import { contractsNaming } from '../impact/contracts-naming.ts';
import type { ExportImpact } from '../impact/export-impact.ts';
import { committedText } from '../workspace/committed-text.ts';

interface Sources {
  readonly folder: string;
  readonly analysis: Pick<Analysis, 'lenses'>;
  /** Whether the workspace's own TypeScript may be run. */
  readonly trusted: boolean;
  readonly contracts: () => Promise<readonly ContractDocument[]>;
}

/** [ENF-IMPACT-4] The exports of a file that differ from a revision, with who uses them and which contracts name them. */
export async function modifiedExports(
  { folder, analysis, trusted, contracts }: Sources,
  file: string,
  { since = 'HEAD', types = false, onTexts, signal }: ModifiedOptions,
): Promise<readonly ModifiedExportReport[]> {
  const committed = await committedText(folder, since, file, signal);
  if (committed === undefined) return [];
  const reported = async (changes: readonly ExportImpact[]): Promise<readonly ModifiedExportReport[]> => {
    const documents = changes.length === 0 ? [] : await contracts();
    return changes.map((change) => ({
      ...change,
      contracts: contractsNaming(documents, file, change.previousName ?? change.name),
    }));
  };
  if (!types || onTexts) {
    const texts = await reported(await analysis.lenses(folder, file, committed.text, { signal }));
    if (!types) return texts;
    await onTexts?.(texts);
  }
  return reported(await analysis.lenses(folder, file, committed.text, { trusted, signal }));
}
