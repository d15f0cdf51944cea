import { closingBracket, splitList } from './brackets.ts';

/** A name that a piece of code declares. */
export interface CodeName {
  readonly name: string;
  readonly kind: 'function' | 'type' | 'value';
  /** As written: `(id: string, limit)`. */
  readonly parameters?: string | undefined;
  /** See `PlanName`. */
  readonly signature?: string | undefined;
  readonly isExport: boolean;
  /** The offset of the name in the code. */
  readonly offset: number;
}

interface Syntax {
  readonly languages: RegExp;
  /** Finds a declaration at the start of a line. The groups: `exported`, `word`, `name`. */
  readonly pattern: RegExp;
  readonly kindOf: (word: string) => CodeName['kind'];
  readonly isExport: (match: { readonly exported: string | undefined; readonly name: string }) => boolean;
  /** What separates the parameters from the result. */
  readonly arrow: RegExp;
  /** Whether a function without a written result returns nothing, so that its parameters are its signature. */
  readonly hasEmptyResult: boolean;
  /** Finds a body in braces whose functions are members of the name in the group `owner`. */
  readonly body?: RegExp | undefined;
  readonly toSignature: (parameters: string, result: string) => string;
}

const SCRIPT: Syntax = {
  languages: /^(?:[cm]?[jt]sx?|typescript|javascript|typescriptreact|svelte|vue|astro|)$/,
  pattern:
    /^(?<exported>export\s+(?:default\s+)?)?(?:declare\s+)?(?<word>(?:async\s+)?function\*?|(?:abstract\s+)?class|interface|type|(?:const\s+)?enum|const|let|var)\s+(?<name>[A-Za-z_$][\w$]*)/gm,
  kindOf: (word) =>
    word.endsWith('function') || word.endsWith('function*')
      ? 'function'
      : /interface|type/.test(word)
        ? 'type'
        : 'value',
  isExport: ({ exported }) => exported !== undefined,
  arrow: /^\s*:\s*/,
  hasEmptyResult: false,
  toSignature: (parameters, result) => `${parameters} => ${result}`,
};

const PYTHON: Syntax = {
  languages: /^(?:py|python3?)$/,
  pattern: /^(?<exported>)(?<word>(?:async\s+)?def|class)\s+(?<name>[A-Za-z_]\w*)/gm,
  kindOf: (word) => (word === 'class' ? 'value' : 'function'),
  isExport: ({ name }) => !name.startsWith('_'),
  arrow: /^\s*->\s*/,
  hasEmptyResult: false,
  toSignature: (parameters, result) => `${parameters} -> ${result}`,
};

const GO: Syntax = {
  languages: /^(?:go|golang)$/,
  pattern:
    /^(?<exported>)(?<word>func|type|var|const)\s+(?:\((?:\w+\s+)?\*?(?<owner>[A-Za-z_]\w*)(?:\[[^\]]*\])?\)\s*)?(?<name>[A-Za-z_]\w*)/gm,
  kindOf: (word) => (word === 'func' ? 'function' : word === 'type' ? 'type' : 'value'),
  isExport: ({ name }) => /^[A-Z]/.test(name),
  arrow: /^ (?!\{)/,
  hasEmptyResult: true,
  toSignature: (parameters, result) => `${parameters} ${result}`.trim(),
};

