import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { distFolder } from '../workshop/project.ts';

const metafileSchema = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      entryPoint: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string(), external: z.boolean().optional() })),
      inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
    }),
  ),
});

type Outputs = z.infer<typeof metafileSchema>['outputs'];

async function readOutputs(): Promise<Outputs> {
  const metafiles = z.array(metafileSchema).parse(JSON.parse(await readFile(join(distFolder, 'meta.json'), 'utf8')));
  return Object.assign({}, ...metafiles.map((metafile) => metafile.outputs)) as Outputs;
}

/** A bundle with every chunk that it imports statically: what is read before its first line runs. */
function loadedWith(outputs: Outputs, entry: string): readonly string[] {
  const seen = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name) || !outputs[name]) return;
    seen.add(name);
    for (const used of outputs[name].imports) if (used.kind === 'import-statement') add(used.path);
  };
  add(entry);
  return [...seen];
}

const packageOf = (input: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];

describe('The bundles', () => {
  it('start the extension from less than 1.5 MB', async () => {
    const outputs = await readOutputs();
    const loaded = loadedWith(outputs, 'dist/extension.js');
    const bytes = loaded.reduce((sum, name) => sum + (outputs[name]?.bytes ?? 0), 0);
    assert.ok(bytes > 0 && bytes < 1_500_000, `${bytes} bytes in ${loaded.join(', ')}`);
  });

  it('load neither the type checker nor the model providers at start', async () => {
    const outputs = await readOutputs();
    const inputs = loadedWith(outputs, 'dist/extension.js').flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}));
    const heavy = /^(ts-morph|@ts-morph\/common|typescript|ai|@ai-sdk\/.*|gpt-tokenizer|@pydantic\/genai-prices)$/;
    assert.deepEqual(
      [...new Set(inputs.map(packageOf))].filter((name) => name !== undefined && heavy.test(name)),
      [],
    );
  });

  it("hold no undici, which would pass by the editor's proxy", async () => {
    const outputs = Object.values(await readOutputs());
    const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
    assert.deepEqual(
      inputs.filter((input) => packageOf(input) === 'undici'),
      [],
    );
    const external = outputs.flatMap((output) =>
      output.imports.filter((used) => used.external).map((used) => used.path),
    );
    assert.ok(!external.includes('undici'));
  });

  it('ask for nothing but Node and, in the extension, the editor', async () => {
    const outputs = await readOutputs();
    const outside = Object.entries(outputs).flatMap(([name, output]) =>
      output.imports.filter((used) => used.external).map((used) => [name, used.path] as const),
    );
    const { builtinModules } = await import('node:module');
    const known = (path: string) => path.startsWith('node:') || builtinModules.includes(path) || path === 'vscode';
    assert.deepEqual(
      outside.filter(([, path]) => !known(path)),
      [],
    );
    for (const entry of ['dist/cli.js', 'dist/analysis-worker.js']) {
      const chunks = reachable(outputs, entry);
      assert.deepEqual(
        outside.filter(([name, path]) => path === 'vscode' && chunks.has(name)),
        [],
        entry,
      );
    }
  });

  it('carry the licence of every package inside them', async () => {
    const outputs = Object.values(await readOutputs());
    const packages = new Set(
      outputs.flatMap((output) => Object.keys(output.inputs).flatMap((input) => packageOf(input) ?? [])),
    );
    const licenses = await readFile(join(distFolder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    assert.ok(packages.size > 0);
    assert.deepEqual(
      [...packages].filter((name) => !licenses.includes(`${name} `)),
      [],
    );
  });
});

function reachable(outputs: Outputs, entry: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name) || !outputs[name]) return;
    seen.add(name);
    for (const used of outputs[name].imports) add(used.path);
  };
  add(entry);
  return seen;
}
