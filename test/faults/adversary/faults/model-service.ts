import type { Attack, Fault, ModelCall } from '../attack.ts';
import type { ScriptedReply } from '../../../servers/loopback-server.ts';

/** A service that fails at one random call, and works before and after it. */
function failing(name: string, createReply: (attack: Attack, call: ModelCall) => ScriptedReply, last = 3): Fault {
  const moments = new WeakMap<Attack, number>();
  return {
    kind: 'model',
    name,
    reply(attack, call) {
      let moment = moments.get(attack);
      if (moment === undefined) moments.set(attack, (moment = attack.random.integer(0, last)));
      return call.index === moment ? createReply(attack, call) : undefined;
    },
  };
}

const AT_ONCE = { 'retry-after-ms': '5' };

export const serviceFaults: readonly Fault[] = [
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
