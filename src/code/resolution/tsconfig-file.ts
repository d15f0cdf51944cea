import { parse } from 'jsonc-parser';
import * as z from 'zod';
import { isStackOverflow } from '../../foundation/errors.ts';

const strings = z.array(z.string()).optional().catch(undefined);
const text = z.string().optional().catch(undefined);

const compilerOptionsSchema = z.object({
  baseUrl: text,
  paths: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
  rootDirs: strings,
  rootDir: text,
  outDir: text,
  declarationDir: text,
  moduleSuffixes: strings,
  customConditions: strings,
  moduleResolution: text,
  module: text,
});

const tsconfigSchema = z.object({
  extends: z
    .union([z.string().transform((specifier) => [specifier]), z.array(z.string())])
    .optional()
    .catch(undefined),
  compilerOptions: compilerOptionsSchema.default({}).catch({}),
  files: strings,
  include: strings,
  exclude: strings,
  references: z
    .array(z.object({ path: z.string() }))
    .optional()
    .catch(undefined),
});

export type CompilerOptions = z.infer<typeof compilerOptionsSchema>;

/** The content of one tsconfig.json, without the configurations that it extends. */
export type TsconfigFile = z.infer<typeof tsconfigSchema>;

/**
 * Reads a tsconfig.json with comments and trailing commas. A malformed option is treated as missing, and so is every
 * option of a file that is nested too deeply.
 */
export function readTsconfigFile(json: string): TsconfigFile {
  let value: unknown;
  try {
    value = parse(json.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  } catch (thrown) {
    if (!isStackOverflow(thrown)) throw thrown;
  }
  return tsconfigSchema.safeParse(value).data ?? { compilerOptions: {} };
}
