import { CancelledError } from '../shared/errors.ts';
import type { AgentEvent } from './agent-event.ts';
import type { AgentFiles } from './agent-files.ts';
import type { AnswerBlock } from './answer-blocks.ts';
import { readAnswerBlocks } from './answer-blocks.ts';
import { replaceOnce } from './text-edit.ts';
import { treePath } from './tools/tree-path.ts';
import { readBefore, writeText } from './tools/write-text.ts';
import type { WriteLedger } from './write-ledger.ts';

interface Applying {
  readonly files: AgentFiles;
  readonly ledger: WriteLedger;
  /** A model that has tools must name the file in the fence itself; one without may name it on the line before. */
  readonly withTools: boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void;
  readonly redact: (text: string) => string;
}

/** Carries out the changes in an answer, in order. Returns what went wrong with some of them, for the next attempt. */
export async function applyAnswerBlocks(text: string, applying: Applying): Promise<readonly string[]> {
  const { blocks, problems: malformed } = readAnswerBlocks(text, { pathBeforeFence: !applying.withTools });
  const problems = [...malformed];
  for (const block of blocks) {
    if (applying.signal.aborted) throw new CancelledError('the attempt');
    const path = treePath(block.path);
    const reason = await applyBlock(path, block, applying);
    const note = reason === undefined ? undefined : applying.redact(reason.split('\n', 1).join(''));
    const name = block.kind === 'edit' ? 'edit_file' : 'write_file';
    applying.onEvent({
      type: 'tool',
      name,
      subject: path,
      ok: reason === undefined,
      ...(note === undefined ? {} : { note }),
    });
    if (reason !== undefined)
      problems.push(`The block at line ${block.line} of the answer was not applied to ${path}: ${reason}`);
  }
  return problems;
}

async function applyBlock(path: string, block: AnswerBlock, applying: Applying): Promise<string | undefined> {
  const before = await readBefore(path, applying);
  if ('refused' in before) return before.refused;
  const existing = before.text;
  if (block.kind === 'file') return writeText(path, block.content, existing, applying);
  if (block.oldText.trim() === '' && (existing === undefined || existing.trim() === '')) {
    return writeText(path, block.newText, existing, applying);
  }
  if (existing === undefined) return 'there is no such file; a block with an empty SEARCH part creates one.';
  const edited = replaceOnce(path, existing, block.oldText, block.newText);
  return edited.ok ? writeText(path, edited.text, existing, applying, block.newText) : edited.reason;
}
