/** The options that a program accepts. */
export interface OptionForms {
  /** Options whose value is the next argument. */
  readonly valued: ReadonlySet<string>;
  /** Whether an argument is an option without a value. */
  readonly isFlag: (word: string) => boolean;
  /** Whether everything after the first operand is an operand, too. */
  readonly stopsAtOperand: boolean;
}

/** The arguments of a command, separated into options and operands. */
export interface ParsedOptions {
  readonly operands: readonly string[];
  readonly options: readonly { readonly name: string; readonly value?: string }[];
}

/** Separates options from operands. Returns `undefined` for an unknown option, because it could take a value. */
export function readOptions(words: readonly string[], forms: OptionForms): ParsedOptions | undefined {
  const operands: string[] = [];
  const options: { name: string; value?: string }[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') return { operands: [...operands, ...words.slice(index + 1)], options };
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      if (forms.stopsAtOperand) return { operands: [...operands, ...words.slice(index + 1)], options };
      continue;
    }
    const equals = word.indexOf('=');
    if (word.startsWith('--') && equals > 0) {
      options.push({ name: word.slice(0, equals), value: word.slice(equals + 1) });
    } else if (forms.valued.has(word)) {
      const value = words[++index];
      if (value === undefined) return undefined;
      options.push({ name: word, value });
    } else if (forms.isFlag(word)) {
      options.push({ name: word });
    } else {
      return undefined;
    }
  }
  return { operands, options };
}
