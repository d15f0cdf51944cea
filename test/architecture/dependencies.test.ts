import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { projectRoot } from '../scripts/project.ts';
import { cyclesOf, readFileGraph, toFolderGraph } from '../scripts/folder-graph.ts';
import { dependencyRules } from './dependency-rules.ts';
import { edges, layers } from './layers.ts';

const sources = join(projectRoot, 'src');

describe('The rooms of src/', () => {
  it('include every folder', () => {
    const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = new Set<string>([...layers.map(([folder]) => folder), ...edges]);
    assert.deepEqual(
      folders.map((entry) => entry.name).filter((name) => !known.has(name)),
      [],
      'a folder that is no room',
    );
  });

  it('are respected by every import', async () => {
    const result = await cruiseFolder(sources);
    // With a compiler that it does not support, dependency-cruiser sees no modules and reports no violation.
    const modules = result.modules.filter((module) => module.source.endsWith('.ts'));
    assert.ok(modules.length > 100, `only ${modules.length} modules were read`);
    assert.ok(
      modules.some((module) => module.dependencies.length > 0),
      'no import was read',
    );
    assert.deepEqual(result.summary.violations.map(sentence), []);
  });

  it('are enforced: an import from a higher room, and one of the pipeline, is reported', async () => {
    const result = await cruiseFolder(join(projectRoot, 'test', 'fixtures', 'layers', 'src'));
    const found = result.summary.violations.map((violation) => violation.rule.name).sort();
    assert.deepEqual(found, [
      'foundation-imports-downwards',
      'pipeline-behind-its-entry',
      'pipeline-only-at-its-edges',
      'pipeline-registered-once',
      'vscode-only-in-the-extension',
    ]);
  });
});

describe('The files of src/', () => {
  // Two modules that need each other are one module, or hide a third.
  it('do not form an import cycle', async () => {
    assert.deepEqual(cyclesOf(await readFileGraph()), []);
  });

  it('are checked for cycles: a list of services may name its services in types alone', async () => {
    const root = join(projectRoot, 'test', 'fixtures', 'service-lists', 'src');
    assert.deepEqual(cyclesOf(await readFileGraph(root)), [
      ['extension/pipeline/pipeline-services.ts', 'extension/pipeline/work-items.ts'],
    ]);
  });
});

describe('The folders of src/', () => {
  it('do not form an import cycle', async () => {
    const folders = toFolderGraph(await readFileGraph());
    assert.ok(folders.nodeCount() > 50, `only ${folders.nodeCount()} folders were read`);
    assert.deepEqual(cyclesOf(folders), []);
  });

  it('are checked for cycles: one between a folder and its subfolder is reported', async () => {
    const files = await readFileGraph(join(projectRoot, 'test', 'fixtures', 'folder-cycle', 'src'));
    assert.deepEqual(cyclesOf(files), [], 'no file imports itself');
    assert.deepEqual(cyclesOf(toFolderGraph(files)), [['outer', 'outer/inner']]);
  });
});

async function cruiseFolder(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: join(folder, '..'),
      ruleSet: { forbidden: [...dependencyRules] },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
    },
    { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  );
  assert.ok(typeof output === 'object');
  return output;
}

function sentence(violation: ICruiseResult['summary']['violations'][number]): string {
  const rule = dependencyRules.find((candidate) => candidate.name === violation.rule.name);
  return `${violation.from} → ${violation.to}: ${rule?.comment ?? violation.rule.name}`;
}
