import assert from 'node:assert/strict';
import { VersionCompiler } from '../../../../src/code/types/change/version-compiler.ts';
import { createBundledEngine } from '../../../../src/code/types/engines/choose-engine.ts';

const ROOT = '/versions-of-a-test';
const [main, part, gone] = ['main.ts', 'part.ts', 'old/gone.ts'].map((file) => `${ROOT}/${file}`) as [
  string,
  string,
  string,
];

describe('A compiler of several versions', () => {
  it('[CHANGE-2] reads the texts of the version that it shows, and parses what versions share once', async () => {
    using compiler = await VersionCompiler.create(createBundledEngine);
    const project = { folder: ROOT, roots: [main], hasJavaScript: false };
    const after = new Map([
      [main, "import { a } from './part';\nexport const b = a;\n"],
      [part, 'export const a = 1;\n'],
    ]);
    compiler.show(after);
    const { program } = compiler.engine.compile(project);
    compiler.show(
      new Map([...after, [main, "import { a } from './part';\nexport * from './old/gone';\n"], [gone, 'export {};\n']]),
    );
    const { program: earlier } = compiler.engine.compile(project);
    assert.equal(earlier.getSourceFile(part), program.getSourceFile(part));
    assert.notEqual(earlier.getSourceFile(main), program.getSourceFile(main));
    assert.ok(earlier.getSourceFile(gone));
    compiler.show(after);
    const { program: again } = compiler.engine.compile(project);
    assert.equal(again.getSourceFile(main)?.text, after.get(main));
    assert.equal(again.getSourceFile(gone), undefined);
    assert.equal(compiler.overlay(gone), undefined);
  });
});
