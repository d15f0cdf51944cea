import assert from 'node:assert/strict';
import { readTextCalls } from '../../../src/models/agent/text-calls.ts';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { createAttempt, openAiCompatible } from './attempt.ts';

const isTool = (name: string): boolean => ['write_file', 'check_contract'].includes(name);
const CALL = '{"name": "write_file", "arguments": {"path": "src/a.ts", "content": "x"}}';
const READ = [{ name: 'write_file', input: { path: 'src/a.ts', content: 'x' } }];

describe('Agent: calls in the text of an answer', () => {
  it('[AGENT-10] are read in the formats of other templates', () => {
    for (const text of [
      CALL,
      `\`\`\`json\n${CALL}\n\`\`\``,
      `I write the file:\n\n\`\`\`json\n${CALL}\n\`\`\`\nDone.`,
      `<tool_call>\n${CALL}\n</tool_call>`,
      `<tool_call>\n${CALL}`,
      `[TOOL_CALLS] [${CALL}]`,
      `<|python_tag|>${CALL.replace('arguments', 'parameters')}`,
      `<think>I call {"name": "double"}.</think>\n${CALL}`,
      `{"tool_call": ${CALL}}`,
      `{"type": "function", "function": ${CALL}}`,
      '{"tool": "write_file", "args": {"path": "src/a.ts", "content": "x"}}',
      '{"name": "write_file", "arguments": "{\\"path\\": \\"src/a.ts\\", \\"content\\": \\"x\\"}"}',
      CALL.replace('"x"', '"x"\n'),
    ]) {
      assert.deepEqual(readTextCalls(text, isTool), READ, text);
    }
    const broken = CALL.replace('"x"', '"one\ntwo\\n{\t}"');
    assert.deepEqual(readTextCalls(broken, isTool)[0]?.input, { path: 'src/a.ts', content: 'one\ntwo\n{\t}' });
    assert.deepEqual(
      readTextCalls(`[${CALL}, {"name": "check_contract"}]`, isTool).map(({ name }) => name),
      ['write_file', 'check_contract'],
    );
  });

  it('[AGENT-10] are not read from an answer that shows something else, or names no tool', () => {
    for (const text of [
      '',
      'Call write_file.',
      '{"name": "double", "arguments": {"value": 10}}',
      '{"name": "write_file", "arguments": [1]}',
      '{"name": "write_file", "arguments": {"path": "a"',
      `${CALL}\n\`\`\`ts path=src/a.ts\nx\n\`\`\``,
      `${CALL}\nsrc/a.ts\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE`,
      `${CALL} is what the file {"a": 1} needs`,
      `<think>${CALL}</think>`,
    ]) {
      assert.deepEqual(readTextCalls(text, isTool), [], text);
    }
  });

  it('[AGENT-10] are carried out, and their results continue the conversation', async () => {
    const call =
      '```json\n{"name": "write_file", "arguments": {"path": "src/a.ts", "content": "export const a = 1;\\n"}}\n```';
    await using server = await startOpenAiChatServer([{ text: call }, { text: 'Done.' }, { text: call }]);
    const model = await openAiCompatible(server.baseUrl);
    const outcome = await runAgent(createAttempt(model).input);
    assert.deepEqual([outcome.stopReason, outcome.written, outcome.calledTools], ['finished', ['src/a.ts'], true]);
    const sent = server.requests[1]?.body['messages'] as readonly Readonly<Record<string, unknown>>[] | undefined;
    const [, assistant, result] = sent?.slice(-3) ?? [];
    assert.equal(assistant?.['role'], 'assistant');
    assert.match(JSON.stringify(assistant), /"tool_calls".*write_file/);
    assert.match(JSON.stringify(result), /text_call_1_1.*was created/);
    // A provider whose models call tools in its own protocol.
    const known = await runAgent(createAttempt({ ...model, supportsTools: true }).input);
    assert.deepEqual(known.written, []);
  });
});
