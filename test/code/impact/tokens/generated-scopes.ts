import fc from 'fast-check';

// Generates sources that declare and use a few names many times. They contain every form of declaration that can
// shadow a module-level name, and every position in which the same word is not a use of the name.

const name = fc.constantFrom('a', 'b', 'A');

type Part = string | fc.Arbitrary<string>;

function join(...parts: readonly Part[]): fc.Arbitrary<string> {
  return fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((all) => all.join(''));
}

function maybe(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant('') }, part);
}

function list(part: fc.Arbitrary<string>, separator: string, min = 0, max = 3): fc.Arbitrary<string> {
  return fc.array(part, { minLength: min, maxLength: max }).map((all) => all.join(separator));
}

interface Language {
  readonly hasTypes: boolean;
  readonly hasJsx: boolean;
}

/** Generates sources in one language. Some have syntax errors. */
export function generateScopes({ hasTypes, hasJsx }: Language): fc.Arbitrary<string> {
  const { statement, expression } = fc.letrec<{
    expression: string;
    type: string;
    pattern: string;
    member: string;
    statement: string;
  }>((tie) => {
    const expression = tie('expression');
    const type = tie('type');
    const pattern = tie('pattern');
    const typed = hasTypes ? maybe(join(': ', type)) : fc.constant('');
    const end = fc.constantFrom(';', ';\n', '\n');
    const block = join('{ ', list(join(tie('statement'), end), ''), '}');
    const typeParameters = hasTypes
      ? maybe(join('<', list(join(name, maybe(join(' extends ', type)), maybe(join(' = ', type))), ', ', 1, 2), '>'))
      : fc.constant('');
    const parameter = join(maybe(fc.constant('...')), pattern, typed, maybe(join(' = ', expression)));
    const parameters = join('(', list(parameter, ', '), ')');
    const signature = join(typeParameters, parameters, typed);
    const declarator = fc.oneof(
      join(name, typed, maybe(join(' = ', expression))),
      join(pattern, typed, ' = ', expression),
    );
    const property = fc.oneof(
      name,
      join(name, ': ', expression),
      join('[', expression, ']: ', expression),
      join('...', expression),
      join(maybe(fc.constantFrom('async ', 'get ', 'set ', '*')), name, signature, ' ', block),
      join("'", name, "': ", expression),
    );
    const typeMember = fc.oneof(
      join(maybe(fc.constant('readonly ')), name, maybe(fc.constant('?')), ': ', type),
      name,
      join(name, signature),
      join('[', name, ': string]: ', type),
      join('new ', signature),
      join('get ', name, '(): ', type),
    );
    const plain = [
      name,
      name,
      fc.constantFrom('1', "'a'", '`b`', '/a/', 'null', 'this'),
      join(name, '.', name),
      join(name, '?.', name, '(', expression, ')'),
      join(name, '[', expression, ']'),
      join(name, '(', list(expression, ', '), ')'),
      join('new ', name, '(', expression, ')'),
      join('(', expression, ')'),
      join('[', list(expression, ', '), ']'),
      join('({ ', list(property, ', '), ' })'),
      join(
        expression,
        fc.constantFrom(' + ', ' / ', ' < ', ' > ', ' && ', ' ?? ', ', ', ' in ', ' instanceof '),
        expression,
      ),
      join(expression, ' ? ', expression, ' : ', expression),
      join(name, fc.constantFrom(' = ', ' += ', ' ||= '), expression),
      join(fc.constantFrom('!', 'typeof ', 'void ', 'await ', '-'), expression),
      join(name, ' => ', expression),
      join(maybe(fc.constant('async ')), signature, ' => ', fc.oneof(expression, block)),
      join('function ', maybe(name), signature, ' ', block),
      join('class ', maybe(name), maybe(join(' extends ', name)), ' { ', list(tie('member'), '\n'), ' }'),
      join('`${', expression, '} a ${', expression, '}`'),
      join('({ ', list(join(name, fc.oneof(fc.constant(''), join(': ', pattern))), ', '), ' } = ', expression, ')'),
    ];
    const withTypes = [
      join(expression, fc.constantFrom(' as ', ' satisfies '), type),
      join(expression, '!'),
      join(name, '<', list(type, ', ', 1, 2), '>(', expression, ')'),
      join('new ', name, '<', type, '>()'),
      ...(hasJsx ? [] : [join('<', type, '>', expression)]),
    ];
    const withJsx = [
      join('<', name, ' ', name, '={', expression, '}>a {', expression, '}</a>'),
      join('<A a="b" {...', expression, '} />'),
      join('<A.b>', '{', expression, '}</A.b>'),
      join('<>a {', expression, '}</>'),
    ];
    return {
      expression: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        ...plain,
        ...(hasTypes ? withTypes : []),
        ...(hasJsx ? withJsx : []),
      ),
      type: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name,
        fc.constantFrom('string', '"a"', 'void', 'a.b', 'typeof a', 'typeof b.A', 'keyof A', "import('a').A"),
        join(name, '<', list(type, ', ', 1, 2), '>'),
        join(name, '[]'),
        join(name, "['", name, "']"),
        join(type, fc.constantFrom(' | ', ' & '), type),
        join('(', signature, ' => ', type, ')'),
        join('{ ', list(typeMember, '; '), ' }'),
        join('[', name, ': ', type, ', ', name, '?: ', type, ']'),
        join('(', type, ' extends infer ', name, ' ? ', type, ' : ', type, ')'),
        join('{ [', name, ' in ', type, ']: ', type, ' }'),
        join('(new ', signature, ' => ', type, ')'),
      ),
      pattern: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        name,
        name,
        join(
          '{ ',
          list(join(name, fc.oneof(fc.constant(''), join(': ', pattern)), maybe(join(' = ', expression))), ', '),
          ' }',
        ),
        join('[', list(pattern, ', '), ']'),
      ),
      member: fc.oneof(
        join(
          maybe(
            fc.constantFrom(
              'static ',
              'async ',
              'get ',
              '*',
              ...(hasTypes ? ['private ', 'abstract ', 'readonly '] : []),
            ),
          ),
          name,
          signature,
          ' ',
          block,
        ),
        join(
          maybe(fc.constantFrom('static ', ...(hasTypes ? ['private ', 'readonly ', 'declare '] : []))),
          name,
          typed,
          maybe(join(' = ', expression)),
          ';',
        ),
        join('[', expression, '] = ', expression, ';'),
        join('static ', block),
        join('#a = ', expression, ';'),
      ),
      statement: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        expression.map((text) => (/^[{<]|^(?:async )?function|^class|^let/.test(text) ? `(${text})` : text)),
        join(fc.constantFrom('const ', 'let ', 'var ', 'using '), list(declarator, ', ', 1, 3)),
        join(maybe(fc.constant('async ')), 'function ', name, signature, ' ', block),
        join('class ', name, typeParameters, maybe(join(' extends ', name)), ' { ', list(tie('member'), '\n'), ' }'),
        join('if (', expression, ') ', fc.oneof(block, tie('statement'))),
        join(
          'for (',
          fc.constantFrom('const ', 'let ', 'var ', ''),
          pattern,
          fc.constantFrom(' of ', ' in '),
          expression,
          ') ',
          block,
        ),
        join('for (let ', list(declarator, ', ', 1, 2), '; ', expression, '; ', expression, ') ', block),
        join('try ', block, ' catch ', maybe(join('(', pattern, ') ')), block),
        join(
          'switch (',
          expression,
          ') { case ',
          expression,
          ': ',
          tie('statement'),
          '; default: ',
          tie('statement'),
          ' }',
        ),
        join(name, ': ', fc.oneof(block, join('for (;;) { break ', name, '; }'))),
        join('return_: ', tie('statement')),
        block,
        ...(hasTypes
          ? [
              join(
                'interface ',
                name,
                typeParameters,
                maybe(join(' extends ', name, '<', type, '>')),
                ' { ',
                list(typeMember, '; '),
                ' }',
              ),
              join('type ', name, typeParameters, ' = ', type),
              join('enum ', name, ' { ', list(join(name, maybe(join(' = ', expression))), ', '), ' }'),
              join('namespace ', name, ' ', block),
              join('declare function ', name, signature),
              join('function ', name, '(', name, ': ', type, '): ', name, ' is ', type, ' ', block),
              join('import ', name, ' = ', name, '.', name),
            ]
          : []),
      ),
    };
  });
  const outer = fc.oneof(
    { weight: 6, arbitrary: statement },
    { weight: 2, arbitrary: join('export ', statement) },
    { weight: 1, arbitrary: join('export default ', expression) },
    { weight: 1, arbitrary: join('import { a, b as A } from ', '"a"') },
    { weight: 1, arbitrary: join('import ', name, ' from "a"') },
    { weight: 1, arbitrary: join('import * as ', name, ' from "a"') },
    { weight: 1, arbitrary: join('export { ', name, ' as ', name, ' }', maybe(fc.constant(' from "a"'))) },
    { weight: 1, arbitrary: join('@', name, '(', statement, ')\nclass A {}') },
  );
  return fc
    .array(fc.tuple(outer, fc.constantFrom(';\n', '\n', '\n// a\n')), { minLength: 1, maxLength: 4 })
    .map((statements) => statements.map(([text, end]) => text + end).join(''));
}
