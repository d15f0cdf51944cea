// Asks a chat service whether a message was posted, and what it says. docs/validators.md explains it line by line.

/** @param {string} name */
const missing = (name) => `The resource's metadata names no ${name}`;

export default {
  type: 'chat-message',
  supportedResourceTypes: ['message'],

  supports: (resource) => resource.metadata?.platform === 'chat',

  async validate(resource, assertion, context) {
    const started = performance.now();
    const answer = (result) => ({
      validator: 'chat-message',
      resource,
      assertion,
      duration: performance.now() - started,
      ...result,
    });
    const { channelId, messageId } = resource.metadata;
    if (!channelId) return answer({ passed: false, error: missing('channelId') });
    if (!messageId) return answer({ passed: false, error: missing('messageId') });

    // The address may differ from machine to machine; the key is no business of a contract at all.
    const server = process.env.CHAT_SERVER ?? resource.metadata.server;
    const url = new URL('/messages', server);
    url.searchParams.set('channel', channelId);
    url.searchParams.set('id', messageId);
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${process.env.CHAT_TOKEN ?? ''}` },
      signal: context.signal,
    });
    if (!response.ok) {
      return answer({
        passed: false,
        expected: `Message ${messageId} in #${channelId}`,
        error: `The chat service answered ${response.status} (${(await response.text()).trim()})`,
      });
    }

    const { messages } = await response.json();
    const [message] = messages;
    if (!message) {
      return answer({ passed: false, expected: `Message ${messageId} in #${channelId}`, actual: 'No such message' });
    }
    // Whatever keys a check has of its own reach the validator.
    const { says } = assertion.check;
    if (says === undefined) return answer({ passed: true, actual: `Message ${messageId} by ${message.author}` });
    return answer({ passed: message.text.includes(says), expected: `A message that says "${says}"`, actual: message.text });
  },
};
