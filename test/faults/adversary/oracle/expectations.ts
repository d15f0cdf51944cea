import vm from 'node:vm';
import type { Expectation } from '../expectation.ts';
import { TypeQuestions, type ReadFile } from './type-questions.ts';

/** Returns the expectations that do not hold in a tree. */
export function findUnmet(expectations: readonly Expectation[], read: ReadFile): readonly Expectation[] {
  const types = new TypeQuestions(read);
  return expectations.filter((expectation) => !holds(expectation, read, types));
}

function holds(expectation: Expectation, read: ReadFile, types: TypeQuestions): boolean {
  switch (expectation.kind) {
    case 'export':
      return types.exports(expectation.file, expectation.name);
    case 'function':
      return types.isFunction(expectation.file, expectation.name);
    case 'signature':
      return types.hasType(expectation.file, expectation.name, expectation.type);
    case 'shape':
      return types.hasShape(expectation.file, expectation.name, expectation.type);
    case 'known type':
      return types.isKnownType(expectation.file, expectation.name);
    case 'file':
      return (read(expectation.file) === undefined) === (expectation.isAbsent ?? false);
    case 'pattern': {
      const text = read(expectation.file);
      return text !== undefined && new RegExp(expectation.pattern).test(text) !== (expectation.isAbsent ?? false);
    }
    case 'data':
      return readKey(read(expectation.file), expectation.key) === expectation.value;
    case 'value':
      return evaluate(read(expectation.file), expectation.name) === expectation.value;
  }
}

function readKey(text: string | undefined, key: string): unknown {
  try {
    return (JSON.parse((text ?? '').replace(/^\uFEFF/, '')) as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** Evaluates the exported function alone, not the other statements of the module. */
function evaluate(text: string | undefined, name: string): unknown {
  const definition = new RegExp(`^export const ${name} = (.*);$`, 'm').exec(text ?? '')?.[1];
  if (definition === undefined) return undefined;
  try {
    return vm.runInNewContext(
      `(${definition})(0, 0) === 0 ? (${definition})(2, 3) : undefined`,
      {},
      { timeout: 1_000 },
    );
  } catch {
    return undefined;
  }
}
