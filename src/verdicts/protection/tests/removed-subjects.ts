import { posix } from 'node:path';
import type { FileVersions } from '../changes/protected-change.ts';
import type { LocatedTest } from './match-tests.ts';
import { testLanguageOf } from './test-languages.ts';

/** A declaration of a name in JavaScript, Python or Go: a function, a method, a class, a type, a variable or a property. */
const DECLARATION =
  /(?:\b(?:function\*?|class|const|let|var|def|type|interface|enum|namespace)\s+|^\s*func\s+(?:\([^)]*\)\s*)?|^\s*(?:(?:public|static|async|get|set|export)\s+)*(?=[\w$]+\s*\([^)]*\)\s*(?::[^{]*)?\{)|^\s*(?=[\w$]+\s*[:=]\s*(?:async\s+)?(?:function\b|\()))([\w$]+)/gm;
const MIN_LENGTH = 3;

/** Finds what a change removes from the code, so that tests of it can only be deleted. */
export class RemovedSubjects {
  readonly #names: ReadonlySet<string>;
  readonly #modules: ReadonlySet<string>;
  readonly #texts: ReadonlyMap<string, string>;

  constructor(files: readonly FileVersions[]) {
    const code = files.filter(({ path, previousPath = path }) => !isTestFile(previousPath) && !isTestFile(path));
    const kept = new Set(files.flatMap(({ after }) => listDeclared(after)));
    this.#names = new Set(code.flatMap(({ before }) => listDeclared(before)).filter((name) => !kept.has(name)));
    this.#modules = new Set(
      code.flatMap(({ path, before, after }) =>
        before !== undefined && after === undefined ? [withoutExtension(path)] : [],
      ),
    );
    this.#texts = new Map(files.map(({ path, previousPath = path, before = '' }) => [previousPath, before]));
  }

  /** What the change removes of the code that a test needs; `undefined` if there is nothing. */
  find({ calls, file }: LocatedTest): string | undefined {
    const names = [...calls].flatMap((call) => call.split('.'));
    return names.find((name) => this.#names.has(name)) ?? this.#findModule(file);
  }

  /** The removed module that the file of a test imports. */
  #findModule(file: string): string | undefined {
    if (this.#modules.size === 0) return undefined;
    const folder = posix.dirname(file);
    for (const [, name = ''] of (this.#texts.get(file) ?? '').matchAll(
      /(?:from|import|require\()\s*["']([^"']+)["']/g,
    )) {
      const path = withoutExtension(posix.join(folder, name));
      const found = name.startsWith('.') ? [path, `${path}/index`].find((one) => this.#modules.has(one)) : undefined;
      if (found !== undefined) return found;
    }
    for (const [, name = ''] of (this.#texts.get(file) ?? '').matchAll(/^\s*(?:from|import)\s+([\w.]+)/gm)) {
      const path = name.replaceAll('.', '/');
      const found = [...this.#modules].find(
        (one) => one === path || one.endsWith(`/${path}`) || one === `${path}/__init__`,
      );
      if (found !== undefined && path !== '') return found;
    }
    return undefined;
  }
}

function isTestFile(path: string): boolean {
  return testLanguageOf(path)?.isTestPath(path) === true;
}

function listDeclared(text: string | undefined): readonly string[] {
  return [...(text ?? '').matchAll(DECLARATION)].flatMap(([, name = '']) => (name.length < MIN_LENGTH ? [] : [name]));
}

function withoutExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$|\.py$|\.go$/, '');
}
