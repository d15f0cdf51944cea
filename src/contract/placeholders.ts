/**
 * Text of a template that was not edited yet. Templates mark it in one of two forms, and nothing else counts:
 *
 * - prose, names, signatures and commands: the whole value is `TODO`, or one line that starts with `TODO:`
 * - paths: a part in angle brackets, such as `src/<name>.ts`
 *
 * Only fields that describe the work are read. Patterns and expected values of checks can contain any text.
 */
import { acceptanceCommandsOf } from './acceptance-commands.ts';
import { formatDataPath } from './data-path.ts';
import type { ContractDocument, DataPath } from './document.ts';
import type { Assertion, Chunk, Condition, FunctionContract, TypeContract } from './model.ts';

/** A value of a contract that is still text of a template. */
export interface Placeholder {
  readonly path: DataPath;
  /** The path as text: `chunks[0].description`. */
  readonly field: string;
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

/** Finds the placeholders that a run of a chunk would use: those of the chunk, and those of the contract as a whole. */
export function findPlaceholders(document: ContractDocument, chunkId: string): readonly Placeholder[] {
  const { contract } = document;
  const number = contract?.chunks.findIndex(({ id }) => id === chunkId) ?? -1;
  const chunk = contract?.chunks[number];
  if (contract === undefined || chunk === undefined) return [];
  const { spec, build, verify } = contract;
  const fields: readonly Field[] = [
    { path: ['spec', 'title'], value: spec.title },
    { path: ['spec', 'description'], value: spec.description },
    { path: ['build', 'command'], value: build?.command },
    { path: ['verify', 'command'], value: verify?.command },
    ...declarationFields([], contract),
    ...chunkFields(['chunks', number], chunk),
  ];
  return fields.flatMap(({ path, value, isPath = false }) => {
    if (value === undefined || !isPlaceholder(value, isPath)) return [];
    return [{ path, field: formatDataPath(path), value: value.trim(), line: document.rangeOf(path).start.line }];
  });
}

interface Field {
  readonly path: DataPath;
  readonly value: string | undefined;
  readonly isPath?: boolean;
}

const UNEDITED_TEXT = /^TODO(?::.*)?$/;
const UNEDITED_PATH = /<[^<>]+>/;

function isPlaceholder(value: string, isPath: boolean): boolean {
  return isPlaceholderText(value) || (isPath && UNEDITED_PATH.test(value));
}

/** Whether prose, a name, a signature or a command is still text of a template. */
export function isPlaceholderText(value: string): boolean {
  return UNEDITED_TEXT.test(value.trim());
}

function chunkFields(base: DataPath, chunk: Chunk): readonly Field[] {
  return [
    { path: [...base, 'title'], value: chunk.title },
    { path: [...base, 'description'], value: chunk.description },
    ...listFields([...base, 'consumes'], chunk.consumes),
    ...listFields([...base, 'creates'], chunk.creates),
    ...declarationFields(base, chunk),
    ...chunk.assertions.flatMap((assertion, i) => assertionFields([...base, 'assertions', i], assertion)),
    ...conditionFields([...base, 'preconditions'], chunk.preconditions),
    ...conditionFields([...base, 'postconditions'], chunk.postconditions),
    ...listFields([...base, 'allowedFiles'], chunk.allowedFiles, true),
    ...listFields([...base, 'contextFiles'], chunk.contextFiles, true),
    ...listFields([...base, 'acceptanceCommands'], acceptanceCommandsOf(chunk)),
  ];
}

function listFields(base: DataPath, values: readonly string[], isPath = false): readonly Field[] {
  return values.map((value, i) => ({ path: [...base, i], value, isPath }));
}

function declarationFields(
  base: DataPath,
  { functions, types }: { readonly functions: readonly FunctionContract[]; readonly types: readonly TypeContract[] },
): readonly Field[] {
  return [
    ...functions.flatMap(({ name, file, signature }, i): Field[] => [
      { path: [...base, 'functions', i, 'name'], value: name },
      { path: [...base, 'functions', i, 'file'], value: file, isPath: true },
      { path: [...base, 'functions', i, 'signature'], value: signature },
    ]),
    ...types.flatMap(({ name, file, definition }, i): Field[] => [
      { path: [...base, 'types', i, 'name'], value: name },
      { path: [...base, 'types', i, 'file'], value: file, isPath: true },
      { path: [...base, 'types', i, 'definition'], value: definition },
    ]),
  ];
}

function assertionFields(base: DataPath, { message, check }: Assertion): readonly Field[] {
  const { target, file } = check;
  return [
    { path: [...base, 'message'], value: message },
    { path: [...base, 'check', 'target'], value: target },
    { path: [...base, 'check', 'file'], value: typeof file === 'string' ? file : undefined, isPath: true },
  ];
}

function conditionFields(base: DataPath, conditions: readonly Condition[]): readonly Field[] {
  return conditions.map(({ path }, i) => ({ path: [...base, i, 'path'], value: path, isPath: true }));
}