const RUST: Syntax = {
  languages: /^(?:rs|rust)$/,
  pattern:
    /^(?<exported>pub(?:\([\w:]+\))?\s+)?(?<word>(?:async\s+|const\s+|unsafe\s+)*fn|struct|enum|trait|type|const|static)\s+(?<name>[A-Za-z_]\w*)/gm,
  kindOf: (word) => (word.endsWith('fn') ? 'function' : /struct|enum|trait|type/.test(word) ? 'type' : 'value'),
  isExport: ({ exported }) => exported !== undefined && !exported.includes('('),
  arrow: /^\s*->\s*/,
  hasEmptyResult: true,
  // The functions of a trait are not those of the type alone.
  body: /^impl(?:<[^{}]*?>)?\s+(?<owner>[A-Za-z_]\w*)(?:<[^{}]*?>)?\s*(?:where\b[^{}]*)?\{/gm,
  toSignature: (parameters, result) => `${parameters} -> ${result}`,
};

const KOTLIN: Syntax = {
  languages: /^(?:kt|kts|kotlin)$/,
  pattern:
    /^(?<exported>(?:(?:public|private|internal|protected|open|abstract|sealed|data|enum|annotation|value|inline|suspend|override|operator|infix|const|lateinit)\s+)*)(?<word>fun|class|object|interface|typealias|val|var)\s+(?:<[^<>]*>\s*)?(?<name>[A-Za-z_]\w*)(?![\w.])/gm,
  kindOf: (word) => (word === 'fun' ? 'function' : /val|var/.test(word) ? 'value' : 'type'),
  isExport: ({ exported }) => !/private|internal|protected/.test(exported ?? ''),
  arrow: /^\s*:\s*/,
  hasEmptyResult: true,
  toSignature: (parameters, result) => `${parameters}: ${result}`,
};

const SYNTAXES: readonly Syntax[] = [PYTHON, GO, RUST, KOTLIN, SCRIPT];
/** `export { a, b as c } from './d'`, and the names of `module.exports = { a }` */
const EXPORT_LIST = /^(?:export\s+(?:type\s+)?|module\.exports\s*=\s*)\{([^{}]*)\}/gm;

/** Whether code of a language, or of any that is read, can be in a file. */
export function isLanguageOf(file: string, language: string | undefined): boolean {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  if (extension === undefined || /\.d\.[cm]?ts$/i.test(file)) return false;
  const syntax = SYNTAXES.find(({ languages }) => languages.test(extension));
  return syntax !== undefined && (language === undefined || syntax.languages.test(language));
}

/** The names that a block of code declares at its top level. Empty for a language whose exports are not read. */
export function namesDeclaredIn(code: string, language: string): readonly CodeName[] {
  const syntax = SYNTAXES.find(({ languages }) => languages.test(language));
  if (syntax === undefined) return [];
  const declared = declarationsIn(code, syntax);
  if (syntax !== SCRIPT) return [...declared, ...membersIn(code, syntax)];
  const exported = listedExports(code);
  return [
    ...declared.map((one) => ({ ...one, isExport: one.isExport || exported.some(({ local }) => local === one.name) })),
    ...exported.flatMap(({ name, local, offset }): CodeName[] =>
      declared.some((one) => one.name === local) ? [] : [{ name, kind: 'value', isExport: true, offset }],
    ),
  ];
}

/** What a text declares at the start of its lines. A method with a receiver is a member of its type. */
function declarationsIn(code: string, syntax: Syntax): readonly CodeName[] {
  return [...code.matchAll(syntax.pattern)].map((match): CodeName => {
    const { exported, word = '', name: own = '', owner } = match.groups ?? {};
    const isExport = syntax.isExport({ exported, name: own });
    const after = match.index + match[0].length;
    const offset = after - own.length;
    const name = owner === undefined ? own : `${owner}.${own}`;
    const written = readFunction(code.slice(after), word, syntax);
    if (written !== undefined) return { name, kind: 'function', isExport, offset, ...written };
    return { name, kind: syntax.kindOf(word), isExport, offset };
  });
}

/** The functions in the bodies of a language that writes members into one: `impl Store { pub fn find(&self) -> … }`. */
function membersIn(code: string, syntax: Syntax): readonly CodeName[] {
  if (syntax.body === undefined) return [];
  return [...code.matchAll(syntax.body)].flatMap((match) => {
    const start = match.index + match[0].length;
    const inside = insideBraces(code, start);
    // Each function at the start of a line, so that the pattern of declarations finds it; the offsets stay.
    const lines = inside.replaceAll(/(?:^|[;}])[^\S\n]*(?=pub\b|(?:async\s+)?fn\b)/g, (all) =>
      all.replaceAll(' ', '\n'),
    );
    const indent = /^([^\S\n]*)(?:pub\b|(?:async\s+)?fn\b)/m.exec(lines)?.[1] ?? '';
    const members = [...lines.matchAll(new RegExp(`^${indent}(?=pub\\b|(?:async\\s+)?fn\\b)`, 'gm'))];
    return members.flatMap(({ index }, at): CodeName[] => {
      const from = index + indent.length;
      const end = members[at + 1]?.index ?? lines.length;
      const [declared] = declarationsIn(lines.slice(from, end), syntax);
      if (declared === undefined) return [];
      const name = `${match.groups?.owner ?? ''}.${declared.name}`;
      return [{ ...declared, name, offset: start + from + declared.offset }];
    });
  });
}

