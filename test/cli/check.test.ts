import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const contract = `version: 1
spec: { id: names, title: Names, description: The names. }
chunks:
  - id: name
    title: Name
    description: A name.
    assertions:
      - type: assert
        message: Must export a name
        check: { type: export_exists, target: name, file: src/name.ts }
`;

describe('holdfast check', () => {
  it('checks the readable contracts if another one is unreadable, and reports that one', async () => {
    using workspace = new Workspace({ 'src/name.ts': 'export const name = 1;\n', 'b.contract.yaml': contract });
    writeFileSync(join(workspace.folder, 'a.contract.yaml'), Buffer.from(`\uFEFF${contract}`, 'utf16le'));
    const all = await runHoldfast(workspace.folder, ['check']);
    assert.equal(all.code, 1);
    assert.equal(all.stderr, '');
    assert.match(
      all.stdout,
      /error a\.contract\.yaml:1:1 Failed to read a\.contract\.yaml: it is not UTF-8 text\. Save/,
    );
    assert.match(all.stdout, /^1 of 1 chunks satisfied$/m);
  });

  it('reports the errors of a contract that may have the named chunk', async () => {
    const broken = contract.replace('type: assert', 'type: must');
    using workspace = new Workspace({ 'src/name.ts': 'export const name = 1;\n', 'b.contract.yaml': broken });
    const run = await callHoldfast(workspace.folder, ['check', '--chunk', 'name']);
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stdout, /error b\.contract\.yaml:8:/);
  });
});
