import { codeSpansOf, toPlainText } from '../../code-spans.ts';
import { namesDeclaredIn } from '../../code-names.ts';
import { findListed, introducedFile, modulesIn, modulesOf, readCodeOfFiles } from '../../code-of-files.ts';
import { toWrittenPath } from '../../plan-paths.ts';
import { readUses } from '../../code-uses.ts';
import type { PlanName, PlanTask, PlanTaskFile } from '../../plan.ts';
import type { PlanLine, PlanText } from '../../plan-text.ts';
import { readWrittenName } from '../../written-name.ts';
import { elementsOf, type Element } from './elements.ts';

/** "Export", and the text up to the first name of the list. */
const EXPORTS = /(?<![-\w])export(?:s|ing)?\b([^.;`]*)$/i;
/** Words that leave the export as it is, or take it away. */
const NO_EXPORT =
  /\b(?:not|never|no|stop|without|don't|remove|delete|drop|keep|existing|already|un|re-?export\w*|if|or)\b/i;
const VERB =
  /(?:^|[.;:]\s+|\band\s+)\s*(?:[-*]\s+|\d+[.)]\s+)?\**(?:Step\s+\d+\w?[:.]\s*)?(Create|Update|Extend|Modify|Edit|Change|Refactor)\s+(?:(?:the|a|new|existing|file)\s+)*\**$/i;
/** A line that gives a function another signature. */
const REVISES =
  /\b(?:chang|updat|extend|modif|refactor|rewrit|replac|widen|generali[sz]|accept|becom|now|instead|param|argument|signature)/i;
/** Before a signature that something else has. */
const CONSUMES = /\b(?:calls?|calling|uses?|using|from|via|like|imports?|existing|passes|through|see)\s*[`*\s]*$/i;
const LIST = /^\**\s*(?:,|and|,\s*and|&|\/)\s*\**$/;

/**
 * The names that a task of GSD produces: code for its files, and in a task with one module what the text exports, or writes as
 * a heading with a signature. Prose stays prose.
 */
export function readTaskNames(plan: PlanText, task: Element, files: readonly PlanTaskFile[]): readonly PlanName[] {
  const produced = elementsOf(task.inside, '(?:action|implementation)', task.insideStart).flatMap((element) => {
    const first = lineAt(plan, element.insideStart);
    const lines = plan.between(first, lineAt(plan, element.end) + 1);
    const code = readCodeOfFiles(lines, plan.blocksBetween(first, lineAt(plan, element.end) + 1), files);
    const modules = modulesOf(files);
    const [file, ...others] = modules;
    const shown = shownNames(lines, modules);
    return file === undefined || others.length > 0
      ? [...code, ...shown]
      : [...code, ...shown, ...statedNames(lines, file)];
  });
  const criteria = elementsOf(task.inside, 'acceptance_criteria', task.insideStart).flatMap((element) =>
    criteriaNames(
      plan.between(lineAt(plan, element.insideStart), lineAt(plan, element.end) + 1),
      task.inside,
      modulesOf(files),
    ),
  );
  const known = new Map<string, PlanName>();
  for (const name of [...produced, ...criteria]) {
    const key = `${name.file ?? ''} ${name.name}`;
    const other = known.get(key);
    const isExport = name.isExport || other?.isExport === true;
    known.set(key, { ...(other?.signature === undefined ? name : other), isExport });
  }
  return [...known.values()];
}

/** What the code of a task calls and names, and its commands. */
export function usesOf(plan: PlanText, task: Element): Pick<PlanTask, 'uses' | 'runs'> {
  const [first, end] = [lineAt(plan, task.insideStart), lineAt(plan, task.end) + 1];
  return readUses(plan.between(first, end), plan.blocksBetween(first, end));
}

/** The role of a file of which the text says "Create `a.ts`", or "Update", "Extend the existing `a.ts`". */
export function withRoles(plan: PlanText, task: Element, files: readonly PlanTaskFile[]): readonly PlanTaskFile[] {
  const paths = files.map(({ path }) => path);
  const roles = new Map<string, Set<'create' | 'modify'>>();
  for (const { insideStart, end } of elementsOf(task.inside, '(?:action|implementation)', task.insideStart)) {
    for (const line of plan.between(lineAt(plan, insideStart), lineAt(plan, end) + 1)) {
      if (line.isCode) continue;
      let earlier: 'create' | 'modify' | undefined;
      for (const [index, span] of codeSpansOf(line).entries()) {
        const before = line.text.slice(codeSpansOf(line)[index - 1]?.after ?? 0, span.before);
        const verb = VERB.exec(before.replace(/^.*<\w+>/, ''))?.[1];
        const isNext = earlier !== undefined && /^\s*(?:,|and|,\s*and)\s+(?:the\s+)?(?:existing\s+)?$/.test(before);
        const role = verb === undefined ? (isNext ? earlier : undefined) : /create/i.test(verb) ? 'create' : 'modify';
        const path = role === undefined ? undefined : findListed(span.code, paths);
        if (path !== undefined && role !== undefined) roles.set(path, (roles.get(path) ?? new Set()).add(role));
        earlier = path === undefined ? undefined : role;
      }
    }
  }
  return files.map((file) => {
    const [role, ...others] = roles.get(file.path) ?? [];
    return role === undefined || others.length > 0 ? file : { ...file, role };
  });
}

/** The number of the line with an offset. */
function lineAt({ lines }: PlanText, offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

function statedNames(lines: readonly PlanLine[], file: string): readonly PlanName[] {
  let isList = false;
  return lines.flatMap((line): PlanName[] => {
    if (line.isCode || line.text.trim() === '') return [];
    const isItem = /^\s*(?:[-*]|\d+[.)])\s/.test(line.text);
    if (!isItem) isList = /(?<![-\w])exports?\**:\**\s*$/i.test(line.text) && !NO_EXPORT.test(line.text);
    const exported = isItem && isList ? firstOf(line) : exportedIn(line);
    return [...exported, ...headingOf(line)].map((name) => ({ ...name, file }));
  });
}

/** What a line begins with as code, "- `def load(id: str) -> Order`", and "In `a.ts`: `load(id: string): Order`". */
function shownNames(lines: readonly PlanLine[], modules: readonly string[]): readonly PlanName[] {
  return lines.flatMap((line): PlanName[] => {
    const spans = line.isCode ? [] : codeSpansOf(line);
    return spans.flatMap((span, index): readonly PlanName[] => {
      const before = line.text.slice(0, span.before);
      const isFirst = index === 0 && /^\s*(?:[-*]\s+|\d+[.)]\s+)?\**$/.test(before);
      const { named, isOther } = modulesIn(line, modules);
      const said = named.length === 1 && !isOther ? named[0] : undefined;
      const file = said ?? (isFirst ? introducedFile(line, lines, modules) : undefined);
      if (file === undefined) return [];
      const { start, end, line: number } = line;
      const declared = isFirst ? namesDeclaredIn(span.code, file.slice(file.lastIndexOf('.') + 1)) : [];
      const written = said === undefined || CONSUMES.test(before) ? [] : nameOf(line, span.code, false);
      return [
        ...declared
          .filter(({ isExport }) => isExport)
          .map(({ name, kind, parameters, signature, isExport }): PlanName => {
            return { name, kind, parameters, signature, isExport, form: 'declaration', start, end, line: number };
          }),
        ...written.filter(({ form }) => form === 'signature'),
      ].map((name) => ({ ...name, file }));
    });
  });
}

