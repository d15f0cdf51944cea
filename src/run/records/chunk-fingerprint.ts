import { createHash } from 'node:crypto';
import path from 'node:path';
import { dataFormatOf, readData } from '../../checks/data/data-format.ts';
import { BUILT_IN_VALIDATORS } from '../../checks/validators/built-in-validators.ts';
import { VALIDATOR_FOLDER } from '../../checks/workspace-validators/workspace-validators.ts';
import { findTreeEscape } from '../../contract/contract-paths.ts';
import { assertsOf, fingerprintOf, referencedParts, type FingerprintSubject } from '../../contract/fingerprint.ts';
import type { Chunk } from '../../contract/model.ts';
import { selectGates } from '../../gates/select-gates.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';

/** What the fingerprint reads from a tree: the schemas and validators that the asserts name. */
export type FingerprintTree = Pick<SourceTree, 'readText' | 'listFiles'>;

/** The fingerprint of a chunk with the schemas and validators of a tree. */
export async function fingerprintChunk(
  { contract, sharedGates }: Pick<RunnableContract, 'contract' | 'sharedGates'>,
  chunk: Chunk,
  tree: FingerprintTree,
): Promise<string> {
  const gates = selectGates(contract, chunk, sharedGates).map(({ gate }) => gate);
  const subject = { contract, chunk, gates };
  const contents = new Map<string, string>();
  for (const schema of schemaPaths(subject)) await addSchema(schema, tree, contents);
  if (namesWorkspaceValidator(subject)) {
    const files = await tree.listFiles();
    for (const file of files.filter((one) => one.startsWith(`${VALIDATOR_FOLDER}/`))) {
      contents.set(file, hashText(await readTextIfReadable(tree, file)));
    }
  }
  return fingerprintOf(subject, contents);
}

/** The schema files that the asserts and their resources name. */
function schemaPaths(subject: FingerprintSubject): readonly string[] {
  const ofChecks = assertsOf(subject).map(({ check }) => check['schema']);
  const ofResources = referencedParts(subject).resources.map(({ schema }) => schema);
  return [...ofChecks, ...ofResources].filter((schema) => typeof schema === 'string');
}

/** Adds a schema file, and the files that its references lead to. */
async function addSchema(file: string, tree: FingerprintTree, contents: Map<string, string>): Promise<void> {
  if (contents.has(file) || findTreeEscape(file) !== undefined) return;
  const text = await readTextIfReadable(tree, file);
  contents.set(file, hashText(text));
  if (text === undefined) return;
  for (const reference of referencesIn(file, text)) {
    await addSchema(path.posix.join(path.posix.dirname(file), reference), tree, contents);
  }
}

/** The relative paths that `$ref` keys of a schema name. A schema that cannot be parsed has none. */
function referencesIn(file: string, text: string): readonly string[] {
  try {
    return collectReferences(readData(file, text, dataFormatOf(undefined, file)));
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return [];
    throw thrown;
  }
}

function collectReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    if (key !== '$ref' || typeof inner !== 'string') return collectReferences(inner);
    const target = inner.split('#', 1)[0] ?? '';
    return target === '' || /^[a-z][a-z0-9+.-]*:/i.test(target) ? [] : [target];
  });
}

/** Whether an assert names a validator that is not built in. */
function namesWorkspaceValidator(subject: FingerprintSubject): boolean {
  const builtIn = new Set(BUILT_IN_VALIDATORS.map(({ type }) => type));
  return assertsOf(subject).some(
    ({ check }) => check.type === 'custom' || (check.validator !== undefined && !builtIn.has(check.validator)),
  );
}

/** The text of a file; undefined if it does not exist or is not text. */
async function readTextIfReadable(tree: FingerprintTree, file: string): Promise<string | undefined> {
  try {
    return await tree.readText(file);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

/** Line endings are not significant: git converts them. */
function hashText(text: string | undefined): string {
  if (text === undefined) return 'missing';
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
