import type { LanguageEntry } from '../interface/code-language.ts';
import type { SentenceSignature } from '../../../contract/templates/sentence-signature.ts';
import { endOfBrackets, matchAt } from '../text/sentence-types.ts';

/** Folders of installed packages and virtual environments. */
const INSTALLED = /(?:^|\/)(?:site-packages|dist-packages|\.venv|\.tox|\.nox|__pypackages__|node_modules)\//;
const PROJECT_FILE = /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/;

/** Python. The parser is loaded on first use. */
export const pythonEntry: LanguageEntry = {
  id: 'python',
  title: 'Python',
  extensions: ['.py', '.pyi'],
  isInstalled: (path) => INSTALLED.test(path),
  // The extension is checked first because this runs for every file of a tree.
  isConfiguration: (path) =>
    (path.endsWith('.toml') || path.endsWith('.cfg')) && PROJECT_FILE.test(path) && !INSTALLED.test(path),
  importForm: (specifier) => `from ${specifier} import …`,
  isFolderPackage: false,
  declarationForm: (name, signature) =>
    signature.startsWith('async ') ? `async def ${name}${signature.slice('async '.length)}` : `def ${name}${signature}`,
  example: {
    fence: 'py',
    path: 'src/greeting.py',
    lines: ['def greet(name: str) -> str:', '    return f"Hello, {name}"'],
    oldLine: '    return f"Hello, {name}"',
    newLine: '    return f"Good day, {name}"',
  },
  signatureRule:
    'Signatures of Python are compared as text: the names, the order, the defaults and the annotations of the parameters, and the result. White space, quotes, and the forms of Optional and Union may differ. A signature with async is that of an async def.',
  enforcesTypes: false,
  unexportedForms: (name) => [`_${name}`],
  drafts: {
    signature: '(text: str) -> str',
    findSignature: findPythonSignature,
    functionName: (camelCase) => camelCase.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase(),
    newFile: (folder, id) => `${folder}${id.replaceAll('-', '_')}.py`,
    errorHandling: String.raw`\bexcept\b`,
    testFile: (id) => `tests/test_${id.replaceAll('-', '_')}.py`,
    build: 'python3 -m compileall -q .',
    test: 'pytest',
  },
  loadReader: async () => (await import('./python-reader.ts')).pythonReader,
  load: async () => (await import('./python-language.ts')).loadPython(),
};

const FUNCTION = /\b(async\s+)?(def\s+)?([A-Za-z_]\w*)\(/g;
const TYPE = /["'][^"']*["']|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y;
const ARROW = /\s*->\s*/y;
const UNION = /\s*\|\s*(?=["'\w])/y;

/**
 * The signature of a function that a sentence states in the form of Python: `def slugify(text: str) -> str`, or without
 * `def` if it has a result. `undefined` if there is none.
 */
function findPythonSignature(sentence: string): SentenceSignature | undefined {
  const line = sentence.replaceAll(/\s+/g, ' ');
  for (const { index, 0: head, 1: async, 2: keyword, 3: name = '' } of line.matchAll(FUNCTION)) {
    const start = index + head.length - 1;
    const end = endOfBrackets(line, start);
    if (end === undefined) continue;
    const arrow = matchAt(ARROW, line, end);
    const after = end + arrow.length;
    const result = arrow === '' ? '' : readType(line, after);
    if (result === undefined || (keyword === undefined && result === '')) continue;
    const signature = `${async === undefined ? '' : 'async '}${line.slice(start, end)}${result === '' ? '' : ` -> ${result}`}`;
    // The colon of a statement.
    const rest = line.slice(after + result.length).replace(/^:/, '');
    return { name, signature, sentence: `${line.slice(0, index)}${name}()${rest}` };
  }
  return undefined;
}

function readType(line: string, start: number): string | undefined {
  let at = start;
  for (;;) {
    const name = matchAt(TYPE, line, at);
    if (name === '') return undefined;
    at += name.length;
    if (line.charAt(at) === '[') {
      const end = endOfBrackets(line, at);
      if (end === undefined) return undefined;
      at = end;
    }
    const union = matchAt(UNION, line, at);
    if (union === '') return line.slice(start, at);
    at += union.length;
  }
}
