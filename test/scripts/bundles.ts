import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { distFolder } from './project.ts';

const bundleSchema = z.object({
  bytes: z.number(),
  /** The entry source of the bundle, or the source of a dynamic import. */
  entryPoint: z.string().optional(),
  exports: z.array(z.string()).default([]),
  imports: z.array(z.object({ path: z.string(), kind: z.string(), external: z.boolean().optional() })),
  inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
});

const metafilesSchema = z.array(z.object({ outputs: z.record(z.string(), bundleSchema) }));

/** Metadata of each bundle and chunk, by path: `dist/extension.js`, … */
export type Bundles = Readonly<Record<string, z.infer<typeof bundleSchema>>>;

/** The bundles of the last production build. Throws if there was none. */
export async function readBundles(): Promise<Bundles> {
  const metafiles = metafilesSchema.parse(JSON.parse(await readFile(join(distFolder, 'meta.json'), 'utf8')));
  return Object.fromEntries(metafiles.flatMap((metafile) => Object.entries(metafile.outputs)));
}

/** A bundle and all chunks that it imports statically, which are read before its first line runs. */
export function loadedWith(bundles: Bundles, entry: string): readonly string[] {
  return closure(bundles, entry, (kind) => kind === 'import-statement');
}

/** A bundle and all chunks that it can load, including dynamic imports. */
export function reachableFrom(bundles: Bundles, entry: string): readonly string[] {
  return closure(bundles, entry, () => true);
}

function closure(bundles: Bundles, entry: string, follows: (kind: string) => boolean): readonly string[] {
  const seen = new Set<string>();
  const add = (name: string): void => {
    const bundle = bundles[name];
    if (seen.has(name) || !bundle) return;
    seen.add(name);
    for (const used of bundle.imports) if (follows(used.kind)) add(used.path);
  };
  add(entry);
  return [...seen];
}

/** The package of a bundled file, given its esbuild path; `undefined` for a file of this project. */
export function packageOf(input: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];
}
