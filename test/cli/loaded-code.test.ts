import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import {
  createHealthContract,
  createHealthFiles,
  textReply,
  VALID_TYPES,
  writeFileReply,
} from './support/health-check.ts';
import { runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

/** A build that plants a type checker, which notes that it was loaded. */
const PLANT = `import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
const folder = 'node_modules/typescript';
rmSync(folder, { force: true, recursive: true });
mkdirSync(folder, { recursive: true });
writeFileSync(folder + '/package.json', '{ "name": "typescript", "version": "5.9.0", "main": "main.cjs" }');
const note = 'require("node:fs").writeFileSync(' + JSON.stringify(process.argv[2]) + ', "loaded");';
writeFileSync(folder + '/main.cjs', note + ' throw new Error("loaded");');
`;

const SIGNATURE = `      - type: assert
        message: Must have the agreed type
        check: { type: type_matches, target: HealthCheckResult, file: src/health/types.ts, expected: '{ ok: boolean }' }
`;

describe('The type checker', () => {
  it('[TRUST-4] comes from the folder of the user, never from the tree of an attempt', async () => {
    using workspace = new Workspace({ ...createHealthFiles(), 'plant.mjs': PLANT });
    const loaded = join(dirname(workspace.folder), 'loaded.txt');
    const contract = createHealthContract({ build: `node plant.mjs ${loaded}`, more: SIGNATURE });
    workspace.write({ 'health.contract.yaml': contract });
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    const flags = ['--chunk', 'types', '--format', 'json'];
    const run = await runHoldfast(
      workspace.folder,
      ['run', 'health.contract.yaml', ...flags],
      workspace.environment(server),
    );
    assert.equal(run.code, 0, run.stdout + run.stderr);
    assert.match(run.stderr, /Type checker: TypeScript \S+ of Holdfast/);
    assert.equal(existsSync(loaded), false);
  });
});