/** The text from after an opening brace to before the one that closes it, or to the end. */
function insideBraces(code: string, start: number): string {
  let depth = 1;
  for (let at = start; at < code.length; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}') depth--;
    if (depth === 0) return code.slice(start, at);
  }
  return code.slice(start);
}

function listedExports(
  code: string,
): readonly { readonly name: string; readonly local: string; readonly offset: number }[] {
  return [...code.matchAll(EXPORT_LIST)].flatMap((list) =>
    [
      ...(list[1] ?? '').matchAll(
        /(?:^|,)\s*(?:type\s+)?([A-Za-z_$][\w$]*)(?:\s+as\s+([A-Za-z_$][\w$]*))?(?=\s*(?:[,:}]|$))/g,
      ),
    ].map(({ 1: local = '', 2: name = local, index }) => ({
      name,
      local,
      offset: list.index + list[0].indexOf('{') + 1 + index,
    })),
  );
}

/** The words of a block of code: what a later task can know from it. */
export function wordsOf(code: string): readonly string[] {
  return code.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/** The parameters and the signature after the name of a function, or after `name =` of an arrow function. */
function readFunction(
  rest: string,
  word: string,
  syntax: Syntax,
): Pick<CodeName, 'parameters' | 'signature'> | undefined {
  const isFunction = /fun|def|fn/.test(word);
  const [head = ''] =
    (isFunction ? /^\s*(?:<[^()]*>)?\s*(?=\()/ : /^\s*=\s*(?:async\s*)?(?:<[^()]*>)?\s*(?=\()/).exec(rest) ?? [];
  if (head === '' && !(isFunction && rest.startsWith('('))) return undefined;
  const end = closingBracket(rest, head.length);
  if (end === undefined) return undefined;
  const parameters = rest.slice(head.length, end + 1).replaceAll(/\s+/g, ' ');
  const after = rest.slice(end + 1);
  if (!isFunction && !/^\s*(?::[^=;{]+)?=>/.test(after)) return undefined;
  const generics = /<.*>/s.exec(head)?.[0] ?? '';
  const arrow = syntax.arrow.exec(after)?.[0];
  if (arrow === undefined) {
    const isWhole = syntax.hasEmptyResult && /^\s*(?:[;{}]|$)/m.test(after.split('\n')[0] ?? '');
    return isWhole && hasOnlyTypes(parameters, syntax)
      ? { parameters, signature: `${generics}${parameters}` }
      : { parameters };
  }
  const result = readResult(after.slice(arrow.length), syntax);
  if (result === undefined || !hasOnlyTypes(parameters, syntax)) return { parameters };
  return { parameters, signature: `${generics}${syntax.toSignature(parameters, result)}` };
}

/** The type up to the body, the end of the statement or the end of the line. */
function readResult(text: string, syntax: Syntax): string | undefined {
  if (syntax === PYTHON)
    return /^(.+?)\s*:\s*(?:$|#|\.\.\.|[\n\r])/m.exec(text)?.[1]?.trim() ?? /^[^\n:]+$/.exec(text)?.[0].trim();
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    if (syntax === KOTLIN && /[={]/.test(character)) break;
    if (character === '/' && text[at + 1] === '/') break;
    const isBody =
      character === '{' &&
      (at === 0 || /[\s]$/.test(text.slice(0, at))) &&
      text.slice(0, at).trim() !== '' &&
      !/[|&]\s*$/.test(text.slice(0, at));
    if (isBody || character === ';' || character === '\n' || (character === '=' && text[at + 1] === '>')) break;
    const end = '([{<'.includes(character) ? closingBracket(text, at) : at;
    if (end === undefined) return undefined;
    at = end + 1;
  }
  const result = text.slice(0, at).replaceAll(/\s+/g, ' ').trim();
  return result === '' ? undefined : result;
}

/** Whether every parameter has a type and none has a default, whose type is not written. */
function hasOnlyTypes(parameters: string, syntax: Syntax): boolean {
  const inside = parameters.slice(1, -1).trim();
  if (inside === '') return true;
  if (syntax === GO) return /\s/.test(inside);
  const parts = splitList(inside);
  if (syntax === RUST) return parts.every((part) => /:|\bself\s*$/.test(part));
  // The type of a default is written in Kotlin.
  return parts.every(
    (part) => /^[\s.*]*(?:\w+\s+)*[\w$]+\??\s*:/.test(part) && (syntax === KOTLIN || !/[^=<>!]=[^>=]/.test(part)),
  );
}
