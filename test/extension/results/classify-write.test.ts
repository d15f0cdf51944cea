import assert from 'node:assert/strict';
import type { PlannedWrite } from '../../../src/engine.ts';
import { classifyWrite, toDocumentText } from '../../../src/extension/results/classify-write.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function createWrite(before: string | undefined, after: string | undefined, mode = '100644'): PlannedWrite {
  const side = (text: string | undefined) => (text === undefined ? undefined : { mode, bytes: bytes(text) });
  return { path: 'a.txt', before: side(before), after: side(after) };
}

describe('classifyWrite', () => {
  const open = { text: 'one\ntwo\n', isDirty: true, eol: '\n' as const };

  it('[EDIT-4] edits the document of a text file, unsaved changes included', () => {
    assert.deepEqual(classifyWrite(createWrite('one\ntwo\n', 'one\n2\n'), open), { type: 'edit', text: 'one\n2\n' });
    const crlf = { text: 'one\r\ntwo\r\n', isDirty: false, eol: '\r\n' as const };
    assert.deepEqual(classifyWrite(createWrite('one\r\ntwo\r\n', '1\r\ntwo\r\n'), crlf), {
      type: 'edit',
      text: '1\r\ntwo\r\n',
    });
  });

  it('[EDIT-4] writes bytes if the file is new or binary, or its line breaks are mixed or change', () => {
    assert.equal(classifyWrite(createWrite(undefined, 'new\n'), undefined).type, 'write');
    assert.equal(classifyWrite(createWrite('one\n', '\0'), undefined).type, 'write');
    const saved = { ...open, isDirty: false };
    assert.equal(classifyWrite(createWrite('one\ntwo\n', 'one\r\ntwo\r\n'), saved).type, 'write');
    assert.equal(
      classifyWrite(createWrite('one\r\ntwo\n', 'one\r\n2\n'), { ...saved, text: 'one\ntwo\n' }).type,
      'write',
    );
    assert.equal(classifyWrite(createWrite('one\n', undefined), undefined).type, 'delete');
  });

  it('[EDIT-4] refuses what would lose text, and links', () => {
    const typed = classifyWrite(createWrite('one\ntwo\n', 'one\n2\n'), { ...open, text: 'one\ntwo!\n' });
    assert.deepEqual(
      [typed.type, typed.type === 'refuse' && typed.reason],
      ['refuse', 'its text has changed meanwhile'],
    );
    assert.equal(classifyWrite(createWrite('one\ntwo\n', 'one\r\ntwo\r\n'), open).type, 'refuse');
    assert.equal(classifyWrite(createWrite(undefined, 'target', '120000'), undefined).type, 'refuse');
  });

  it('[EDIT-4] reads text without a byte order mark, and no other encodings', () => {
    assert.equal(toDocumentText(bytes('\uFEFFtext')), 'text');
    assert.equal(toDocumentText(new Uint8Array([0xff, 0x41])), undefined);
  });
});
