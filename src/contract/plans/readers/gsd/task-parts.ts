import { isCheckCommand, isCommand, splitCommandLine } from '../../../specifications/check-commands.ts';
import { expandBraces, toWrittenPath } from '../../plan-paths.ts';
import type { PlanCommand, PlanTaskFile, PlanNote, PlanPlace } from '../../plan.ts';
import { elementsOf, type Element } from './elements.ts';

/** `<files>` is a list by commas or lines. A path may have an explanation in parentheses. */
export function readFiles(
  element: Element | undefined,
  placeOf: (start: number, end: number) => PlanPlace,
): readonly PlanTaskFile[] {
  if (element === undefined) return [];
  const files: PlanTaskFile[] = [];
  const source = element.inside.replaceAll(/(?<=[\s,`])\([^()/\n]*\)/g, (all) => ' '.repeat(all.length));
  for (const match of source.matchAll(/(?:[^\s,{}`]|\{[^{}]*\})+/g)) {
    for (const one of expandBraces(match[0].replace(/[.;:]+$/, ''))) {
      const written = toWrittenPath(one);
      if (written === undefined || (!written.path.includes('/') && !/^[\w.-]+\.\w+$|file$/i.test(written.path)))
        continue;
      const start = element.insideStart + match.index;
      files.push({
        ...placeOf(start, start + match[0].length),
        path: written.path,
        role: 'write',
        isOptional: written.isPattern,
      });
    }
  }
  return files;
}

/** What follows a command in a sentence that says that it passes. */
const PASSES =
  /\s+(?:passes|succeeds|compiles|completes|exits 0)(?:\s+(?:cleanly|with(?:out| no)(?:\s+\w+){0,2}\s+errors?))?(?:\.?$|\.\s+(?=[A-Z]).*$)/;

/** The commands of `<automated>` in `<verify>`, or the lines of `<verify>` that are one command each. */
export function readVerify(
  element: Element,
  placeOf: (start: number, end: number) => PlanPlace,
): { readonly commands: readonly PlanCommand[]; readonly notes: readonly PlanNote[] } {
  const commands: PlanCommand[] = [];
  const notes: PlanNote[] = [];
  for (const verify of elementsOf(element.inside, 'verify', element.insideStart)) {
    const automated = elementsOf(verify.inside, 'automated', verify.insideStart).map((one) => ({
      command: decode(one.inside.trim()),
      isCheck: true,
      ...placeOf(one.insideStart, one.end),
    }));
    for (const { command, isCheck, ...place } of automated.length > 0 ? automated : commandLines(verify, placeOf)) {
      if (command === '' || /^(?:MISSING|N\/A|none|manual)\b/i.test(command)) continue;
      const problem = problemOf(command) ?? (isCheck ? undefined : 'it is not known as a check');
      if (problem === undefined) commands.push({ ...place, command, expected: 'pass' });
      else
        notes.push({
          line: place.line,
          message: `the command "${command}" is no acceptance command: ${problem}`,
        });
    }
  }
  return { commands, notes };
}

/** `npm test`, "`npm run build` succeeds" and the lines of a block; other text is for a person. */
function commandLines(
  { inside, insideStart }: Element,
  placeOf: (start: number, end: number) => PlanPlace,
): readonly (PlanPlace & { readonly command: string; readonly isCheck: boolean })[] {
  let isBlock = false;
  return [...inside.matchAll(/[^\n]+/g)].flatMap((line) => {
    if (/^\s*(?:`{3,}|~{3,})/.test(line[0])) {
      isBlock = !isBlock;
      return [];
    }
    const text = line[0].trim().replace(/^[-*]\s+(?:\[[ x]\]\s+)?/, '');
    const command = decode(/^`([^`]+)`$/.exec(text.replace(PASSES, ''))?.[1] ?? text.replace(PASSES, ''));
    const start = insideStart + line.index;
    const isOne = isBlock ? isCommand(text) : isCommand(command) && !isSentence(command);
    const place = placeOf(start, start + line[0].length);
    const isCheck = isBlock || isCheckCommand(command);
    return isOne ? [{ command: isBlock ? decode(text) : command, isCheck, ...place }] : [];
  });
}

/** A command has no words that say what it does. */
function isSentence(text: string): boolean {
  return /[;,.:](?:\s|$)|\b(?:passes|succeeds|compiles|shows|returns|exits|works|with no|without|and|then|reports)\b/.test(
    text.replaceAll(/"[^"]*"|'[^']*'/g, ''),
  );
}

function decode(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function problemOf(command: string): string | undefined {
  if (command.includes('\n')) return 'it has several lines';
  if (/^cd\s/.test(command)) return 'it runs in another folder, and a contract runs its commands at the root';
  if (splitCommandLine(command).length > 1 || /&&|;|\|\|/.test(command)) return 'it joins several commands';
  if (/[|<>`]|\$\(|\$\{?\w|2>&1|^\w+=|^!/.test(command.replaceAll(/"[^"]*"|'[^']*'/g, ''))) return 'it needs a shell';
  if (/^(?:echo|true)\b/.test(command)) return 'it proves nothing';
  return undefined;
}
