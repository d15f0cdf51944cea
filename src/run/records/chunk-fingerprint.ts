import { createHash } from 'node:crypto';
import { listSchemaFiles } from '../../verdicts/checks/schemas/schema-references.ts';
import { BUILT_IN_VALIDATORS } from '../../verdicts/checks/validators/built-in-validators.ts';
import { VALIDATOR_FOLDER } from '../../verdicts/checks/workspace-validators/validator-folder.ts';
import { assertsOf, fingerprintOf, referencedParts, type FingerprintSubject } from '../../contract/fingerprint.ts';
import type { Chunk } from '../../contract/model.ts';
import { selectGates } from '../../verdicts/gates/select-gates.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { RunnableContract } from '../services/chunk-run-input.ts';
import { listValidatorModules } from '../../verdicts/checks/workspace-validators/validator-modules.ts';

/** The fingerprint of a chunk with the schemas and validators of a tree. */
export async function fingerprintChunk(
  { contract, sharedGates }: Pick<RunnableContract, 'contract' | 'sharedGates'>,
  chunk: Chunk,
  tree: SourceTree,
): Promise<string> {
  const gates = selectGates(contract, chunk, sharedGates).map(({ gate }) => gate);
  const subject = { contract, chunk, gates };
  const contents = new Map<string, string>();
  const schemas = await listSchemaFiles(listSchemas(subject), (file) => readTextIfReadable(tree, file));
  const validators = namesWorkspaceValidator(subject) ? await listValidators(tree) : [];
  for (const file of [...schemas, ...validators]) contents.set(file, hashText(await readTextIfReadable(tree, file)));
  return fingerprintOf(subject, contents);
}

/** The schemas that the asserts and their resources name: texts are paths, other values are schemas. */
function listSchemas(subject: FingerprintSubject): readonly unknown[] {
  const ofChecks = assertsOf(subject).map(({ check }) => check['schema']);
  const ofResources = referencedParts(subject).resources.map(({ schema }) => schema);
  return [...ofChecks, ...ofResources].filter((schema) => schema !== undefined);
}

/** The workspace's validators, and the files outside their folder that they use. */
async function listValidators(tree: SourceTree): Promise<readonly string[]> {
  const files = await tree.listFiles();
  return [...files.filter((file) => file.startsWith(`${VALIDATOR_FOLDER}/`)), ...(await listValidatorModules(tree))];
}

/** Whether an assert names a validator that is not built in. */
export function namesWorkspaceValidator(subject: FingerprintSubject): boolean {
  const builtIn = new Set(BUILT_IN_VALIDATORS.map(({ type }) => type));
  return assertsOf(subject).some(
    ({ check }) => check.type === 'custom' || (check.validator !== undefined && !builtIn.has(check.validator)),
  );
}

/** The text of a file; undefined if it does not exist or is not text. */
async function readTextIfReadable(tree: SourceTree, file: string): Promise<string | undefined> {
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
