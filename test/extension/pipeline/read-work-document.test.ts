import assert from 'node:assert/strict';
import type { ChangedFile } from '../../../src/engine.ts';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { WorkDocumentReader } from '../../../src/extension/pipeline/read-work-document.ts';
import { createWorkDocumentUri, type WorkDocument } from '../../../src/extension/pipeline/work-document-uri.ts';
import { createFakeEngine } from '../support/fake-engine.ts';
import { sampleFolder } from '../support/samples.ts';
import { createDetails, createFakePipeline, createWorkItem } from './support/work-items.ts';

const changes: readonly ChangedFile[] = [
  { path: 'src/new.ts', previousPath: 'src/old.ts', kind: 'renamed', before: 'old', after: 'new' },
  { path: 'src/added.ts', previousPath: undefined, kind: 'created', before: undefined, after: 'added' },
];

function createReader() {
  const compared: string[] = [];
  const details = createDetails(createWorkItem('3', {}), {
    answers: [{ stage: 'architecture', hash: 'h2', text: '# Second', language: 'markdown' }],
  });
  const { engine } = createFakeEngine();
  engine.results.changesBetween = (base, result) => {
    compared.push(`${base}..${result}`);
    return Promise.resolve(changes);
  };
  const pipeline = { ...createFakePipeline({}), item: () => Promise.resolve(details) };
  const engines = new WorkspaceEngines(
    () => Promise.resolve(engine),
    () => '/home/repo',
  );
  const reader = new WorkDocumentReader({ engines, pipelines: { get: () => Promise.resolve(pipeline) } });
  return {
    compared,
    read: (document: WorkDocument, path: string) => reader.read(createWorkDocumentUri(document, path)),
  };
}

describe('The documents of work items', () => {
  it('are both sides of a change, compared once for all its files', async () => {
    const { compared, read } = createReader();
    const commits = { kind: 'file', folder: sampleFolder, base: 'a', result: 'b' } as const;
    assert.equal(await read({ ...commits, side: 'before' }, 'src/old.ts'), 'old');
    assert.equal(await read({ ...commits, side: 'after' }, 'src/new.ts'), 'new');
    assert.equal(await read({ ...commits, side: 'before' }, 'src/added.ts'), '');
    assert.equal(await read({ ...commits, side: 'after' }, 'src/added.ts'), 'added');
    assert.deepEqual(compared, ['a..b']);
    for (const base of ['c', 'd', 'e', 'f']) await read({ ...commits, base, side: 'after' }, 'src/new.ts');
    assert.equal(await read({ ...commits, side: 'after' }, 'src/new.ts'), 'new');
    assert.equal(compared.length, 6, 'few comparisons are kept');
  });

  it('[ASSERT-PSM-003] are the version that was opened, never a later one', async () => {
    const { read } = createReader();
    const answer = { kind: 'answer', folder: sampleFolder, item: '3', stage: 'architecture' } as const;
    assert.equal(await read({ ...answer, hash: 'h2' }, '#3 specification.md'), '# Second');
    assert.match(await read({ ...answer, hash: 'h1' }, '#3 specification.md'), /^This version was replaced/);
  });
});
