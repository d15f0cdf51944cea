import type { InvocationReader } from './command-context.ts';
import { scriptNeed } from './module-files.ts';
import { readInline, testFileNeeds } from './node.ts';
import { readOptions } from './operands.ts';

const FORMS = {
  valued: new Set(['-c', '--config', '--import-map', '-L', '--log-level', '--filter', '--ext', '--lock']),
  isFlag: (word: string): boolean =>
    /^-[AqrRWNES]+$/.test(word) ||
    /^--(allow|deny|no|unstable)-?[a-z-]*$/.test(word) ||
    /^--(quiet|check|cached-only|watch)$/.test(word),
};

/** `deno run script.ts`, `deno test file`, `deno eval code`. */
export const readDeno: InvocationReader = ({ program, words, folder, otherPaths }, context) => {
  if (program !== 'deno' || otherPaths) return undefined;
  const [verb, ...rest] = words;
  const read = readOptions(rest, { ...FORMS, stopsAtOperand: verb !== 'test' && verb !== 'check' });
  const operand = read?.operands[0];
  if (read === undefined || operand === undefined) return undefined;
  switch (verb) {
    case 'eval':
      return readInline(operand, folder);
    case 'run': {
      const script = scriptNeed(operand, folder);
      return script === undefined || context.isGenerated(script.path)
        ? undefined
        : { needs: [{ ...script, files: [script.path] }] };
    }
    case 'test':
    case 'check':
      return { needs: testFileNeeds(read.operands, folder, context) };
    default:
      return undefined;
  }
};
