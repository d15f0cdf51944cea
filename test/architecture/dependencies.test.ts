import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { projectRoot } from '../workshop/project.ts';
import { dependencyRules } from './dependency-rules.ts';
import { edges, layers } from './layers.ts';

const sources = join(projectRoot, 'src');

describe('The layers of src/', () => {
  it('are named by every folder', () => {
    const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const known = new Set<string>([...layers.map(([folder]) => folder), ...edges]);
    assert.deepEqual(
      folders.map((entry) => entry.name).filter((name) => !known.has(name)),
      [],
      'a folder without a place among the layers',
    );
  });

  it('are kept by every import', async () => {
    const result = await cruiseFolder(sources);
    // A compiler that dependency-cruiser cannot use makes it see nothing, and find nothing wrong with it.
    const modules = result.modules.filter((module) => module.source.endsWith('.ts'));
    assert.ok(modules.length > 100, `only ${modules.length} modules were seen`);
    assert.ok(
      modules.some((module) => module.dependencies.length > 0),
      'no import was seen',
    );
    assert.deepEqual(result.summary.violations.map(sentence), []);
  });

  it('are enforced: an import that goes upwards is found', async () => {
    const result = await cruiseFolder(join(projectRoot, 'test', 'fixtures', 'layers', 'src'));
    const found = result.summary.violations.map((violation) => violation.rule.name).sort();
    assert.deepEqual(found, ['shared-imports-downwards', 'vscode-only-in-the-extension']);
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
