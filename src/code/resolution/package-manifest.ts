import * as z from 'zod';

/** A target in `exports` or `imports`: a path, a table of conditions, a list of alternatives, or null. */
export type PackageTarget = string | null | readonly PackageTarget[] | { readonly [condition: string]: PackageTarget };

const target: z.ZodType<PackageTarget> = z.lazy(() =>
  z.union([z.string(), z.null(), z.array(target), z.record(z.string(), target)]),
);
const text = z.string().optional().catch(undefined);
const versions = z.record(z.string(), z.string()).default({}).catch({});

const manifestSchema = z.object({
  name: text,
  version: text,
  private: z.boolean().optional().catch(undefined),
  engines: versions,
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  main: text,
  module: text,
  types: text,
  typings: text,
  source: text,
  tsconfig: text,
  files: z.array(z.string()).optional().catch(undefined),
  exports: target.optional().catch(undefined),
  imports: z.record(z.string(), target).optional().catch(undefined),
  dependencies: versions,
  devDependencies: versions,
  peerDependencies: versions,
  optionalDependencies: versions,
  workspaces: z
    .union([
      z.array(z.string()),
      z.object({ packages: z.array(z.string()).default([]) }).transform(({ packages }) => packages),
    ])
    .optional()
    .catch(undefined),
});

/** The fields of a package.json that resolution uses. A field with an unexpected type is treated as missing. */
export type PackageManifest = z.infer<typeof manifestSchema>;

/** Whether no package can import it: it is private, or an extension of an editor. */
export function isPrivatePackage({ private: isPrivate, engines }: PackageManifest): boolean {
  return isPrivate === true || engines['vscode'] !== undefined;
}

/** Reads a package.json; `undefined` if it is not a JSON object. */
export function readManifest(json: string): PackageManifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
  return manifestSchema.safeParse(value).data;
}
