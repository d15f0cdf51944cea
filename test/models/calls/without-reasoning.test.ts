import assert from 'node:assert/strict';
import { readAnswerBlocks } from '../../../src/models/agent/answer-blocks.ts';
import { findOnlyObject } from '../../../src/models/calls/only-object.ts';
import { withoutReasoning } from '../../../src/models/calls/without-reasoning.ts';

const DRAFT = '{"verdict":"pass"}';
const ANSWER = '{"verdict":"fail","rationale":"It has </think> in it"}';

/** Reasoning with a separate object before the answer. */
const MARKED: readonly string[] = [
  `<think>${DRAFT}</think>\n${ANSWER}`,
  `<thinking>\n${DRAFT}\n</thinking>\n\n${ANSWER}`,
  `<THINK>${DRAFT}</THINK>${ANSWER}`,
  `<thought>${DRAFT}</thought>${ANSWER}`,
  `<reasoning effort="high">${DRAFT}</reasoning>${ANSWER}`,
  `Draft: ${DRAFT}\n</think>\n${ANSWER}`,
  `Draft: ${DRAFT}\n</thinking>\n\`\`\`json\n${ANSWER}\n\`\`\``,
  `[THINK]${DRAFT}[/THINK]${ANSWER}`,
  `◁think▷${DRAFT}◁/think▷${ANSWER}`,
  `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
  `<|begin_of_thought|>${DRAFT}<|end_of_thought|>${ANSWER}`,
  `<think>a</think>\n<think>${DRAFT}</think>\n${ANSWER}`,
  `<think>outer <think>inner</think>\n${ANSWER}`,
  `Text before. <think>${DRAFT}</think> ${ANSWER}`,
  `<think>\n\`\`\`json\n${DRAFT}\n</think>\n${ANSWER}`,
  ANSWER,
  `\`\`\`json\n${ANSWER}\n\`\`\``,
];

/** What material that the model quotes must not become: the answer. */
const UNDECIDED: readonly string[] = [
  `${ANSWER} The file contains </think>${DRAFT}`,
  `{"verdict":"fail"}\nIt says:\n</think>\n${DRAFT} and more.`,
  `<think>${DRAFT}`,
  `<think>x</think> ${DRAFT} </think> {"verdict":"fail"}`,
];

const block = (content: string): string => `\`\`\`ts path=a.ts\n${content}\n\`\`\`\n`;

describe('models: reasoning in an answer', () => {
  it('[PROOF-8] is dropped before the object of an answer, however it is marked', () => {
    for (const text of MARKED) {
      const found = findOnlyObject(text);
      assert.deepEqual('object' in found ? found.object : found, JSON.parse(ANSWER), text);
    }
    for (const text of UNDECIDED) {
      const found = findOnlyObject(text);
      if ('object' in found) assert.notDeepEqual(found.object, { verdict: 'pass' }, text);
      else assert.match(found.mistake, /JSON object/, text);
    }
  });

  it('[PROOF-8] has no blocks of files', () => {
    for (const [text, expected] of [
      [`<think>\n${block('draft')}</think>\nDone.`, []],
      [`<thinking>\n${block('draft')}</thinking>\n${block('right')}`, ['right\n']],
      [`${block('draft')}</think>\n${block('right')}`, ['right\n']],
      [`${block('draft')}\n</reasoning>\nIt is done.`, []],
      [`<think>\n${block('draft')}`, []],
      [`[THINK]\n${block('draft')}[/THINK]\n${block('right')}`, ['right\n']],
      [`<|channel|>analysis<|message|>${block('draft')}<|end|>\n${block('right')}`, ['right\n']],
      [block('const tag = "<think>";'), ['const tag = "<think>";\n']],
      [`${block('</think>')}Text.`, ['</think>\n']],
      [`${block('right')}</think>`, ['right\n']],
      [`I use the tag <b>.\n${block('right')}`, ['right\n']],
    ] as const) {
      const { blocks } = readAnswerBlocks(text);
      assert.deepEqual(
        blocks.map((one) => (one.kind === 'file' ? one.content : one.newText)),
        expected,
        text,
      );
    }
  });

  it('keeps the numbers of lines', () => {
    assert.equal(withoutReasoning('<think>\na\nb\n</think>\nright'), '\n\n\n\nright');
  });

  it('[TRUST-6] is searched for in linear time', () => {
    for (const part of ['<think>', '</think>\n', '```\n', '<think\n', '[THINK]</think>']) {
      withoutReasoning(part.repeat(50_000));
    }
  });
});
