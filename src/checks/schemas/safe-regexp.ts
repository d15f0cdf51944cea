import { createContext, Script } from 'node:vm';
import { HoldfastError } from '../../shared/errors.ts';
import { readPattern } from '../patterns/pattern.ts';

const LIMIT_MS = 500;

export interface SafeRegExp {
  test(text: string): boolean;
  /** Identifies the pattern: Ajv caches compiled patterns by this text. */
  toString(): string;
}

/**
 * Compiles a `pattern` of a JSON Schema. Most patterns run in linear time. A pattern that only the native engine supports
 * (lookahead, back references) throws after half a second, which ends the validation.
 */
export function createSafeRegExp(source: string): SafeRegExp {
  const pattern = readPattern(source);
  const toString = (): string => source;
  if (pattern.engine === 'linear') return { test: (text) => pattern.find(text) !== undefined, toString };
  const context = createContext(Object.create(null) as object);
  const script = new Script(`new RegExp(source, flags).test(text)`);
  return {
    toString,
    test(text) {
      Object.assign(context, { source, flags: pattern.flags, text });
      try {
        return script.runInContext(context, { timeout: LIMIT_MS }) === true;
      } catch (error) {
        throw new HoldfastError(
          'limit',
          `Failed to run the schema's pattern ${source}: it did not finish within ${LIMIT_MS / 1000} s`,
          { cause: error, hint: 'Rewrite it without back references and lookahead, so that it runs in linear time.' },
        );
      }
    },
  };
}
