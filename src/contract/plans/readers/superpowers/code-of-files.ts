import { namesDeclaredIn } from '../../code-names.ts';
import { codeSpansOf } from '../../code-spans.ts';
import { isReadModule, toWrittenPath } from '../../plan-paths.ts';
import { isTestPath } from '../../../test-paths.ts';
import type { PlanTaskFile, PlanName } from '../../plan.ts';
import type { PlanBlock, PlanLine } from '../../plan-text.ts';

/** How many lines before a block may say which file it is for. */
const REACH = 6;
/** The block after it shows what is there before the change, or only an example. */
const NOT_THE_RESULT =
  /\b(?:replace|replacing|remove|removing|delete|deleting|from|before|old|currently|current|instead of|find|locate|existing|example|usage|looks like|look like|was|reads)\b[^.]*[:：]\s*$/i;

/** What a block of code for a listed module of a task exports afterwards. */
export function readCodeOfFiles(
  lines: readonly PlanLine[],
  blocks: readonly PlanBlock[],
  files: readonly PlanTaskFile[],
): readonly PlanName[] {
  const modules = [
    ...new Set(
      files.flatMap(({ path, role, isOptional }) =>
        isReadModule(path) && !isTestPath(path) && !isOptional && (role === 'create' || role === 'modify')
          ? [path]
          : [],
      ),
    ),
  ];
  return blocks.flatMap((block): PlanName[] => {
    const file = fileOfBlock(block, lines, modules);
    if (file === undefined) return [];
    return namesDeclaredIn(block.code, block.language).flatMap(({ offset, ...declared }): PlanName[] => {
      if (!declared.isExport) return [];
      const line = block.line + block.code.slice(0, offset).split('\n').length;
      return [{ ...declared, form: 'declaration', isFromCode: true, file, start: block.start, end: block.end, line }];
    });
  });
}

function fileOfBlock(block: PlanBlock, lines: readonly PlanLine[], modules: readonly string[]): string | undefined {
  const comment = /^\s*(?:\/\/|#|\/\*+|<!--)\s*(\S+)/.exec(block.code)?.[1];
  const commented = comment === undefined ? undefined : moduleOf(comment, modules);
  const before = lines.filter(({ line }) => line < block.line && line >= block.line - REACH && line > 0).reverse();
  const texts: PlanLine[] = [];
  for (const line of before) {
    if (line.isCode) break;
    if (line.text.trim() !== '') texts.push(line);
    // A step or a heading begins another subject.
    if (/^\s*(?:#{1,6}\s|[-*]\s*\[)/.test(line.text)) break;
  }
  const [nearest] = texts;
  if (nearest !== undefined && NOT_THE_RESULT.test(nearest.text)) return undefined;
  if (commented !== undefined) return commented;
  for (const line of texts) {
    const named = [...new Set(codeSpansOf(line).flatMap(({ code }) => moduleOf(code, modules) ?? []))];
    const others = codeSpansOf(line).some(
      ({ code }) => toWrittenPath(code) !== undefined && moduleOf(code, modules) === undefined,
    );
    if (named.length === 1 && !others) return named[0];
    if (named.length > 0 || others) return undefined;
  }
  // A statement of exports can only be meant for the only module of the task.
  const [only, ...further] = modules;
  return further.length === 0 && /^(?:export\s|module\.exports\b)/m.test(block.code) ? only : undefined;
}

function moduleOf(text: string, modules: readonly string[]): string | undefined {
  const written = toWrittenPath(text)?.path;
  if (written === undefined) return undefined;
  const found = modules.filter((path) => path === written || path.endsWith(`/${written}`));
  return found.length === 1 ? found[0] : undefined;
}
