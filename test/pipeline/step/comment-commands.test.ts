import assert from 'node:assert/strict';
import type { ForgeComment } from '../../../src/pipeline/forge/forge.ts';
import { readCommand } from '../../../src/pipeline/step/comment-commands.ts';

function commandIn(body: string): string | undefined {
  const comment: ForgeComment = { id: '1', author: 'kim', body, createdAt: '2026-11-28T10:00:00Z', isEdited: false };
  return readCommand(comment, 'holdfast')?.name;
}

describe('The command of a comment', () => {
  it('[ASSERT-PSM-003] is its first line, unless that is a quotation or code', () => {
    for (const body of ['/holdfast approve 4f', '\n\n  /holdfast approve 4f\nBecause.', '\r\n/holdfast approve 4f']) {
      assert.equal(commandIn(body), 'approve', JSON.stringify(body));
    }
    for (const body of [
      '    /holdfast approve 4f',
      '\t/holdfast approve 4f',
      '  \t/holdfast approve 4f',
      '\n\n      /holdfast approve 4f',
      '```\n/holdfast approve 4f\n```',
      '> /holdfast approve 4f',
      '`/holdfast approve 4f`',
      'Text\n/holdfast approve 4f',
    ]) {
      assert.equal(commandIn(body), undefined, JSON.stringify(body));
    }
  });
});
