import { isPathPattern } from '../globs/path-matcher.ts';

/** A path in a text, with the position after it. */
export interface WrittenPath {
  readonly path: string;
  readonly isPattern: boolean;
}

const SEGMENT = String.raw`[\w.@()[\]*$+~{},-]+`;
const PATH = new RegExp(`^(?:${SEGMENT}/)*${SEGMENT}/?$`, 'u');
const NAME_WITH_EXTENSION = /^[\w.@()[\]*$+{},-]*\.[A-Za-z][\w*]{0,11}$/;
const BARE_NAMES =
  /^(?:Makefile|Dockerfile|Justfile|Procfile|Gemfile|Rakefile|LICENSE|CODEOWNERS|\.[a-z][\w.-]*|go\.(?:mod|sum)|justfile)$/;
/** Products and members with the form of a file name. */
const NO_FILE =
  /^(?:(?:Node|Next|Nuxt|Vue|React|Express|Nest|Three|D3|Chart|Alpine|Ember|Electron|Discord)\.js|\.(?:NET|env\.\w+\(\))|[A-Za-z_$][\w$]*\.[a-z]+[A-Z]\w*)$/;
const EXTENSIONS =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|json[c5l]?|ya?ml|toml|mdx?|txt|css|s[ac]ss|less|html?|xml|svg|png|jpe?g|gif|ico|webp|sql|prisma|graphql|gql|proto|pyi?|ipynb|rb|go|mod|sum|rs|java|kts?|swift|cs|fs|cpp|cc|c|h|hpp|php|exs?|dart|lua|sh|bash|zsh|ps1|bat|cmd|env|example|ini|cfg|conf|config|lock|lockb|tf|gradle|csproj|sln|http|hbs|ejs|snap|csv|tsv|plist|xcprivacy|entitlements|service|template|tmpl|dot|wasm|gd|tscn|tres|webmanifest|snippet|local|production|test|cjs|po|pot|fish|nix|cabal|hs|ml|clj|scala|sbt|zig|nim|r|jl|m|mm|feature|spec|patch|diff|pdf|lua|vim|el|rst|adoc|tex|bib|gitkeep|keep)$/i;

/**
 * A text as a path of the workspace; `undefined` if it is none. Removes line numbers, anchors and a leading `./`. A path that
 * leaves the workspace is none.
 */
export function toWrittenPath(text: string): WrittenPath | undefined {
  const bare = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/(?::(?:L)?\d+(?:[-–:,]\s*(?:L)?~?\d+)*|#L\d+(?:-L?\d+)?|::[\w:[\]-]+|#[\w-]+|:\d+[+~]?)+$/, '')
    .replace(/^(?:\.\/)+/, '');
  if (bare === '' || bare.length > 300 || !PATH.test(bare) || NO_FILE.test(bare)) return undefined;
  if (/^[~/]|^[A-Za-z]:\//.test(bare) || bare.split('/').some((part) => /^\.{2,}$/.test(part))) return undefined;
  if (/^@[\w-]+\/[\w.-]+$/.test(bare) || /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|dev|net|ai|app)\//i.test(bare)) {
    return undefined;
  }
  const name = bare.split('/').at(-1) ?? '';
  const hasFolder = bare.includes('/');
  const isFile = NAME_WITH_EXTENSION.test(name) || BARE_NAMES.test(name);
  if (!hasFolder && !(BARE_NAMES.test(name) || EXTENSIONS.test(name))) return undefined;
  if (hasFolder && !isFile && !bare.endsWith('/') && !isPathPattern(bare) && !isFolderLike(bare)) return undefined;
  return { path: bare, isPattern: isPathPattern(bare) };
}

/** `and/or` and `read/write` are no paths. A folder has a usual first name, several levels, or a file without extension. */
function isFolderLike(path: string): boolean {
  return (
    path.split('/').length > 2 ||
    /^(?:\.?[\w-]*(?:src|lib|test|tests|docs?|scripts?|bin|app|apps|packages?|internal|cmd|pkg|server|client|web|api|config|tools|skills|hooks|evals|components|examples|public|assets|migrations))\//.test(
      path,
    )
  );
}

/** `a/{b,c}.ts` is two paths. */
export function expandBraces(path: string): readonly string[] {
  const [all, before = '', inside = '', after = ''] = /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(path) ?? [];
  if (all === undefined) return [path];
  return inside.split(',').flatMap((one) => expandBraces(`${before}${one.trim()}${after}`));
}

/** Files at the root of a repository, whose names follow other paths in a list. */
const ROOT_FILES =
  /^(?:package(?:-lock)?\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml|yarn\.lock|bun\.lockb?|tsconfig\.json|go\.(?:mod|sum)|Cargo\.(?:toml|lock)|pyproject\.toml|uv\.lock|Makefile|Dockerfile|docker-compose\.ya?ml|README\.md|CHANGELOG\.md|AGENTS\.md|CLAUDE\.md|\.gitignore|\.env(?:\.\w+)?)$/;

/** A bare file name is in the folder of the path before it in the same line. */
export function placeBareName(path: string, previous: string | undefined, isNew: boolean): string {
  if (path.includes('/') || previous === undefined || !previous.includes('/')) return path;
  if (!isNew && ROOT_FILES.test(path)) return path;
  return `${previous.slice(0, previous.lastIndexOf('/') + 1)}${path}`;
}

/** Modules whose exports Holdfast reads. */
export function isReadModule(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|vue|svelte|astro|py|go)$/i.test(path) && !/\.d\.[cm]?ts$/i.test(path);
}
