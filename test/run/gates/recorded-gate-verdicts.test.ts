import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { contractSchema } from '../../../src/contract/model.ts';
import { findGateVerdict, recordGateVerdict, type GateSubject } from '../../../src/run/gates/recorded-gate-verdicts.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

type Verdicts = Parameters<typeof recordGateVerdict>[0];

describe('recorded verdicts on gates', () => {
  it('[DONE-4] do not count for a binary file with other content', async () => {
    await using folder = await temporaryFolder();
    const contract = contractSchema.parse({
      version: 1,
      spec: { id: 'images', title: 'Images' },
      chunks: [{ id: 'logo', title: 'Logo' }],
      gates: [{ id: 'beautiful', criteria: ['The logo is beautiful.'], judge: 'person' }],
    });
    const [chunk] = contract.chunks;
    const [gate] = contract.gates;
    assert.ok(chunk !== undefined && gate !== undefined);
    const subject: GateSubject = { contract, chunk, gate, tree: new DiskTree(folder.path) };
    const stored = new Map<string, Awaited<ReturnType<Verdicts['readVerdict']>>>();
    const history: Verdicts = {
      readVerdict: (key) => Promise.resolve(stored.get(key)),
      saveVerdict: (key, verdict) => Promise.resolve(void stored.set(key, verdict)),
    };
    const logo = folder.at('logo.png');
    await writeFile(logo, Buffer.from([0xff, 0xfe, 0x00, 0x01]));
    await recordGateVerdict(history, subject, ['logo.png'], { verdict: 'PASS', reasoning: 'Nice.' });
    assert.equal((await findGateVerdict(history, subject))?.verdict, 'PASS');
    await writeFile(logo, Buffer.from([0xff, 0xfe, 0x00, 0x02]));
    assert.equal(await findGateVerdict(history, subject), undefined);
  });
});
