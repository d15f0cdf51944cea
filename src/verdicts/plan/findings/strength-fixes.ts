import { codeLanguageOf, isIndexedPath } from '../../../code/languages/language-table.ts';
import { nameOf } from '../../../code/resolution/tree-path.ts';
import { isGlob } from '../../../contract/globs/glob-syntax.ts';
import { createForbiddenMatcher, createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';
import type { Chunk, Contract } from '../../../contract/model.ts';
import { exportName } from '../../../contract/requirements.ts';
import { isTestPath } from '../../../contract/test-paths.ts';
import { detectTestsOf, readTestCommand, type TestCommand } from '../../test-runners/detect-test-command.ts';
import { proposeTestFile, testFileCommand } from '../../test-runners/test-file-command.ts';
import { detectPackageManager, type TestTree } from '../../test-runners/test-package.ts';
import { conditionPath } from '../facts/plan-path.ts';
import { allowedFilesOf, type PlannedChunk } from '../facts/planned-chunk.ts';
import { addAllowedFile, addPostcondition } from './fixes.ts';
import type { PlanFix } from '../fix/plan-fix.ts';
import type { ChunkStrength } from '../strength/chunk-strength.ts';
import { findStatedCode, isSameFile, type StatedCode, type StatedExport } from './stated-code.ts';

export interface StrengthFixInput {
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly strength: ChunkStrength;
  /** The tree in which the work has not begun. */
  readonly tree: TestTree;
  readonly redFirst: StatedRedFirst;
  /** Whether a fix of a requirement raises the strength, and leaves the contract valid. */
  readonly isRaisedBy: (fix: PlanFix) => Promise<boolean>;
}

/** What the text of a contract says about the acceptance commands of a chunk. */
export interface StatedRedFirst {
  /** Whether a command without a statement must fail first. */
  readonly byDefault: boolean;
  /** Whether the chunk says that its commands need not fail first. */
  readonly isWaived: boolean;
  /** The commands that say so themselves, by index. */
  readonly waived: ReadonlySet<number>;
}

/** The most members that are proposed of one export. */
const MAX_MEMBERS = 3;

/**
 * [BITE-2] Fixes that raise the strength of a chunk, the best first: a test that must fail first, the signature, the definition or
 * the members of what it creates. Each of them adds a requirement that fails where the work has not begun.
 */
export async function proposeStrengthFixes(input: StrengthFixInput): Promise<readonly PlanFix[]> {
  const planned = toPlanned(input);
  return [...(await proposeTests(input, planned)), ...(await proposeCode(input, planned))];
}

function toPlanned({ contract, chunk }: StrengthFixInput): PlannedChunk {
  const position = contract.chunks.indexOf(chunk);
  return { chunk, position, at: ['chunks', position], allowed: allowedFilesOf(chunk) };
}

/** Lets the commands that run tests fail first, else adds one that runs the test file of the chunk. */
async function proposeTests(input: StrengthFixInput, planned: PlannedChunk): Promise<readonly PlanFix[]> {
  const { chunk, strength, tree, redFirst } = input;
  if (redFirst.isWaived || strength.requirements.some(({ role }) => role === 'first')) return [];
  const [module] = listModules(chunk);
  const hasCode = module !== undefined || chunk.creates.length > 0 || chunk.allowedFiles.some(isGlob);
  if (!hasCode) return [];
  const ownTests = chunk.allowedFiles.filter((file) => !isGlob(file) && isTestPath(file) && isIndexedPath(file));
  const fixes: PlanFix[] = [];
  for (const [index, entry] of chunk.acceptanceCommands.entries()) {
    if (typeof entry !== 'string' || redFirst.waived.has(index)) continue;
    const read = await readTestCommand(tree, entry);
    if (read.runner === undefined) continue;
    // Without a test that the chunk may write, the command would block the chunk.
    const file = await findTestFile(input, read, { ownTests, module });
    if (file === undefined || !planned.allowed.allows(file)) continue;
    const at = [...planned.at, 'acceptanceCommands', index];
    fixes.push({
      action: { kind: 'fail-first', command: entry },
      edits: [{ path: at, value: { command: entry, redFirst: true } }],
    });
  }
  if (fixes.length > 0) return fixes;
  const found = await detectTestsOf(tree, module === undefined ? undefined : codeLanguageOf(module)?.id);
  const file = found && (await findTestFile(input, found, { ownTests, module }));
  if (found === undefined || file === undefined) return [];
  const manager = await detectPackageManager(tree);
  const command = testFileCommand(found, file, manager) ?? (found.runner === undefined ? undefined : found.command);
  if (command === undefined || (chunk.acceptanceCommands.length > 0 && isNamed(chunk, command))) return [];
  const value = redFirst.byDefault ? command : { command, redFirst: true };
  const edits: ContractEdit[] = [
    { path: [...planned.at, 'acceptanceCommands', chunk.acceptanceCommands.length], value },
    ...(planned.allowed.allows(file) ? [] : [addAllowedFile(planned, file)]),
    ...(needsPostcondition(chunk, file) ? [addPostcondition(planned, { kind: 'file_exists', path: file })] : []),
  ];
  return [{ action: { kind: 'accept-by-test', command }, edits }];
}

function isNamed({ acceptanceCommands }: Chunk, command: string): boolean {
  return acceptanceCommands.some((entry) => (typeof entry === 'string' ? entry : entry.command) === command);
}

/** If a chunk has conditions, each of its files needs one. */
function needsPostcondition({ postconditions }: Chunk, file: string): boolean {
  return postconditions.length > 0 && !postconditions.some(({ path }) => conditionPath(path) === file);
}

/** The test file that the chunk may write, else a new one of its module or chunk: what exists stays protected. */
async function findTestFile(
  { chunk, tree }: StrengthFixInput,
  command: TestCommand,
  { ownTests, module }: { readonly ownTests: readonly string[]; readonly module: string | undefined },
): Promise<string | undefined> {
  const isForbidden = createForbiddenMatcher(chunk.forbiddenFiles);
  const canBeAllowed = (file: string): boolean =>
    !isForbidden(file) && createPathMatcher([...chunk.allowedFiles, file])(file);
  const own = ownTests.find(
    (file) => canBeAllowed(file) && command.folder === '' && command.isTestFile?.(file) !== false,
  );
  if (own !== undefined) return own;
  for (const subject of [...(module === undefined ? [] : [module]), inFolderOf(module, chunk.id)]) {
    const file = await proposeTestFile(tree, command, subject);
    if (file !== undefined && canBeAllowed(file) && (await tree.kindOf(file)) === undefined) return file;
  }
  return undefined;
}

/** A module with the name of a chunk in the folder of another one. */
function inFolderOf(module: string | undefined, id: string): string {
  if (module === undefined) return id;
  const extension = /\.[^./]+$/.exec(module)?.[0] ?? '';
  return `${module.slice(0, module.lastIndexOf('/') + 1)}${id}${extension}`;
}

/** Requires what the plan says about the exports that the chunk creates. */
async function proposeCode(input: StrengthFixInput, planned: PlannedChunk): Promise<readonly PlanFix[]> {
  const { contract, chunk, isRaisedBy } = input;
  const fixes: PlanFix[] = [];
  for (const item of chunk.creates) {
    const name = exportName(item);
    const file = findModule(chunk, name);
    if (file === undefined || isShapeRequired(contract, chunk, { name, file })) continue;
    const stated = requireStated(planned, { name, file }, findStatedCode(contract, chunk, { name, file }));
    for (const fix of stated) {
      if (await isRaisedBy(fix)) fixes.push(fix);
    }
  }
  return fixes;
}

function requireStated(
  { chunk, at }: PlannedChunk,
  { name, file }: StatedExport,
  { signature, definition, members }: StatedCode,
): readonly PlanFix[] {
  if (signature !== undefined) {
    const edit = { path: [...at, 'functions', chunk.functions.length], value: { name, file, signature } };
    return [{ action: { kind: 'require-signature', name, signature }, edits: [edit] }];
  }
  const isTypeScript = codeLanguageOf(file) === undefined && /\.[cm]?tsx?$/.test(nameOf(file));
  if (definition !== undefined && isTypeScript) {
    const edit = { path: [...at, 'types', chunk.types.length], value: { name, file, definition } };
    return [{ action: { kind: 'require-definition', name, definition }, edits: [edit] }];
  }
  return members.slice(0, MAX_MEMBERS).map((member): PlanFix => {
    const bare = member.replace(/\(\)$/, '');
    const words = [name, bare].map((word) => `(?<![\\w$])${word.replaceAll('$', '\\$')}(?![\\w$])`);
    const check = { type: 'pattern_match', target: file, pattern: words.join('[\\s\\S]*') };
    const value = { message: `${name} must have the member ${member}`, check };
    const edit = { path: [...at, 'assertions', chunk.assertions.length], value };
    return { action: { kind: 'require-member', name, member }, edits: [edit] };
  });
}

/** Whether the signature or the shape of an export is required already. */
function isShapeRequired({ functions, types }: Contract, chunk: Chunk, { name, file }: StatedExport): boolean {
  const declared = [...chunk.functions, ...chunk.types, ...functions, ...types];
  return (
    declared.some((one) => one.name === name && isSameFile(one.file, file)) ||
    chunk.assertions.some(
      ({ check: { type, target, expected } }) =>
        (type === 'signature_match' || type === 'type_matches' || expected !== undefined) && target === name,
    )
  );
}

/** The module that must export a name: the one that a check names, else the only one of the chunk. */
function findModule(chunk: Chunk, name: string): string | undefined {
  const checked = chunk.assertions.flatMap(({ check: { target, file } }) =>
    target === name && typeof file === 'string' && !isGlob(file) && isIndexedPath(file) ? [file] : [],
  );
  const [only, ...others] = [...new Set(checked)];
  if (only !== undefined) return others.length === 0 ? only : undefined;
  const [module, ...more] = listModules(chunk);
  return more.length === 0 && !chunk.allowedFiles.some(isGlob) ? module : undefined;
}

/** The code that a chunk writes, as far as its paths say it. */
function listModules({ allowedFiles, forbiddenFiles, functions, types, postconditions }: Chunk): readonly string[] {
  const isForbidden = createForbiddenMatcher(forbiddenFiles);
  const paths = [
    ...functions.map(({ file }) => file),
    ...types.map(({ file }) => file),
    ...allowedFiles,
    ...postconditions.flatMap(({ kind, path }) => (kind === 'file_exists' ? [path] : [])),
  ];
  const modules = paths.filter(
    (path) => !isGlob(path) && isIndexedPath(path) && !isTestPath(path) && !isForbidden(path),
  );
  return [...new Set(modules.flatMap((path) => conditionPath(path) ?? []))];
}
