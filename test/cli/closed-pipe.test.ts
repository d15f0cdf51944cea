import assert from 'node:assert/strict';
import { startHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

describe('holdfast', () => {
  it('finishes normally if the reader closes the pipe', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `export const aRatherLongName${index} = ${index};`);
    using workspace = new Workspace({ 'src/names.ts': names.join('\n') }, { git: false });
    const started = startHoldfast(workspace.folder, ['exports']);
    started.process.stdout?.once('data', () => started.process.stdout?.destroy());
    const { code, stderr } = await started.finished;
    assert.equal(stderr, '');
    assert.equal(code, 0);
  });
});
