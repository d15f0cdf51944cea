import type { LanguageEntry } from '../interface/code-language.ts';
import { findPythonSignature } from './sentence-signature.ts';

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
