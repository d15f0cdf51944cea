import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { glob } from 'tinyglobby';

const root = join(import.meta.dirname, '../../..');

export interface SampleText {
  readonly path: string;
  readonly text: string;
}

/** The contracts, manifests, gate files and data files of the examples and fixtures, and files in YAML of other kinds. */
export async function readSampleTexts(): Promise<readonly SampleText[]> {
  const paths = await glob(
    ['examples/**/*.{yaml,yml,json}', 'test/fixtures/plans/*', 'docs/requirements.yaml', '{package,tsconfig}.json'],
    { cwd: root, dot: true, ignore: ['**/node_modules/**'] },
  );
  return paths.sort().map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** A contract with many chunks, of 16 lines each. */
export function largeContract(chunks: number): string {
  const lines = ['version: 2', 'spec: { id: large, title: Large }', 'chunks:'];
  for (let index = 0; index < chunks; index++) {
    lines.push(
      `  - id: c${index}`,
      `    title: Chunk ${index}`,
      '    description: |',
      `      Do the thing number ${index}.`,
      '      With: a colon, and "quotes".',
      `    dependsOn: [${index === 0 ? '' : `c${index - 1}`}]`,
      `    creates: [thing${index}()]`,
      `    allowedFiles: [src/a/${index}.ts]`,
      `    postconditions: [{ kind: file_exists, path: src/a/${index}.ts }]`,
      '    functions:',
      `      - { name: thing${index}, file: src/a/${index}.ts, signature: "(a: number) => string" }`,
      '    assertions:',
      '      - type: assert',
      `        message: Must export thing${index}`,
      `        check: { type: export_exists, target: thing${index}, file: src/a/${index}.ts }`,
    );
  }
  return `${lines.join('\n')}\n`;
}
