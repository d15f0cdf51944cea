import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAgents } from '../../../../src/models/agent/acp/find-agents.ts';

describe('installed external agents', () => {
  it('[AGENT-4] are found on the PATH, and a missing one says how it is installed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-agents-'));
    try {
      for (const name of ['gemini', 'codex']) {
        writeFileSync(join(folder, name), '#!/bin/sh\n');
        chmodSync(join(folder, name), 0o755);
      }
      const found = await findAgents(folder, []);
      assert.deepEqual(
        found.map(({ reference, program, lacksAdapter }) => [reference, program, lacksAdapter]),
        [
          ['acp:codex', undefined, true],
          ['acp:gemini', join(folder, 'gemini'), false],
          ['acp:qwen', undefined, false],
          ['acp:opencode', undefined, false],
        ],
      );
      assert.equal(found[0]?.installCommand, 'npm install --global @agentclientprotocol/codex-acp');
      assert.deepEqual(
        found.filter(({ reportsUsage }) => !reportsUsage).map(({ title }) => title),
        ['qwen', 'opencode'],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('[AGENT-4] are found among the packages of a workspace and of the folders above it, like by a run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-agents-'));
    try {
      const programs = join(folder, 'node_modules', '.bin');
      const workspace = join(folder, 'packages', 'shop');
      for (const created of [programs, workspace]) mkdirSync(created, { recursive: true });
      writeFileSync(join(programs, 'qwen'), '#!/bin/sh\n');
      chmodSync(join(programs, 'qwen'), 0o755);
      const found = await findAgents('', [workspace]);
      assert.deepEqual(
        found.map(({ title, program }) => [title, program]),
        [
          ['codex', undefined],
          ['gemini', undefined],
          ['qwen', join(programs, 'qwen')],
          ['opencode', undefined],
        ],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