/** `a.ts` exports `b`; `a.py` contains `class B`. */
function criteriaNames(lines: readonly PlanLine[], task: string, modules: readonly string[]): readonly PlanName[] {
  return lines.flatMap((line): PlanName[] => {
    const [, path = '', verb] = /^\s*[-*]\s+`?([^\s`]+)`?\s+(exports|contains)\s+(?=\**`)/.exec(line.text) ?? [];
    const file = verb === undefined ? undefined : findListed(path, modules);
    if (file === undefined) return [];
    const spans = codeSpansOf(line).filter(({ before }) => before >= line.text.indexOf(verb ?? ''));
    return spans
      .flatMap((span, index): readonly PlanName[] => {
        const before = line.text.slice(spans[index - 1]?.after ?? span.before, span.before);
        if (index > 0 && !LIST.test(before)) return [];
        if (verb === 'exports') return nameOf(line, span.code, true);
        const language = file.slice(file.lastIndexOf('.') + 1);
        return namesDeclaredIn(span.code, language).flatMap(({ name, isExport }) =>
          // A method has no name without its class.
          isExport && !new RegExp(`\\b${name}\\(\\s*self\\b`).test(task) ? nameOf(line, name, true) : [],
        );
      })
      .map((name) => ({ ...name, file }));
  });
}

/** The name that an item begins with. */
function firstOf(line: PlanLine): readonly PlanName[] {
  const [span] = codeSpansOf(line);
  return span !== undefined && /^\s*(?:[-*]|\d+[.)])\s+\**$/.test(line.text.slice(0, span.before))
    ? nameOf(line, span.code, true)
    : [];
}

/** "Define and export `a`, `b` and `c`". */
function exportedIn(line: PlanLine): readonly PlanName[] {
  const spans = codeSpansOf(line);
  const names: PlanName[] = [];
  let isListed = false;
  for (const [index, span] of spans.entries()) {
    const before = line.text.slice(spans[index - 1]?.after ?? 0, span.before);
    const sentence = /[^.;]*$/.exec(line.text.slice(0, span.before))?.[0] ?? '';
    const rest = /^[^.;`]*/.exec(line.text.slice(span.after))?.[0] ?? '';
    isListed = (isListed && LIST.test(before)) || (beginsList(before) && !NO_EXPORT.test(sentence));
    if (isListed && !/\bnot\b/i.test(rest)) names.push(...nameOf(line, span.code, true));
  }
  return names;
}

/** Whether a text ends with "export", words such as "these constants", and no preposition without a colon. */
function beginsList(before: string): boolean {
  const rest = EXPORTS.exec(before)?.[1];
  return (
    rest !== undefined &&
    (/:[\s*]*$/.test(rest) || /^[\s*\w'-]*$/.test(rest)) &&
    !/\b(?:from|of|in|by|as|via|to)[\s*]*$/.test(rest)
  );
}

/** A bold line that is one signature: `**1. split(text: string): string[]**`. */
function headingOf(line: PlanLine): readonly PlanName[] {
  const text = /^\s*\*\*(?:\d+[.)]\s*)?([^*`]+)\*\*:?\s*$/.exec(line.text)?.[1]?.trim();
  if (text === undefined) return [];
  return nameOf(line, toPlainText(text), false).filter(({ form }) => form === 'signature');
}

function nameOf(line: PlanLine, code: string, isExport: boolean): readonly PlanName[] {
  const written = toWrittenPath(code) === undefined ? readWrittenName(code) : undefined;
  if (written === undefined || written.name.includes('.')) return [];
  const form = written.form === 'mention' ? 'declaration' : written.form;
  const isChange = form === 'signature' && REVISES.test(line.text.replaceAll(/`[^`]*`/g, ''));
  const place = { start: line.start, end: line.end, line: line.line };
  return [{ ...written, form, isExport, ...(isChange ? { isChange } : {}), ...place }];
}
