import { isTestPath } from '../test-paths.ts';
import { isLanguageOf, namesDeclaredIn } from './code-names.ts';
import { codeSpansOf } from './code-spans.ts';
import { toWrittenPath } from './plan-paths.ts';
import type { PlanName, PlanPlace, PlanTaskFile } from './plan.ts';
import type { PlanBlock, PlanLine } from './plan-text.ts';

/** How many lines before a block may say which file it is for. */
const REACH = 6;
/** The block after it shows what is there before the change, or only an example. */
const NOT_THE_RESULT =
  /\b(?:replace|replacing|remove|removing|delete|deleting|from|before|old|currently|current|instead of|find|locate|existing|example|usage|looks like|look like|was|reads)\b[^.]*[:：]\s*$/i;
/** "Replace the function with:" */
const REPLACEMENT = /\b(?:replace|change|rewrite|swap|split)\b.*\b(?:with|to|by|into)\s*[:：]\s*$/i;
const SELF = /^\(\s*(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/;
/** Code after it can have another signature than code before. */
const REVISES =
  /\b(?:replac|chang|updat|extend|modif|rewrit|refactor|renam|widen|generali[sz]|switch|signature|adjust|evolv|instead|param|argument|accept|tak|add|now|full|final|complet|rework|adapt|mak|convert|turn|implement)/i;
/** A line that begins what is written into one file: "Create `a.ts` with:", "**Step 2: Add to src/b.rs**". */
const INTRODUCES =
  /^\W*(?:\d+[.)]\s*)?\W*(?:step\s+\d+\w?\s*[:.—-]\s*)?(?:create|add|write|implement|extend|append|update|modify|edit|in)\b|^\W*[\w./-]+\.\w+\W{0,3}\s*(?:--|—|–|-|:)(?:\s|$)/i;

/** What a block of code for a listed module of a task exports afterwards. */
export function readCodeOfFiles(
  lines: readonly PlanLine[],
  blocks: readonly PlanBlock[],
  files: readonly PlanTaskFile[],
): readonly PlanName[] {
  const modules = modulesOf(files);
  return blocks.flatMap((block): PlanName[] => {
    const texts = textsBefore(block, lines);
    const [nearest] = texts;
    if (nearest !== undefined && NOT_THE_RESULT.test(nearest.text) && !REPLACEMENT.test(nearest.text)) return [];
    const file = fileOfBlock(block, texts, lines, modules);
    return namesDeclaredIn(block.code, block.language).flatMap(({ offset, ...declared }): PlanName[] => {
      const commented = pathBefore(block.code, offset);
      const own = commented === undefined ? file : findListed(commented, modules);
      if (isMethodOfTrait(declared.name, declared.parameters, block) && modules.length > 0)
        return [{ ...declared, isExport: false, form: 'declaration', isFromCode: true, ...placeAt(block, offset) }];
      if (!declared.isExport || own === undefined || !isLanguageOf(own, block.language)) return [];
      const name = withOwner(declared.name, declared.parameters, texts);
      if (name === undefined) return [];
      return [
        {
          ...declared,
          name,
          form: 'declaration',
          isFromCode: true,
          isRevision: texts.some(({ text }) => REVISES.test(text)),
          file: own,
          ...placeAt(block, offset),
        },
      ];
    });
  });
}

function placeAt(block: PlanBlock, offset: number): PlanPlace {
  return { start: block.start, end: block.end, line: block.line + block.code.slice(0, offset).split('\n').length };
}

/** A function of Rust with `self` and without `pub` is one of a trait, of a type that the text leaves open. */
function isMethodOfTrait(name: string, parameters: string | undefined, { code, language }: PlanBlock): boolean {
  return (
    /^(?:rs|rust)$/.test(language) &&
    SELF.test(parameters ?? '') &&
    new RegExp(`^(?:async\\s+)?fn\\s+${name}\\b`, 'm').test(code)
  );
}

/** The modules that a task creates or changes, without its tests. */
export function modulesOf(files: readonly PlanTaskFile[]): readonly string[] {
  return [
    ...new Set(
      files.flatMap(({ path, role, isOptional }) =>
        isLanguageOf(path, undefined) && !isTestPath(path) && !isOptional && role !== 'read' && role !== 'delete'
          ? [path]
          : [],
      ),
    ),
  ];
}

/** The path of the last comment before an offset that is a path alone: `// store.rs`. */
export function pathBefore(code: string, offset: number): string | undefined {
  const comments = [
    ...code.slice(0, offset).matchAll(/^\s*(?:\/\/|#|\/\*+|<!--)\s*(\S+)\s*(?:\*\/|-->|\(.*\))?\s*$/gm),
  ];
  return comments.map(([, path = '']) => toWrittenPath(path)?.path).findLast((path) => path !== undefined);
}

/** The listed file that a path or the end of a path names; `undefined` if it is none or several. */
export function findListed(text: string, files: readonly string[]): string | undefined {
  const written = toWrittenPath(text)?.path;
  if (written === undefined) return undefined;
  const found = files.filter((path) => path === written || path.endsWith(`/${written}`));
  return found.length === 1 ? found[0] : undefined;
}

/** The lines of text above a block, up to its step, the nearest first. */
function textsBefore(block: PlanBlock, lines: readonly PlanLine[]): readonly PlanLine[] {
  const texts: PlanLine[] = [];
  for (const line of lines.filter((one) => one.line < block.line && one.line >= block.line - REACH).reverse()) {
    if (line.isCode) break;
    if (line.text.trim() !== '') texts.push(line);
    if (isStep(line)) break;
  }
  return texts;
}

/** A step or a heading begins another subject. */
function isStep({ text }: PlanLine): boolean {
  return /^\s*(?:#{1,6}\s|[-*]\s*\[)/.test(text);
}

function fileOfBlock(
  block: PlanBlock,
  texts: readonly PlanLine[],
  lines: readonly PlanLine[],
  modules: readonly string[],
): string | undefined {
  const first = /^\s*(?:\/\/|#|\/\*+|<!--)\s*(\S+)/.exec(block.code)?.[1];
  const commented = first === undefined ? undefined : findListed(first, modules);
  if (commented !== undefined) return commented;
  for (const line of texts) {
    const { named, isOther } = modulesIn(line, modules);
    if (named.length === 1 && !isOther) return named[0];
    if (named.length > 0 || isOther) return undefined;
  }
  const introduced = introducedFile(block, lines, modules);
  if (introduced !== undefined) return introduced;
  // What is exported can only be meant for the only module of the task.
  const [only, ...further] = modules;
  const isExported = /^(?:export\s|module\.exports\b|pub\s)/m.test(block.code);
  return further.length === 0 && isExported ? only : undefined;
}

/** The file that the last line before the block with a path introduces: the blocks below it are its parts. */
export function introducedFile(
  block: Pick<PlanLine, 'line'>,
  lines: readonly PlanLine[],
  modules: readonly string[],
): string | undefined {
  for (const line of lines.filter((one) => one.line < block.line && !one.isCode).reverse()) {
    const { named, isOther } = modulesIn(line, modules);
    if (named.length > 0 || isOther)
      return named.length === 1 && !isOther && INTRODUCES.test(line.text) ? named[0] : undefined;
    if (isStep(line)) return undefined;
  }
  return undefined;
}

/** The modules that a line names in code or as a plain path, and whether it names another path. */
export function modulesIn(
  line: PlanLine,
  modules: readonly string[],
): { readonly named: readonly string[]; readonly isOther: boolean } {
  const codes = codeSpansOf(line).map(({ code }) => code);
  const plain = line.text
    .replaceAll(/`[^`]*`/g, ' ')
    .split(/[\s,;()*]+/)
    .map((word) => word.replace(/[.:]+$/, ''))
    .filter((word) => /[^.]\.\w/.test(word));
  const named = new Set<string>();
  let isOther = false;
  for (const text of [...codes, ...plain]) {
    const file = findListed(text, modules);
    if (file !== undefined) named.add(file);
    else if (toWrittenPath(text) !== undefined) isOther = true;
  }
  return { named: [...named], isOther };
}

/** A method without its type is a member of the type that the text names: "to the `impl Store` block". */
function withOwner(name: string, parameters: string | undefined, texts: readonly PlanLine[]): string | undefined {
  if (name.includes('.') || !SELF.test(parameters ?? '')) return name;
  const owners = new Set(texts.flatMap(({ text }) => [...text.matchAll(/\bimpl\s+([A-Z]\w*)/g)].map(([, one]) => one)));
  const [owner] = owners;
  return owners.size === 1 ? `${owner ?? ''}.${name}` : undefined;
}
