import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { distFolder } from './project.ts';

const bundleSchema = z.object({
  bytes: z.number(),
  /** The source that the bundle was made for: an entry, or what is imported lazily. */
  entryPoint: z.string().optional(),
  exports: z.array(z.string()).default([]),
  imports: z.array(z.object({ path: z.string(), kind: z.string(), external: z.boolean().optional() })),
  inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
});

const metafilesSchema = z.array(z.object({ outputs: z.record(z.string(), bundleSchema) }));

/** What was bundled, by the path of the bundle or chunk: `dist/extension.js`, … */
export type Bundles = Readonly<Record<string, z.infer<typeof bundleSchema>>>;

/** What the last production build made. Throws where there was none. */
export async function readBundles(): Promise<Bundles> {
  const metafiles = metafilesSchema.parse(JSON.parse(await readFile(join(distFolder, 'meta.json'), 'utf8')));
  return Object.fromEntries(metafiles.flatMap((metafile) => Object.entries(metafile.outputs)));
}

/** A bundle with every chunk that it imports statically: what is read before its first line runs. */
export function loadedWith(bundles: Bundles, entry: string): readonly string[] {
  return closure(bundles, entry, (kind) => kind === 'import-statement');
}

/** A bundle with every chunk that it may ever load. */
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

/** The package of a bundled file, as esbuild names the file; undefined for the project's own. */
export function packageOf(input: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(input)?.[1];
}
