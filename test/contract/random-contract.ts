/**
 * Random texts of contracts, with comments, anchors and aliases, block and flow style, all kinds of quotes, CRLF and
 * tabs. The generator does not use the contract reader.
 */
import fc from 'fast-check';

/** A source of random choices. Equal seeds give equal choices. */
interface Dice {
  integer(below: number): number;
}

const word = fc.constantFrom(
  'checkHealth',
  'HealthResult',
  'src/a.ts',
  'a b',
  "it's",
  'say "x"',
  '(a: A) => B',
  '12',
  'true',
  'x: y',
  '#no',
  '- dash',
  '',
  ' lead',
  '{a}',
  '*glob',
  'é日',
  'C:\\x',
  'a\nb',
  'a\n\n  b\n',
  'tab\tin',
);

export interface RandomContract {
  readonly file: string;
  readonly text: string;
}

const chunkFields = fc.record(
  {
    title: word,
    description: fc.option(word, { nil: undefined }),
    creates: fc.option(fc.array(word, { maxLength: 3 }), { nil: undefined }),
    allowedFiles: fc.option(fc.array(word, { maxLength: 3 }), { nil: undefined }),
    types: fc.option(fc.array(fc.record({ name: word, file: word, definition: word }), { maxLength: 2 }), {
      nil: undefined,
    }),
    postconditions: fc.option(fc.array(fc.record({ kind: fc.constant('file_exists'), path: word }), { maxLength: 2 }), {
      nil: undefined,
    }),
    maxAttempts: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  },
  { noNullPrototype: true },
);

const contractData = fc.record({
  spec: fc.record({ id: fc.constant('demo'), title: word }),
  types: fc.option(fc.array(fc.record({ name: word, file: word, definition: word }), { maxLength: 2 }), {
    nil: undefined,
  }),
  chunks: fc.array(chunkFields, { minLength: 1, maxLength: 3 }),
});

export function randomContract(options: { readonly anchors: boolean }): fc.Arbitrary<RandomContract> {
  return renderContracts(contractData, options);
}

/** Renders data as contract files in random styles. */
export function renderContracts(
  data: fc.Arbitrary<object>,
  options: { readonly anchors: boolean },
): fc.Arbitrary<RandomContract> {
  return fc
    .tuple(data, fc.infiniteStream(fc.nat({ max: 9_999 })), fc.boolean(), fc.nat({ max: 3 }))
    .map(([value, stream, crlf, format]) => {
      const json = format === 0;
      const dice: Dice = { integer: (below) => Number(stream.next().value) % below };
      const text = json ? new JsonPrinter(dice).print(value) : new YamlPrinter(dice, options.anchors).print(value);
      return { file: json ? 'r.contract.json' : 'r.contract.yaml', text: crlf ? text.replaceAll('\n', '\r\n') : text };
    });
}

class YamlPrinter {
  readonly #dice: Dice;
  readonly #anchors: boolean;
  #names: string[] = [];
  #count = 0;

  constructor(dice: Dice, anchors: boolean) {
    this.#dice = dice;
    this.#anchors = anchors;
  }

  print(data: object): string {
    const start = this.#oneIn(4) ? '# contract\n---\n' : '';
    return start + this.#map(data, '') + (this.#oneIn(3) ? '# end' : '');
  }

