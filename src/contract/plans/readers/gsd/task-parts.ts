import { splitCommandLine } from '../../../specifications/check-commands.ts';
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

/** The command of `<automated>` in `<verify>`, or `<verify>` if it is one command. */
export function readVerify(
  element: Element,
  placeOf: (start: number, end: number) => PlanPlace,
): { readonly commands: readonly PlanCommand[]; readonly notes: readonly PlanNote[] } {
  const commands: PlanCommand[] = [];
  const notes: PlanNote[] = [];
  for (const verify of elementsOf(element.inside, 'verify', element.insideStart)) {
    const automated = elementsOf(verify.inside, 'automated', verify.insideStart);
    for (const one of automated) {
      const command = decode(one.inside.trim());
      if (command === '' || /^(?:MISSING|N\/A|none|manual)\b/i.test(command)) continue;
      const place = placeOf(one.insideStart, one.end);
      const problem = problemOf(command);
      if (problem === undefined) commands.push({ ...place, command, expected: 'pass' });
      else
        notes.push({
          line: place.line,
          message: `the command "${command.slice(0, 80)}" is no acceptance command: ${problem}`,
        });
    }
  }
  return { commands, notes };
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
