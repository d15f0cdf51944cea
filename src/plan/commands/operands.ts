export interface OptionForms {
  /** Options whose value is the next word. */
  readonly valued: ReadonlySet<string>;
  /** Whether a word is an option that takes no value. */
  readonly isFlag: (word: string) => boolean;
  /** Whether all after the first operand belongs to what the operand names. */
  readonly stopsAtOperand: boolean;
}

export interface ReadOptions {
  readonly operands: readonly string[];
  readonly options: readonly { readonly name: string; readonly value?: string }[];
}

/** Tells options from operands; undefined where a word is an option that is not known: then nothing is certain. */
export function readOptions(words: readonly string[], forms: OptionForms): ReadOptions | undefined {
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
