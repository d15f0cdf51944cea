import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import type { Engine } from '../../src/engine.ts';
import { createMcpServer } from '../../src/mcp/mcp-server.ts';
import { ToolSession } from '../../src/mcp/base/tool-session.ts';
import { HoldfastError } from '../../src/foundation/errors.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';

/** A client that is connected to a server in this process. */
async function connect(openEngine: () => Promise<Engine>): Promise<Client> {
  const server = createMcpServer({
    version: '1.2.3',
    openEngine,
    session: new ToolSession(),
    signal: new AbortController().signal,
  });
  const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await Promise.all([server.connect(ofServer), client.connect(ofClient)]);
  return client;
}

describe('The MCP server', () => {
  it('[AGENT-5] opens the engine at the first call of a tool, not before', async () => {
    using workspace = new Workspace({ 'a.ts': '' });
    await using engine = openFolderEngine(workspace);
    let opened = 0;
    const client = await connect(() => {
      opened++;
      return Promise.resolve(engine);
    });
    assert.deepEqual(client.getServerVersion()?.version, '1.2.3');
    assert.match(client.getInstructions() ?? '', /start_chunk/);
    assert.ok((await client.listTools()).tools.length > 0);
    assert.equal(opened, 0);
    const { content } = await client.callTool({ name: 'list_contracts', arguments: {} });
    assert.deepEqual(content, [{ type: 'text', text: 'The repository has no contract.' }]);
    assert.equal(opened, 1);
    await client.close();
  });

  it('[AGENT-5] answers a failure with its hint as the error of the tool', async () => {
    const client = await connect(() =>
      Promise.reject(new HoldfastError('configuration', 'Failed to read a.yaml: it is wrong', { hint: 'Fix it.' })),
    );
    assert.deepEqual(await client.callTool({ name: 'list_contracts', arguments: {} }), {
      content: [{ type: 'text', text: 'Failed to read a.yaml: it is wrong\nFix it.' }],
      isError: true,
      _meta: { 'holdfast/error': { code: 'configuration', retryable: false, hint: 'Fix it.' } },
    });
    await client.close();
  });

  it('[AGENT-5] cancels the work of a call that the client cancels', async () => {
    using workspace = new Workspace({ 'a.ts': '' });
    await using engine = openFolderEngine(workspace);
    const cancellation = new AbortController();
    let seen: AbortSignal | undefined;
    const impact: Engine['exports']['impact'] = (_query, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        assert.ok(signal);
        signal.addEventListener('abort', () => reject(new Error('ended')));
        seen = signal;
        cancellation.abort();
      });
    const client = await connect(() =>
      Promise.resolve({
        ...engine,
        exports: Object.assign(Object.create(engine.exports) as Engine['exports'], { impact }),
      }),
    );
    await assert.rejects(
      client.callTool({ name: 'impact', arguments: { file: 'a.ts' } }, { signal: cancellation.signal }),
    );
    assert.ok(seen);
    if (!seen.aborted) await once(seen, 'abort');
    await client.close();
  });
});
