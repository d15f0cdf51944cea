import type { InvocationReader } from './command-context.ts';
import { scriptNeed } from './module-files.ts';
import { optionWords, readInline } from './node.ts';
import { readOptions } from './operands.ts';

/** `bun script.ts`, `bun run script.ts`, `bun -e code`; package scripts are read elsewhere. */
export const readBun: InvocationReader = ({ program, words, folder, otherPaths }, context) => {
  if (program !== 'bun' || otherPaths) return undefined;
  const read = readOptions(words[0] === 'run' ? words.slice(1) : words, {
    valued: new Set(['-e', '--eval', '-p', '--print', '-r', '--preload', '--env-file']),
    isFlag: (word) => /^--(bun|hot|watch|silent|smol|no-[a-z-]+)$/.test(word),
    stopsAtOperand: true,
  });
  if (read === undefined) return undefined;
  const inline = read.options.find(({ name }) => ['-e', '--eval', '-p', '--print'].includes(name))?.value;
  if (inline !== undefined) return readInline(inline, folder);
  const [operand] = read.operands;
  // Without a folder or an ending the word is a package script, a binary or a verb of bun's.
  if (operand === undefined || !(/[/\\]/.test(operand) || /\.[cm]?[jt]sx?$/.test(operand))) return undefined;
  const script = scriptNeed(operand, folder);
  return script === undefined || context.isGenerated(script.path)
    ? undefined
    : { needs: [script], canonical: ['bun', ...optionWords(read), script.path, ...read.operands.slice(1)] };
};
