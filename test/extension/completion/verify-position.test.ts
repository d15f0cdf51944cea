import assert from 'node:assert/strict';
import { findVerifyPosition } from '../../../src/extension/completion/verify-position.ts';

/** The position marked with `|`: the kind and the text that the completion replaces. */
function at(marked: string): readonly [kind: string, replaced: string] | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = findVerifyPosition(text.slice(0, offset), text.slice(offset));
  return found && [found.kind, text.slice(offset - found.before, offset + found.after)];
}

const SPEC = 'spec: { id: a, title: A }\n';

describe('the position of a verify command', () => {
  it('[EDIT-2] completes the key at the top level of a contract without it', () => {
    assert.deepEqual(at(`${SPEC}|\nchunks: []\n`), ['key', '']);
    assert.deepEqual(at(`${SPEC}ver|\r\nchunks: []\n`), ['key', 'ver']);
    assert.deepEqual(at(`${SPEC}chunks: []\n|`), ['key', '']);
  });

  it('[EDIT-2] completes no second key, and none inside another line', () => {
    assert.equal(at(`${SPEC}|\nverify: { command: a }\n`), undefined);
    assert.equal(at(`${SPEC}verify:\n  command: a\nv|\n`), undefined);
    assert.equal(at(`${SPEC}|chunks: []\n`), undefined);
    assert.equal(at(`${SPEC}chunks:\n  |\n`), undefined);
  });

  it('[EDIT-2] completes the command in braces and in a block, with its quotes', () => {
    assert.deepEqual(at(`${SPEC}verify: { command: |}\n`), ['command', '']);
    assert.deepEqual(at(`${SPEC}verify: { command: npm| }\n`), ['command', 'npm']);
    assert.deepEqual(at(`${SPEC}verify: { command: '|' }\n`), ['command', "''"]);
    assert.deepEqual(at(`${SPEC}verify: { timeoutSeconds: 3, command: | }\n`), ['command', '']);
    assert.deepEqual(at(`${SPEC}verify:\n  requires: []\n  # all\n  command: "np|"\n`), ['command', '"np"']);
    assert.deepEqual(at('verify_contract:\r\n  command: |\r\n'), ['command', '']);
  });

  it('[EDIT-2] completes no command of a build, step or gate', () => {
    assert.equal(at(`${SPEC}build: { command: | }\n`), undefined);
    assert.equal(at(`${SPEC}verify: { command: a }\nbuild:\n  command: |\n`), undefined);
    assert.equal(at(`${SPEC}gates:\n  - id: a\n    command: |\n`), undefined);
  });
});
