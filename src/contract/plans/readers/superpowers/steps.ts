import { isCommand, splitCommandLine } from '../../../specifications/check-commands.ts';
import { codeSpansOf } from '../../code-spans.ts';
import { toWrittenPath } from '../../plan-paths.ts';
import type { PlanCommand, PlanTaskFile, PlanNote } from '../../plan.ts';
import type { PlanBlock, PlanLine } from '../../plan-text.ts';

const SHELLS = /^(?:bash|sh|shell|console|zsh|powershell|ps1|fish|)$/;
const RUN =
  /^\s*(?:[-*+]\s+)?(?:\[[ xX]\]\s*)?(?:\*\*|__)?\s*(?:Run|Ausführen|Ejecutar|Executar|运行|執行|실행|実行)\b[^:：`.]{0,40}[:：]\s*(?:\*\*|__)?/i;
const EXPECTED =
  /^\s*(?:[-*+]\s+)?(?:\*\*|__)?\s*(?:Expected|Erwartet|Esperado|预期|预计|期望|예상|期待)\b[^:：]{0,60}[:：]\s*(?:\*\*|__)?\s*(?:\*\*|__|`)?\s*(.*)$/i;

/** `Run it; expect FAIL — …`, `Run to verify — … — Expected: PASS`: both in one line, and no sentence ends between them. */
const INLINE_EXPECTED =
  /\b(?:Run|Re-?run)\b(?:(?!\.\*{0,2}\s)[^`])*(?:`[^`]+`(?:(?!\.\*{0,2}\s)[^`])*)?\b[Ee]xpect(?:ed|s)?:?\W{0,4}(PASS|FAIL)(?:E[DS]|S)?\b/;

/** The commands of "Run:" with what "Expected:" says, and those that a contract cannot run. */
export function readRunCommands(
  lines: readonly PlanLine[],
  blocks: readonly PlanBlock[],
): { readonly commands: readonly PlanCommand[]; readonly notes: readonly PlanNote[] } {
  const commands: PlanCommand[] = [];
  const notes: PlanNote[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.isCode) continue;
    const label = RUN.exec(line.text);
    const inline = label === null ? inlineCommand(line) : undefined;
    if (label === null && inline === undefined) continue;
    const written =
      inline === undefined ? commandsAfter(line, label?.[0].length ?? 0, lines.slice(index + 1), blocks) : [inline];
    const expected = expectedIn(line) ?? expectedAfter(lines.slice(index + 1));
    for (const one of written) {
      const problem = problemOf(one.command);
      if (problem !== undefined)
        notes.push({ line: one.line, message: `the command "${one.command}" is no acceptance command: ${problem}` });
      else if (expected !== undefined) commands.push({ ...one, expected });
      else
        notes.push({
          line: one.line,
          message: `the command "${one.command}" is no acceptance command: the text expects neither PASS nor FAIL of it`,
        });
    }
  }
  return { commands: pairCommands(commands, notes), notes };
}

/** A command that must pass, and whether the same one must fail before. One that only fails is listed. */
function pairCommands(commands: readonly PlanCommand[], notes: PlanNote[]): readonly PlanCommand[] {
  const result: PlanCommand[] = [];
  for (const [index, one] of commands.entries()) {
    if (one.expected === 'pass') {
      const failsFirst = commands
        .slice(0, index)
        .some(({ command, expected }) => command === one.command && expected === 'fail');
      if (!result.some(({ command }) => command === one.command)) result.push({ ...one, failsFirst });
    } else if (
      !commands.slice(index + 1).some(({ command, expected }) => command === one.command && expected === 'pass')
    ) {
      notes.push({
        line: one.line,
        message: `the command "${one.command}" is expected to fail, and the text runs it only then`,
      });
    }
  }
  return result;
}

function commandsAfter(
  line: PlanLine,
  from: number,
  rest: readonly PlanLine[],
  blocks: readonly PlanBlock[],
): readonly PlanCommand[] {
  const spans = codeSpansOf(line).filter(({ before }) => before >= from);
  if (spans.length > 0)
    return spans.slice(0, 1).map(({ code, start, end }) => ({ command: code, start, end, line: line.line }));
  const plain = line.text.slice(from).trim();
  if (plain !== '')
    return /^[\w./-]+ \S/.test(plain)
      ? [{ command: plain, start: line.start + from, end: line.end, line: line.line }]
      : [];
  const next = rest.find(({ text }) => text.trim() !== '');
  const block = next === undefined ? undefined : blocks.find((one) => one.line === next.line);
  if (block === undefined || !(SHELLS.test(block.language) || /^(?:text|txt|plaintext)$/.test(block.language)))
    return [];
  const inside = block.code.split('\n').map((text) => text.replace(/^\s*\$\s+/, '').trim());
  if (inside.some((text) => text.endsWith('\\') || text.includes('<<'))) {
    return [{ command: inside.join(' '), start: block.start, end: block.end, line: block.line }];
  }
  const folder = inside.find((text) => /^cd\s/.test(text));
  return inside.flatMap((text, index) =>
    text === '' || text.startsWith('#') || /^cd\s/.test(text)
      ? []
      : [
          {
            command: folder === undefined ? text : `${folder} && ${text}`,
            start: block.start,
            end: block.end,
            line: block.line + 1 + index,
          },
        ],
  );
}

/** What a line says in capitals about its command. */
function expectedIn({ text }: PlanLine): PlanCommand['expected'] {
  const word = INLINE_EXPECTED.exec(text)?.[1];
  return word === 'PASS' ? 'pass' : word === 'FAIL' ? 'fail' : undefined;
}

function inlineCommand(line: PlanLine): PlanCommand | undefined {
  const match = INLINE_EXPECTED.exec(line.text);
  if (match === null) return undefined;
  const span = codeSpansOf(line).find(
    ({ before, code }) =>
      before > match.index && isCommand(code) && !/\.\*{0,2}\s/.test(line.text.slice(match.index, before)),
  );
  return span === undefined ? undefined : { command: span.code, start: span.start, end: span.end, line: line.line };
}

/** Only a leading PASS or FAIL counts. */
function expectedAfter(rest: readonly PlanLine[]): PlanCommand['expected'] {
  for (const line of rest.slice(0, 25)) {
    if (line.isCode || line.text.trim() === '') continue;
    const text = EXPECTED.exec(line.text)?.[1];
    if (text === undefined) {
      if (RUN.test(line.text) || /^\s*(?:#|- \[|\*\*Step)/.test(line.text)) return undefined;
      if (/^\s*\S/.test(line.text) && !/^\s*(?:and|or|then)\b/i.test(line.text)) return undefined;
      continue;
    }
    if (/^(?:FAIL|FAILS|FAILED|FAILURE)\b/.test(text)) return 'fail';
    return /^(?:PASS|PASSES|PASSED)\b(?!\s*(?:or|\/)\s*FAIL)/.test(text) ? 'pass' : undefined;
  }
  return undefined;
}

function problemOf(command: string): string | undefined {
  if (/^cd\s|&&\s*cd\s|;\s*cd\s|^\(?cd\s/.test(command))
    return 'it runs in another folder, and a contract runs its commands at the root';
  if (splitCommandLine(command).length > 1) return 'it joins several commands';
  if (/[|<>`]|\$\(|\$\{?\w|&(?!&)|\*\s|^\w+=/.test(command.replaceAll(/"[^"]*"|'[^']*'/g, '')))
    return 'it needs a shell';
  if (/[<[](?:path|file|name|your|test)[\w -]*[>\]]|\.\.\.|…/.test(command)) return 'it has a placeholder';
  return undefined;
}

/** The files of `git add` in the blocks of a task. A folder counts as its files. */
export function readCommittedFiles(blocks: readonly PlanBlock[]): readonly PlanTaskFile[] {
  return blocks.flatMap((block) => {
    if (!SHELLS.test(block.language)) return [];
    let folder = '';
    return block.code
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .flatMap((text, index) => text.split(/\s*(?:&&|;)\s*/).map((command) => ({ command, index })))
      .flatMap(({ command, index }): PlanTaskFile[] => {
        const target = /^\s*cd\s+(\S+)/.exec(command)?.[1];
        if (target !== undefined)
          folder = isBelow(target) ? `${target.replace(/\/$/, '')}/` : target.startsWith('..') ? '' : folder;
        const [, words] = /^\s*(?:\$\s+)?git\s+(?:-C\s+\S+\s+)?add\s+(.*)$/.exec(command) ?? [];
        if (words === undefined || /\s-[pi]\b/.test(words)) return [];
        return words
          .split(/\s+/)
          .map((word) => word.replaceAll(/^["']|["']$/g, ''))
          .filter((word) => word !== '' && !word.startsWith('-') && word !== '.' && !word.startsWith('#'))
          .flatMap((word): PlanTaskFile[] => {
            const written =
              toWrittenPath(word) ??
              (/^[\w.@-]+(?:\/[\w.@()[\]-]+)*\/?$/.test(word) ? { path: word, isPattern: false } : undefined);
            if (written === undefined) return [];
            const path = `${folder}${written.path}`;
            return [
              {
                path,
                role: 'write',
                isOptional: true,
                start: block.start,
                end: block.end,
                line: block.line + 1 + index,
              },
            ];
          });
      });
  });
}

function isBelow(folder: string): boolean {
  return !/^(?:[/~.]|[A-Za-z]:|\$|"|')/.test(folder);
}
