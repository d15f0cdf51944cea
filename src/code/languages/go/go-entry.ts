import type { LanguageEntry } from '../interface/code-language.ts';
import { unexportedForms } from './name-forms.ts';
import type { SentenceSignature } from '../../../contract/templates/sentence-signature.ts';
import { endOfBrackets, matchAt } from '../text/sentence-types.ts';

/** Folders that the Go command ignores, and copies of dependencies. */
const INSTALLED = /(?:^|\/)(?:vendor|node_modules)\//;

/** Go. The parser is loaded on first use. */
export const goEntry: LanguageEntry = {
  id: 'go',
  title: 'Go',
  extensions: ['.go'],
  isInstalled: (path) => INSTALLED.test(path),
  isConfiguration: (path) => /(?:^|\/)go\.(?:mod|work)$/.test(path) && !INSTALLED.test(path),
  importForm: (specifier) => `import "${specifier}"`,
  isFolderPackage: true,
  declarationForm: (name, signature) => `func ${name}${signature}`,
  example: {
    fence: 'go',
    path: 'greeting/greeting.go',
    lines: ['package greeting', '', 'func Greet(name string) string {', '\treturn "Hello, " + name', '}'],
    oldLine: '\treturn "Hello, " + name',
    newLine: '\treturn "Good day, " + name',
  },
  signatureRule:
    'Signatures of Go are compared as text: the types of the parameters and results, and the type parameters. White space and the names of parameters and results may differ.',
  enforcesTypes: true,
  unexportedForms,
  drafts: {
    signature: '(text string) (string, error)',
    findSignature: findGoSignature,
    functionName: (camelCase) => camelCase.charAt(0).toUpperCase() + camelCase.slice(1),
    // A package is a folder, and its name has no separators.
    newFile: (folder, id) => `${folder === '' ? `${id.replaceAll('-', '')}/` : folder}${id.replaceAll('-', '_')}.go`,
    errorHandling: String.raw`err != nil`,
    testFile: (id) => `./${id.replaceAll('-', '')}`,
    build: 'go build ./...',
    test: 'go test ./...',
  },
  loadReader: async () => (await import('./go-reader.ts')).goReader,
  load: async () => (await import('./go-language.ts')).loadGo(),
};

const FUNCTION = /\bfunc\s+([A-Za-z_]\w*)\s?(?=[([])/g;
const PREFIX = /(?:\*|\[\d*\]|<-\s?|chan(?:<-)?\s)*/y;
const NAME = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?/y;
const BUILT_IN =
  /^(?:any|bool|byte|complex\d+|error|float\d+|int\d*|rune|string|uint\d*|uintptr|map|func|interface|struct)$/;

/**
 * The signature of a function that a sentence states in the form of Go: `func Slugify(s string) (string, error)`. The name
 * begins with an upper-case letter, because a contract requires exports. `undefined` if there is none.
 */
function findGoSignature(sentence: string): SentenceSignature | undefined {
  const line = sentence.replaceAll(/\s+/g, ' ');
  for (const { index, 0: head, 1: written = '' } of line.matchAll(FUNCTION)) {
    const start = index + head.length;
    const parameters = line.charAt(start) === '[' ? endOfBrackets(line, start) : start;
    const end =
      parameters === undefined || line.charAt(parameters) !== '(' ? undefined : endOfBrackets(line, parameters);
    if (end === undefined) continue;
    const result = readResult(line, end + 1);
    const name = written.charAt(0).toUpperCase() + written.slice(1);
    const after = result === '' ? end : end + 1 + result.length;
    const signature = `${line.slice(start, end)}${result === '' ? '' : ` ${result}`}`;
    return { name, signature, sentence: `${line.slice(0, index)}${name}()${line.slice(after)}` };
  }
  return undefined;
}

/** The result at an offset. A word that can continue the sentence is none: `func Slug(s string) that …`. */
function readResult(line: string, start: number): string {
  if (line.charAt(start - 1) !== ' ') return '';
  if (line.charAt(start) === '(') return line.slice(start, endOfBrackets(line, start) ?? start);
  const prefix = matchAt(PREFIX, line, start);
  const name = matchAt(NAME, line, start + prefix.length);
  if (name === '') return '';
  let end = start + prefix.length + name.length;
  // The brackets of a key, of type parameters, of a function or of a structure, and the types after them.
  while ('[({'.includes(line.charAt(end)) && line.charAt(end) !== '') end = endOfBrackets(line, end) ?? line.length;
  if (name === 'map' || name === 'func')
    end += matchAt(/\s?/y, line, end).length + readResult(` ${line.slice(end).trimStart()}`, 1).length;
  const isType =
    prefix !== '' || BUILT_IN.test(name) || /^[A-Z]|\./.test(name) || /^(?:[.,;!?]|$)/.test(line.slice(end));
  return isType ? line.slice(start, end).trimEnd() : '';
}
