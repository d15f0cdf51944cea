import assert from 'node:assert/strict';
import { describeLocalApproval, describeRequiredApproval } from '../../../src/pipeline/opening/approval-finding.ts';
import { pipelineSettingsSchema } from '../../../src/workspace/configuration/pipeline/pipeline-settings.ts';

describe('what doctor says about the human approval', () => {
  const plain = pipelineSettingsSchema.parse({});
  const critical = pipelineSettingsSchema.parse({ labelPrefix: 'team', safetyCriticalModules: ['src/brakes'] });

  it('[ASSERT-REVIEW-006] warns if the protection of the base branch does not require the status', () => {
    const missing = describeRequiredApproval(critical, 'main', ['build']);
    assert.equal(missing.level, 'warning');
    assert.match(missing.message, /the protection of main does not require the status team\/human-approval/);
    assert.match(missing.hint ?? '', /Add team\/human-approval to the required status checks of main/);
    assert.equal(describeRequiredApproval(critical, 'main', undefined).level, 'warning');
    assert.equal(describeRequiredApproval(critical, 'main', ['team/human-approval']).level, 'ok');
    assert.equal(describeRequiredApproval(plain, 'main', []).level, 'ok', 'no module is safety-critical');
  });

  it('says that nothing enforces it on the local forge', () => {
    assert.match(describeLocalApproval(critical).message, /nothing enforces the status team\/human-approval/);
  });
});
