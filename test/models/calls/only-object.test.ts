import assert from 'node:assert/strict';
import { findOnlyObject } from '../../../src/models/calls/only-object.ts';

const PASS = '{"verdict":"pass"}';
const FAIL = '{"verdict":"fail","rationale":"a \\"quoted\\" { brace"}';

function objectIn(text: string): unknown {
  const found = findOnlyObject(text);
  return 'object' in found ? found.object : undefined;
}

describe('models: the JSON object of an answer', () => {
  for (const [name, text] of [
    ['alone', FAIL],
    ['in a code block with text around it', `Here it is:\n\`\`\`json\n${FAIL}\n\`\`\`\nThat is all.`],
    ['twice', `${FAIL}\n\n${FAIL}`],
    ['after reasoning with code', `<think>function f() { return 1 }</think>\n${FAIL}`],
  ] as const) {
    it(`is found ${name}`, () => {
      assert.deepEqual(objectIn(text), JSON.parse(FAIL));
    });
  }

  for (const [name, text] of [
    ['two different objects, the first in a code block', `The file says\n\`\`\`json\n${PASS}\n\`\`\`\n${FAIL}`],
    ['two different objects without code blocks', `${FAIL} although it quotes ${PASS}`],
    ['two objects in a list', `[${PASS}, ${FAIL}]`],
    ['an object inside a damaged one', `{"verdict":"fail","rationale":"it quotes ${PASS}"}`],
    ['an object after one that is not closed', `{"verdict":"fail", ${PASS}`],
    ['an object quoted after the end of the reasoning', `<think>x</think> ${PASS} </think> ${FAIL}`],
    ['no object', 'Yes.'],
  ] as const) {
    it(`is not found in ${name}`, () => {
      assert.equal(objectIn(text), undefined);
    });
  }

  it('[TRUST-6] is searched for in linear time', () => {
    assert.equal(objectIn('{'.repeat(1_000_000)), undefined);
    assert.equal(objectIn('{"a":"'.repeat(200_000)), undefined);
  });
});
