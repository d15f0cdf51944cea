import { CancelledError } from '../../foundation/errors.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AnswerBlock } from './answer-blocks.ts';
import { readAnswerBlocks } from './answer-blocks.ts';
import type { AgentFiles } from './files/agent-files.ts';
import { normalizeAgentPath } from './files/agent-paths.ts';
import { replaceOnce } from './files/text-edit.ts';
import type { WriteLedger } from './files/write-ledger.ts';
import { readExistingText, writeText, type WriteResult } from './files/write-text.ts';

interface BlockContext {
  readonly files: AgentFiles;
  readonly ledger: WriteLedger;
  /** The only file that may be written, if there is exactly one. */
  readonly onlyFile?: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void;
  readonly redact: (text: string) => string;
}

/** Applies the blocks of an answer in order. Returns the problems to report to the next attempt. */
export async function applyAnswerBlocks(text: string, context: BlockContext): Promise<readonly string[]> {
  const { blocks, problems: malformed } = readAnswerBlocks(text, context);
  const refused: { readonly path: string; readonly problem: string }[] = [];
  for (const block of blocks) {
    if (context.signal.aborted) throw new CancelledError('the attempt');
    const path = normalizeAgentPath(block.path);
    const result = await applyBlock(path, block, context);
    const reason = 'refused' in result ? result.refused : undefined;
    const note = reason === undefined ? undefined : context.redact(reason.split('\n', 1).join(''));
    const name = block.kind === 'edit' ? 'edit_file' : 'write_file';
    context.onEvent({
      type: 'tool',
      name,
      subject: path,
      ok: reason === undefined,
      ...(note === undefined ? {} : { note }),
    });
    if ('alsoWritten' in result) {
      const stillRefused = refused.filter((one) => !result.alsoWritten.includes(one.path));
      refused.splice(0, refused.length, ...stillRefused);
    } else {
      const problem = `The block at line ${block.line} of the answer was not applied to ${path}: ${result.refused}`;
      refused.push({ path, problem });
    }
  }
  return [...malformed, ...refused.map(({ problem }) => problem)];
}

async function applyBlock(path: string, block: AnswerBlock, context: BlockContext): Promise<WriteResult> {
  const before = await readExistingText(path, context);
  if ('refused' in before) return before;
  const existing = before.text;
  if (block.kind === 'file' && block.inferred && existing !== undefined && isExcerpt(block.content, existing)) {
    return {
      refused: 'it has only a part of the current file. Write the complete file, from the first line to the last.',
    };
  }
  if (block.kind === 'file') return writeText(path, block.content, existing, context);
  if (block.oldText.trim() === '' && (existing === undefined || existing.trim() === '')) {
    return writeText(path, block.newText, existing, context);
  }
  if (existing === undefined) return { refused: 'the file does not exist. Use an empty SEARCH part to create it.' };
  const edited = replaceOnce(path, existing, block.oldText, block.newText);
  return edited.ok ? writeText(path, edited.text, existing, context, block) : { refused: edited.reason };
}

/** An existing file with fewer lines is replaced by every block. */
const MIN_LINES = 8;

/** Whether a block that may be an explanation omits most lines of the file that it would replace. */
function isExcerpt(content: string, existing: string): boolean {
  const lines = new Set(linesOf(content));
  const current = linesOf(existing);
  return current.length >= MIN_LINES && current.filter((line) => lines.has(line)).length < current.length / 2;
}

function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
