import type { DataPath } from '../../contract/document.ts';
import type { PipelineFileCheck } from '../../engine.ts';
import { formatCount } from '../../shared/format-count.ts';
import { toTextRange, type TextRange } from '../base/text-range.ts';

/** The data of a code lens above a value of the configuration of the pipeline. A lens without a command is a text. */
export interface PipelineFileLens {
  readonly range: TextRange;
  readonly title: string;
  readonly tooltip: string;
  readonly command: string;
}

/** Creates the lenses that say what the values of the file mean for the folder: how many files its globs match. */
export function createPipelineFileLenses({ document, globs }: PipelineFileCheck): readonly PipelineFileLens[] {
  const at = (path: DataPath, title: string, tooltip: string): PipelineFileLens => {
    const { start } = toTextRange(document.keyRangeOf(path));
    return { range: { start, end: start }, title, tooltip, command: '' };
  };
  const countAt = (path: DataPath): number | undefined =>
    globs.find((one) => JSON.stringify(one.path) === JSON.stringify(path))?.files;
  return globs.flatMap(({ path, files }) => {
    const [key, index, side] = path;
    if (key === 'safetyCriticalModules')
      return [
        at(path, formatMatches(files), 'An item that affects one of these files needs a person at each code stage'),
      ];
    if (key === 'contextFiles')
      return [at(path, formatMatches(files), 'The model receives these files in every stage')];
    if (side !== 'from' || index === undefined) return [];
    const forbidden = countAt(['architecturalRules', index, 'to']) ?? 0;
    const title = `${formatCount(files, 'file')} must not import ${formatCount(forbidden, 'file')}`;
    return [at(['architecturalRules', index], title, 'The files of the workspace folder that the rule applies to now')];
  });
}

function formatMatches(files: number): string {
  return files === 1 ? '1 file matches' : `${files} files match`;
}
