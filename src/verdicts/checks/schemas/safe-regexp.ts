import { createContext, Script } from 'node:vm';
import { HoldfastError } from '../../../foundation/errors.ts';
import { readPattern } from '../patterns/pattern.ts';

/** The time limit of all tests of one pattern, in milliseconds. */
const LIMIT_MS = 500;

export interface SafeRegExp {
  test(text: string): boolean;
  /** Identifies the pattern: Ajv caches compiled patterns by this text. */
  toString(): string;
}

/**
 * Compiles a `pattern` of a JSON Schema. Most patterns run in linear time. A pattern that only the native engine supports
 * (lookahead, back references) throws when all its tests have taken half a second, which ends the validation.
 */
export function createSafeRegExp(source: string): SafeRegExp {
  const pattern = readPattern(source);
  const toString = (): string => source;
  if (pattern.engine === 'linear') return { test: (text) => pattern.find(text) !== undefined, toString };
  const context = createContext(Object.create(null) as object);
  const script = new Script(`new RegExp(source, flags).test(text)`);
  let remainingMs = LIMIT_MS;
  return {
    toString,
    test(text) {
      Object.assign(context, { source, flags: pattern.flags, text });
      const start = performance.now();
      try {
        if (remainingMs < 1) throw new HoldfastError('limit', 'The time limit is used up');
        return script.runInContext(context, { timeout: Math.ceil(remainingMs) }) === true;
      } catch (error) {
        throw new HoldfastError(
          'limit',
          `Failed to run the schema's pattern ${source}: it did not finish within ${LIMIT_MS / 1000} s`,
          { cause: error, hint: 'Rewrite it without back references and lookahead, so that it runs in linear time.' },
        );
      } finally {
        remainingMs -= performance.now() - start;
      }
    },
  };
}