  #oneIn(count: number): boolean {
    return this.#dice.integer(count) === 0;
  }

  #comment(indent: string): string {
    return this.#oneIn(5) ? `${indent}# a: comment ${this.#count++}\n` : '';
  }

  #lineEnd(): string {
    return this.#oneIn(6) ? `${this.#oneIn(2) ? '\t' : ' '}# ${this.#count++}\n` : '\n';
  }

  #map(data: object, indent: string): string {
    return Object.entries(data)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]: [string, unknown]) => `${this.#comment(indent)}${indent}${key}:${this.#value(value, indent)}`)
      .join('');
  }

  /** The text after `key:` or `-`, including its line break. */
  #value(value: unknown, indent: string): string {
    if (typeof value !== 'object' || value === null) return this.#scalarValue(value, indent);
    if (this.#oneIn(3) || (Array.isArray(value) && value.length === 0)) {
      return ` ${this.#oneIn(3) ? this.#flowLines(value, `${indent}  `) : this.#flow(value)}${this.#lineEnd()}`;
    }
    const deeper = `${indent}${this.#oneIn(4) ? '    ' : '  '}`;
    if (!Array.isArray(value)) return `${this.#lineEnd()}${this.#map(value, deeper)}`;
    const items: readonly unknown[] = value;
    return `${this.#lineEnd()}${items.map((item) => this.#comment(deeper) + this.#item(item, deeper)).join('')}`;
  }

  #item(item: unknown, indent: string): string {
    if (typeof item === 'object' && item !== null && !Array.isArray(item) && !this.#oneIn(4)) {
      const lines = this.#map(item, `${indent}  `);
      return lines.trimStart().startsWith('#') ? `${indent}-\n${lines}` : `${indent}- ${lines.trimStart()}`;
    }
    return `${indent}-${this.#value(item, indent).replace(/^[ \t]+/, ' ')}`;
  }

  #scalarValue(value: unknown, indent: string): string {
    if (typeof value !== 'string') return ` ${String(value)}${this.#lineEnd()}`;
    if (value.trim() !== '' && this.#oneIn(5)) return this.#blockScalar(value, `${indent}    `);
    return `${this.#oneIn(8) ? ' \t' : ' '}${this.#withAnchor(this.#inline(value, false))}${this.#lineEnd()}`;
  }

  /** Adds an anchor to a value, or replaces the value with an alias of an earlier anchor. */
  #withAnchor(text: string): string {
    if (!this.#anchors || !this.#oneIn(4)) return text;
    if (this.#names.length > 0 && this.#oneIn(2))
      return `*${this.#names[this.#dice.integer(this.#names.length)] ?? ''}`;
    const name = `n${this.#names.length}`;
    this.#names.push(name);
    return `&${name} ${text}`;
  }

  #blockScalar(value: string, indent: string): string {
    const comment = this.#oneIn(4) ? ' # header' : '';
    const digit = value.startsWith(' ') ? '4' : '';
    const chomp = value.endsWith('\n') ? '' : '-';
    const lines = value.replace(/\n$/, '').split('\n');
    const body = lines.map((line) => (line === '' ? '' : indent + line));
    const kind = lines.length === 1 && this.#oneIn(2) ? '>' : '|';
    return ` ${kind}${digit}${chomp}${comment}\n${body.join('\n')}\n`;
  }

  #inline(value: string, inFlow: boolean): string {
    const choice = this.#dice.integer(3);
    const plain = inFlow ? /^[A-Za-z][\w./ ]*$/ : /^[A-Za-z(][\w./ ()=>]*$/;
    if (choice === 0 && plain.test(value) && value === value.trim()) return value;
    if (choice === 1 && !/[\n\t]/.test(value)) return `'${value.replaceAll("'", "''")}'`;
    return JSON.stringify(value);
  }

  #flow(value: unknown): string {
    if (typeof value === 'string') return this.#inline(value, true);
    if (Array.isArray(value))
      return `[${value.map((item) => this.#flow(item)).join(', ')}${value.length > 0 && this.#oneIn(5) ? ',' : ''}]`;
    if (typeof value !== 'object' || value === null) return String(value);
    const entries = definedEntries(value).map(([key, item]) => `${key}: ${this.#flow(item)}`);
    return this.#oneIn(2) ? `{ ${entries.join(', ')} }` : `{${entries.join(', ')}}`;
  }

  #flowLines(value: object, indent: string): string {
    const isList = Array.isArray(value);
    const members = isList
      ? value.map((item) => this.#flow(item))
      : definedEntries(value).map(([key, item]) => `${key}: ${this.#flow(item)}`);
    if (members.length === 0) return isList ? '[]' : '{}';
    const blank = this.#oneIn(4) ? `${indent}\t` : indent;
    const lines = members.map((member, index) => {
      const comma = index < members.length - 1 || this.#oneIn(4) ? ',' : '';
      return `${blank}${member}${comma}${this.#oneIn(4) ? ' # in' : ''}`;
    });
    return `${isList ? '[' : '{'}\n${lines.join('\n')}\n${indent}${isList ? ']' : '}'}`;
  }
}

class JsonPrinter {
  readonly #dice: Dice;
  readonly #step: string;

  constructor(dice: Dice) {
    this.#dice = dice;
    this.#step = ['\t', '  ', '    '][dice.integer(3)] ?? '  ';
  }

  print(data: object): string {
    return `${this.#dice.integer(3) === 0 ? '// contract\n' : ''}${this.#value(data, '')}\n`;
  }

  #value(value: unknown, indent: string): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const isList = Array.isArray(value);
    const deeper = indent + this.#step;
    const onLines = this.#dice.integer(2) === 0;
    const inner = onLines ? deeper : indent;
    const members = isList
      ? value.map((item) => this.#value(item, inner))
      : definedEntries(value).map(
          ([key, item]) =>
            `${JSON.stringify(key)}:${this.#dice.integer(3) === 0 ? '' : ' '}${this.#value(item, inner)}`,
        );
    const [open, close] = isList ? ['[', ']'] : ['{', '}'];
    if (members.length === 0) return open + close;
    if (!onLines) return `${open}${members.join(', ')}${close}`;
    const lines = members.map((member, index) => {
      const comma = index < members.length - 1 ? ',' : '';
      const comment = this.#dice.integer(5) === 0 ? ' // why' : this.#dice.integer(9) === 0 ? ' /* why */' : '';
      return `${deeper}${member}${comma}${comment}`;
    });
    return `${open}\n${lines.join('\n')}\n${indent}${close}`;
  }
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
