import { strict as assert } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAgentModelServer } from '../../servers/agent-model.ts';
import type { RecordedRequest, ScriptedReply } from '../../servers/loopback-server.ts';
import { installClient } from '../install/install-client.ts';
import type { ClientDialect } from './client-dialect.ts';
import { ClientSite, type ProgramResult } from './client-site.ts';

export interface Conversation extends ProgramResult {
  /** The requests of the conversation, one per turn of the model. */
  readonly turns: readonly RecordedRequest[];
}

/** A workspace with these files, into which `holdfast init --agents` has written the hooks of a client. */
export async function openSite(
  dialect: ClientDialect,
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<ClientSite> {
  const site = new ClientSite(await installClient(dialect.id), files);
  const { code, stderr } = await site.holdfast('init', '--agents', dialect.id, ...flags);
  assert.equal(code, 0, stderr);
  return site;
}

/**
 * Lets a client carry out the chunk of the health check, with a model that plays a script. The workspace is trusted. With
 * HOLDFAST_AGENT_LOGS, all requests are written to a file in that folder.
 */
export async function runConversation(
  dialect: ClientDialect,
  site: ClientSite,
  script: readonly ScriptedReply[],
  environment: Readonly<Record<string, string>> = { HOLDFAST_CHUNK: 'types' },
): Promise<Conversation> {
  await using model = await startAgentModelServer(script, dialect.isTurn);
  dialect.configure(site, model.baseUrl);
  await dialect.trust(site);
  const result = await dialect.run(site, model.baseUrl, environment);
  const logs = process.env.HOLDFAST_AGENT_LOGS;
  if (logs !== undefined) {
    mkdirSync(logs, { recursive: true });
    const requests = model.requests.map(({ path, body }) => ({ path, body }));
    writeFileSync(join(logs, `${dialect.id}-${Date.now()}.json`), JSON.stringify({ result, requests }, null, 2));
  }
  assert.equal(result.code, 0, result.stderr);
  return { ...result, turns: model.turns };
}
