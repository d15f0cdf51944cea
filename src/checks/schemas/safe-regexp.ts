import { createContext, Script } from 'node:vm';
import { HoldfastError } from '../../shared/errors.ts';
import { readPattern } from '../patterns/pattern.ts';

const LIMIT_MS = 500;

export interface SafeRegExp {
  test(text: string): boolean;
  /** What tells two patterns apart: Ajv keeps compiled patterns under this. */
  toString(): string;
}

/**
 * A `pattern` of a JSON Schema. It runs in linear time; one that only the native engine knows (lookahead, back
 * references) is stopped after half a second, and the validation with it.
 */
export function safeRegExp(source: string): SafeRegExp {
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
          `Failed to run the pattern ${source} of the schema: it was still at work after ${LIMIT_MS / 1000} s`,
          { cause: error, hint: 'Write it without back references and lookahead: it then runs in linear time.' },
        );
      }
    },
  };
}
