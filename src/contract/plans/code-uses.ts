import { isCommand, splitCommandLine } from '../specifications/check-commands.ts';
import { splitList } from './brackets.ts';
import { codeSpansOf, type CodeSpan } from './code-spans.ts';
import type { PlanCommand, PlanName, PlanPlace, PlanTask } from './plan.ts';
import type { PlanBlock, PlanLine } from './plan-text.ts';

const SHELLS = /^(?:bash|sh|shell|console|zsh|powershell|ps1|fish)$/;
const CALL = /(?<![\w$.>:])((?:[A-Za-z_$][\w$]*(?:\.|::))*[A-Za-z_$][\w$]*)\(/g;
const DECLARED = /\b(?:function\*?|def|fn|func|fun|class|new|struct|enum|impl|interface|type|macro)\s*$/;
/** The text makes the name. */
const CREATES = /\b(?:add|create|define|introduce|implement|new|declare|write|export|extract|rename)(?:s|d|ed|ing)?\b/i;

const REMOVES =
  /\b(?:delete|remove|drop|replace|rename|instead of|no longer)(?:s|d|ed|ing)?\s(?!.*\b(?:with|by|to)\b)[^.;:]*$/i;

/** What the code of a task calls and names, and the commands that its text has, whether or not they can be checks. */
export function readUses(lines: readonly PlanLine[], blocks: readonly PlanBlock[]): Pick<PlanTask, 'uses' | 'runs'> {
  const uses: PlanName[] = [];
  const runs: PlanCommand[] = [];
  for (const line of lines) {
    if (line.isCode) continue;
    const automated = /<automated>([^<>]+)/.exec(line.text)?.[1];
    if (automated !== undefined) runs.push({ ...line, command: automated.trim() });
    for (const span of codeSpansOf(line)) {
      // In a sentence, a call can leave out arguments.
      if (isCommand(span.code)) runs.push({ ...span, command: span.code });
      else
        uses.push(...callsIn(span.code, span).map((call) => ({ ...call, isShort: true })), ...mentionsIn(line, span));
    }
  }
  for (const block of blocks) {
    const place = (offset: number): PlanPlace => ({
      start: block.start,
      end: block.end,
      line: block.line + block.code.slice(0, offset).split('\n').length,
    });
    if (SHELLS.test(block.language)) {
      for (const { 0: command, index } of block.code.matchAll(/\S[^\n]*/g)) runs.push({ ...place(index), command });
    } else uses.push(...callsIn(block.code, place));
  }
  return { uses, runs: runs.flatMap(splitRun) };
}

/** Each command of a line, with the folder that a `cd` before it names. */
function splitRun(run: PlanCommand): readonly PlanCommand[] {
  let folder = '';
  return splitCommandLine(run.command).flatMap((command) => {
    if (/^cd\s/.test(command)) folder = `${command} && `;
    return /^cd\s/.test(command) ? [] : [{ ...run, command: `${folder}${command}` }];
  });
}

/** The calls of a code, each with what is in its parentheses. A declaration, and a call with an ellipsis, are none. */
function callsIn(code: string, place: PlanPlace | ((offset: number) => PlanPlace)): readonly PlanName[] {
  return [...code.matchAll(CALL)].flatMap((match): PlanName[] => {
    const { 1: name = '', index } = match;
    const open = index + match[0].length - 1;
    const end = endOfCall(code, open);
    if (end === undefined || DECLARED.test(code.slice(0, index))) return [];
    const parameters = code.slice(open, end + 1);
    if (
      /\.\.\.|[(,]\s*\.\.|…|\/\*|\/\/|\*\w|[:=]>|\|\w+\|/.test(parameters) ||
      /^\s*(?:[:{]|=>|->)/.test(code.slice(end + 1))
    )
      return [];
    const { start, end: last, line } = typeof place === 'function' ? place(index) : place;
    return [
      {
        name: name.replaceAll('::', '.'),
        form: 'call',
        kind: 'function',
        parameters,
        isExport: false,
        start,
        end: last,
        line,
      },
    ];
  });
}

/** The offset of the parenthesis that closes the one at `open`, texts left out. */
function endOfCall(code: string, open: number): number | undefined {
  let depth = 0;
  for (const { 0: one, index } of code.slice(open).matchAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`|[()]/g)) {
    if (one === '(') depth += 1;
    else if (one === ')') depth -= 1;
    if (depth === 0) return open + index;
  }
  return undefined;
}

/** The number of arguments of a call. */
export function countArguments(parameters: string): number {
  return splitList(parameters.slice(1, -1).replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`/g, '_')).length;
}

/** The names in a piece of inline code that has nothing else: one, or a list. */
function mentionsIn({ text }: PlanLine, { code, before, start, end, line }: CodeSpan): readonly PlanName[] {
  const names = code.split(/\s*,\s*/).map((one) => one.replace(/^(?:new\s+)?([A-Za-z_]\w*)(?:\(.*\))?$/, '$1'));
  const inner = [...code.matchAll(/(?<![\w.])([A-Z][a-z]+(?:[A-Z][a-z]+)+)(?=\()/g)].map(([, one = '']) => one);
  const all = names.every((one) => /^[A-Za-z_]\w*$/.test(one)) ? names : inner;
  const said = text.slice(0, before).replaceAll(/`[^`]*`/g, '');
  if (REMOVES.test(said)) return [];
  const isChange = CREATES.test(said);
  return all.map((name) => ({ name, form: 'mention', kind: 'value', isExport: false, isChange, start, end, line }));
}
