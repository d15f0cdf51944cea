import assert from 'node:assert/strict';
import {
  createHealthContract,
  textReply,
  TYPES_FILE,
  VALID_TYPES,
  writeFileReply,
} from '../../cli/support/health-check.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { openFolderEngine } from '../support/folder-engine.ts';

describe('The result of a run', () => {
  it('[ENF-IMPACT-3] contains who uses what the chunk could change, also in the history', async () => {
    using workspace = new Workspace({
      'health.contract.yaml': createHealthContract(),
      [TYPES_FILE]: 'export interface Status { ok: boolean }\nexport const check = () => true;\n',
      'src/main.ts':
        "import { check, type Status } from './health/types';\nexport const status: Status = { ok: check() };\n",
    });
    await using server = await startOpenAiChatServer([writeFileReply(VALID_TYPES), textReply('Done.')]);
    await using engine = openFolderEngine(workspace, { server });
    const result = await engine.runs.runChunk({ contract: 'health.contract.yaml', chunk: 'types' });
    assert.match(result.impact ?? '', /- check \(src\/health\/types\.ts\): 2 uses in 1 file \(1 call, 1 import\)/);
    assert.equal((await engine.runs.read(result.runId))?.impact, result.impact);
  });
});
