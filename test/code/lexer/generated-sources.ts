import fc from 'fast-check';

// Sources in which exports are hard to find: text that hides an export, text that looks like one, and ambiguous syntax.

const name = fc.constantFrom('a', 'b', 'c', 'type', 'of', 'async', 'from', '$d', 'größe', 'get', 'A', 'B');
const space = fc.constantFrom(
  ' ',
  ' ',
  ' ',
  '\n',
  '  ',
  '\t',
  ' /* export const x = 1 */ ',
  ' // export let y\n',
  '\r\n',
);
const string = fc.constantFrom('"s"', "'export const s = 1'", "'\\''", '"\\"}"', "'/*'", '"//"', "'`'", '"<div>"');
const regex = fc.constantFrom('/a/', '/["\'`]/g', '/[/\\]]/u', '/\\//', '/export const r = 1/i', '/(/', '/}/');
const specifier = fc.constantFrom("'./x'", '"../y/z.js"', "'pkg'", '"@scope/pkg"');

interface Language {
  readonly hasTypes: boolean;
  readonly hasJsx: boolean;
}

/** The statements of a language and their parts. */
function pieces({ hasTypes, hasJsx }: Language): fc.Arbitrary<string> {
  const { statement, expression } = fc.letrec<{ expression: string; type: string; statement: string; pattern: string }>(
    (tie) => {
      const expression = tie('expression');
      const type = tie('type');
      const pattern = tie('pattern');
      const joined = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
        fc
          .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
          .map((all) => all.join(''));
      const typed = hasTypes
        ? fc.oneof({ weight: 3, arbitrary: fc.constant('') }, joined(': ', type))
        : fc.constant('');
      const block = joined('{', space, fc.array(tie('statement'), { maxLength: 2 }).map(closed), '}');

      const simple = [
        name,
        string,
        regex,
        fc.constantFrom('1', '1.5', '0x1f', 'null', 'this', '[]', '({})', '``', '-1'),
      ];
      const compound = [
        joined(
          expression,
          space,
          fc.constantFrom('+', '/', '<', '>', '&&', '??', '==', '<<', '>>', ',', 'in'),
          space,
          expression,
        ),
        joined('(', expression, ')'),
        joined('[', expression, ', ', expression, ']'),
        joined('({ ', name, ': ', expression, ', ', name, ', export: 1 })'),
        joined(name, '(', expression, ', ', expression, ')'),
        joined(name, '.', fc.constantFrom('export', 'import', 'default', 'b'), ' / 2'),
        joined('`x ${', expression, '} "', "'", ' ${', expression, '}`'),
        joined('(', name, ', ', name, ') => ', expression),
        joined(name, space, '=> ', block),
        joined('function ', name, '(', name, ') ', block),
        joined('class ', name, ' extends ', name, ' { ', name, '() ', block, ' static x = ', expression, ' }'),
        joined(expression, ' ? ', expression, ' : ', expression),
        joined('!', expression),
        joined('typeof ', expression),
        joined(name, '++ / 2'),
        joined('import(', specifier, ')'),
        joined('require(', specifier, ')'),
        joined('await ', expression),
        joined('new ', name, '(', expression, ')'),
      ];
      const withTypes = [
        joined(expression, ' as ', type),
        joined(expression, ' satisfies ', type),
        joined(name, '<', type, ', ', type, '>(', expression, ')'),
        joined('new ', name, '<', type, ', ', type, '>()'),
        joined(name, '! / 2'),
        joined('<', name, fc.constantFrom(',', ' extends B,', ' = A,'), ' U>(', name, typed, ', b: U) => ', expression),
        ...(hasJsx ? [] : [joined('<', type, '>', expression)]),
      ];
      const withJsx = [
        joined('<p>', fc.constantFrom("it's", 'export const j = 1', '"', ' // ', ''), '</p>'),
        joined('<p a="/*" b={', expression, '}>{', expression, '}</p>'),
        joined('<A.b {...', expression, '} />'),
        joined('<>', '{', expression, '}<i/></>'),
      ];

      return {
        expression: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          ...simple,
          ...compound,
          ...(hasTypes ? withTypes : []),
          ...(hasJsx ? withJsx : []),
        ),
        type: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom('A', 'string', '"t"', 'A["b"]', 'A[]', 'typeof a'),
          joined(name, '<', type, ', ', type, '>'),
          joined('{ ', name, ': ', type, '; ', name, '?: ', type, ' }'),
          joined('(x: ', type, ', y: ', type, ') => ', type),
          joined('(', type, ')'),
          joined(type, space, '| ', type),
          joined('[', type, ', ', type, ']'),
          joined('(A extends ', name, ' ? ', type, ' : ', type, ')'),
          joined('import(', specifier, ').A'),
          joined('(<T, U>(x: T) => ', type, ')'),
        ),
        pattern: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          name,
          joined('{ ', name, ', ', name, ': ', pattern, ' }'),
          joined('{ ', name, ' = ', expression, ', ...rest }'),
          joined('[', pattern, ', , ', pattern, ']'),
        ),
        statement: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          joined(fc.constantFrom('const', 'let', 'var'), space, pattern, typed, ' = ', expression),
          joined(
            fc.constantFrom('const', 'let', 'var'),
            ' ',
            name,
            typed,
            ' = ',
            expression,
            ', ',
            pattern,
            ' = ',
            expression,
          ),
          joined('function ', name, '(', name, typed, ') ', block),
          joined('class ', name, ' ', '{ ', name, ' = ', expression, '; export() {} }'),
          joined('if (', expression, ') ', block),
          joined('if (', expression, ') ', regex, '.test(', expression, ')'),
          joined('for (const ', name, ' of ', expression, ') ', block),
          joined('{ ', name, ': ', block, ' }'),
          expression.map((text) => `;(${text})`),
          joined('return_: ', block),
          ...(hasTypes
            ? [
                joined('interface ', name, ' extends A, B<', type, ', C> { ', name, ': ', type, ' }'),
                joined('type ', name, '<T, U> = ', type),
                joined('declare const ', name, ': ', type, ', e: ', type),
                joined('enum ', name, ' { x = 1 }'),
                joined('namespace ', name, ' { export const inner = ', expression, ' }'),
              ]
            : [
                joined('exports.', name, ' = ', expression),
                joined('module.exports = { ', name, ', b: ', expression, ' }'),
              ]),
        ),
      };
    },
  );

  const listed = fc
    .array(fc.tuple(name, fc.option(name)), { maxLength: 3 })
    .map((names) => `{ ${names.map(([one, as]) => (as === null ? one : `${one} as ${as}`)).join(', ')} }`);
  const defaulted = fc
    .oneof(expression, name, fc.constantFrom('function () {}', 'function* a() {}', 'class { b = 1 }', 'async () => {}'))
    .map((text) => `export default ${text}`);
  const outer = fc.oneof(
    { weight: 4, arbitrary: statement },
    { weight: 4, arbitrary: fc.tuple(space, statement).map(([between, text]) => `export${between}${text}`) },
    { weight: 1, arbitrary: defaulted },
    { weight: 1, arbitrary: listed.map((list) => `export ${list}`) },
    { weight: 1, arbitrary: fc.tuple(listed, specifier).map(([list, from]) => `export ${list} from ${from}`) },
    { weight: 1, arbitrary: fc.tuple(listed, specifier).map(([list, from]) => `import x, ${list} from ${from}`) },
    { weight: 1, arbitrary: specifier.map((from) => `export * from ${from}`) },
    { weight: 1, arbitrary: specifier.map((from) => `import ${from}`) },
  );
  return fc.array(fc.tuple(outer, fc.constantFrom(';', '\n', ';\n', '\n// c\n')), { maxLength: 6 }).map(ended);
}

function closed(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};`).join('\n');
}

function ended(statements: readonly (readonly [string, string])[]): string {
  return statements.map(([statement, end]) => statement + end).join('');
}

/** Sources of one language, most of them without syntax errors. */
export function generatedSources(language: Language): fc.Arbitrary<string> {
  return pieces(language);
}
