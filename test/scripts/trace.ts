/**
 * `npm run trace`: lists each requirement with its tests. Fails if the title of a test has an id that is not in
 * docs/requirements.yaml.
 *   npm run trace -- --missing    lists only the requirements without a test
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { glob } from 'tinyglobby';
import { projectRoot } from './project.ts';
import { testsIn } from './requirement-titles.ts';
import { readRequirements, requirementsFile } from './requirements.ts';

const { values } = parseArgs({ options: { missing: { type: 'boolean' } } });
const requirements = await readRequirements();
const known = new Set(requirements.groups.flatMap((group) => Object.keys(group.entries)));
const families = new Set([...known].map((id) => id.split('-')[0]));

const proofs = new Map<string, string[]>();
const mistakes: string[] = [];
for (const file of (await glob('test/**/*.test.ts', { cwd: projectRoot, ignore: 'test/fixtures/**' })).sort()) {
  for (const test of testsIn(file, await readFile(join(projectRoot, file), 'utf8'))) {
    for (const id of test.ids) {
      if (known.has(id)) proofs.set(id, [...(proofs.get(id) ?? []), `${file}: ${test.title}`]);
      else if (families.has(id.split('-')[0]))
        mistakes.push(`${file}: "${test.title}" names the unknown requirement ${id}.`);
    }
  }
}

const shared = join(projectRoot, '..', 'shared', 'requirements.yaml');
if (existsSync(shared) && (await readFile(shared, 'utf8')) !== (await readFile(requirementsFile, 'utf8'))) {
  mistakes.push('docs/requirements.yaml differs from ../shared/requirements.yaml: copy it.');
}

for (const group of requirements.groups) {
  console.log(`\n${group.group}`);
  for (const [id, statement] of Object.entries(group.entries)) {
    const tests = proofs.get(id) ?? [];
    if (values.missing && tests.length > 0) continue;
    console.log(`  ${id}  ${tests.length === 0 ? '(no test)  ' : ''}${statement}`);
    for (const test of tests) console.log(`      ${test}`);
  }
}
console.log(`\n${proofs.size} of ${known.size} requirements have a test.`);
for (const mistake of mistakes) console.error(mistake);
process.exitCode = mistakes.length > 0 ? 1 : 0;
