import { USAGE, type Attack, type Fault, type ModelCall } from '../attack.ts';
import type { ScriptedReply } from '../../../servers/loopback-server.ts';

/** A service that fails at one random call, and works before and after it. */
function failing(
  name: string,
  createReply: (attack: Attack, call: ModelCall) => ScriptedReply | undefined,
  last = 3,
  isHarmless = false,
): Fault {
  const moments = new WeakMap<Attack, number>();
  return {
    kind: 'model',
    name,
    isHarmless,
    reply(attack, call) {
      let moment = moments.get(attack);
      if (moment === undefined) moments.set(attack, (moment = attack.random.integer(0, last)));
      return call.index === moment ? createReply(attack, call) : undefined;
    },
  };
}

/** Whether the service speaks the OpenAI protocol, which most servers imitate. */
function isOpenAi({ environment }: Attack): boolean {
  return environment['HOLDFAST_MODEL']?.startsWith('openai-compatible:') === true;
}

/** A deviation from the OpenAI protocol that loses nothing, so that the run must pass in spite of it. */
function deviating(name: string, createReply: (call: ModelCall) => ScriptedReply | undefined): Fault {
  return failing(name, (attack, call) => (isOpenAi(attack) ? createReply(call) : undefined), 3, true);
}

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const usage = { prompt_tokens: String(USAGE.input), completion_tokens: String(USAGE.output) };

/** The right answer, with arguments as objects. */
function callsOf({ task, turn }: ModelCall): readonly object[] {
  return turn > 0
    ? []
    : task.answer.map(({ name, input }, index) => ({ index, id: `c${index}`, function: { name, arguments: input } }));
}

/** The part of the right answer that a message has. */
function messageOf(call: ModelCall): object {
  const calls = callsOf(call);
  return calls.length > 0 ? { role: 'assistant', tool_calls: calls } : { role: 'assistant', content: 'Done.' };
}

const deviations: readonly Fault[] = [
  deviating('a whole answer instead of a stream', (call) => ({
    json: { choices: [{ message: messageOf(call) }], usage },
    usage: USAGE,
  })),
  deviating('no reason at the end', (call) => ({
    raw: event({ choices: [{ delta: messageOf(call) }], usage }) + 'data: [DONE]\n\n',
    usage: USAGE,
  })),
  deviating('a refused parameter', ({ request }) =>
    'stream_options' in request.body
      ? { status: 400, body: { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] } }
      : undefined,
  ),
];

const AT_ONCE = { 'retry-after-ms': '5' };

export const serviceFaults: readonly Fault[] = [
  ...deviations,
  failing('overflow in another body', () => ({
    status: 400,
    body: { object: 'error', message: 'The maximum context length is 8192 tokens.' },
  })),
  failing('unknown model in another body', () => ({ status: 500, body: { error: "model 'x' not found" } })),
  failing('only reasoning', ({ tasks: [task] }) => ({
    text: `<thinking>\n\`\`\`ts path=${task?.file ?? 'a.ts'}\nexport const draft = 1;\n\`\`\`\n</thinking>\nDone.`,
  })),
  failing('429', () => ({ status: 429, headers: AT_ONCE })),
  failing('500', () => ({ status: 500, headers: AT_ONCE, body: '<html>broken</html>' })),
  failing('401 with the key', ({ key }) => ({ status: 401, body: { error: { message: `Invalid API key ${key}` } } })),
  failing('400 with the key', ({ key }) => ({ status: 400, body: `key=${key} \u001b[2J` })),
  failing('reset', () => ({ reset: 'at-once' }), 1),
  failing('reset in the stream', () => ({ text: 'I will start', reset: 'after-text' }), 1),
  failing('truncated stream', () => ({ text: 'I will start', truncate: true })),
  failing('stalled stream', () => ({ text: 'I will start', stall: 'after-text' }), 1),
  failing('endless stream', () => ({ text: 'again and again ', isEndless: true }), 1),
  failing('error in the stream', () => ({
    text: 'x',
    streamError: { message: 'overloaded', type: 'overloaded_error' },
  })),
  failing('refusal', () => ({ text: 'I cannot help with that.', finishReason: 'content_filter' })),
  failing('claims to be done', () => ({ text: 'All files are written and all checks pass.' })),
  failing('says the key', ({ key }) => ({ text: `The key is ${key}.`, reasoning: key })),
  failing('terminal escapes', () => ({ text: '\u001b]0;title\u0007\u001b[2J\u009b31m\r\u0008PASS' })),
  failing('length limit', () => ({ text: 'x', finishReason: 'length' })),
];
