import { INTERFACES_FOLDER } from '../../../workspace/configuration/shared-files.ts';
import { formatDataPath } from '../../../contract/data-path.ts';
import { formatCount } from '../../../foundation/format-count.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';
import { buildRegistry } from './build-registry.ts';
import { readInterfaceFile, type InterfaceDocument } from './interface-document.ts';
import type { InterfaceRegistry } from './registry.ts';

/** The interface definitions of a tree. */
export interface RegistryReading {
  /** The definitions without errors. */
  readonly registry: InterfaceRegistry;
  /** Every file with its problems, sorted by path. */
  readonly files: readonly InterfaceDocument[];
  /** Whether no file has an error. */
  readonly ok: boolean;
}

/** Whether a path is a file of interface definitions. */
export function isInterfaceFile(path: string): boolean {
  return path.startsWith(`${INTERFACES_FOLDER}/`) && /\.(?:ya?ml|json)$/i.test(path);
}

/** Reads all files in `.holdfast/interfaces/`, unsaved text included if the tree has it. Never throws because of their text. */
export async function readRegistry(tree: Pick<SourceTree, 'listFiles' | 'readText'>): Promise<RegistryReading> {
  const paths = (await tree.listFiles()).filter(isInterfaceFile);
  const read = await Promise.all(
    paths.map(async (file) => {
      const text = await tree.readText(file);
      return text === undefined ? [] : [readInterfaceFile(file, text)];
    }),
  );
  const { registry, documents } = buildRegistry(read.flat());
  return { registry, files: documents, ok: documents.every(({ value }) => value !== undefined) };
}

/**
 * The interface registry of a tree, for a run. A malformed definition never leads to a registry without it
 * [ASSERT-XDOM-002].
 *
 * @throws HoldfastError `configuration` whose message and details name the file, the line and the definition of each error
 */
export async function requireRegistry(tree: Pick<SourceTree, 'listFiles' | 'readText'>): Promise<InterfaceRegistry> {
  const { registry, files, ok } = await readRegistry(tree);
  if (ok) return registry;
  const errors = files.flatMap(({ file, problems }) =>
    problems.filter(({ severity }) => severity === 'error').map((problem) => ({ file, ...problem })),
  );
  const lines = errors.map(({ file, range, message }) => `${file}:${range.start.line}: ${message}`);
  throw new HoldfastError(
    'configuration',
    `Failed to read the interface registry: it has ${formatCount(errors.length, 'error')}\n${lines.join('\n')}`,
    {
      hint: 'Fix the lines above and try again. "holdfast interfaces check" checks them.',
      details: errors.map(({ file, path, message, range }) => ({
        ...(path.length === 0 ? {} : { path: formatDataPath(path) }),
        message,
        file,
        line: range.start.line,
      })),
    },
  );
}
