import { findSignature } from '../templates/sentence-signature.ts';
import { isCheckCommand, isCommand, splitCommandLine } from './check-commands.ts';
import { splitText } from './markdown-outline.ts';

/** A path that a task names. */
export interface NamedPath {
  /** As written, with `/`, without a line number. A folder ends with `/`. */
  readonly path: string;
  /**
   * `read`: the task refers to the file, or leaves it as it is. `remove`: the task deletes it. `change`: the task may change it,
   * and it may be missing afterwards, because it is moved, split or one of two choices. `unknown`:
   * its verb is of another language.
   */
  readonly role: 'write' | 'read' | 'remove' | 'change' | 'unknown';
  /** Whether the path was written as inline code. */
  readonly isCode: boolean;
}

/** An export that a task creates. */
export interface NamedExport {
  /** `name`, or `name()` for a function. */
  readonly name: string;
  /** `(text: string) => number`, if the task has all types. */
  readonly signature?: string | undefined;
}

/** What a task says in terms that can be checked. */
export interface TaskStatements {
  readonly paths: readonly NamedPath[];
  readonly exports: readonly NamedExport[];
  /** Commands that check a tree, each without shell operators. */
  readonly commands: readonly string[];
  /** Commands that are not checks, or that must fail, with the reason. */
  readonly rejected: readonly RejectedCommand[];
  /** Whether the task only runs commands: it names no file and no export outside of commands. */
  readonly isOnlyCommands: boolean;
}

export interface RejectedCommand {
  readonly command: string;
  readonly reason: string;
}

/** The text of a task with each piece of code replaced by its number between two marks, which no text contains. */
interface MarkedText {
  readonly text: string;
  readonly codes: readonly { readonly value: string; readonly start: number; readonly end: number }[];
}

const OPEN = '\uE000';
const CLOSE = '\uE001';
const CODE = `${OPEN}\\d+${CLOSE}`;

const CREATING = 'add|create|implement|export|introduce|define|write|extract|build|declare|provide|expose';
const REMOVING = 'remove|delete|drop';
/** Words between a verb and its object. A preposition ends the object. */
const OBJECT_WORD = String.raw`(?!(?:to|in|into|from|for|of|with|on|by|that|which|when|where|using|via|so|as|through|at|per|tests?|\w+ing)\b)[\w'’/-]+`;
const CREATED = new RegExp(
  `(?:^|[.;:,]\\s+|\\b(?:and|then)\\s+)(?:${CREATING})\\b(?:\\s+${OBJECT_WORD}|\\s*${CODE}|\\s*,)*\\s*$`,
  'i',
);
/** After this verb, every name is one of an export. */
const EXPORTED = new RegExp(`\\bexport\\s+(?:${CODE}|and\\b|[\\s,])*$`, 'i');
const REMOVED = new RegExp(
  `(?:^|[.;]\\s+|\\b(?:and|then)\\s+)(?:${REMOVING})\\b(?:\\s+(?:the|file|files|and|folder)\\b|\\s*${CODE}|\\s*,)*\\s*$`,
  'i',
);
/** A task that moves text out of a file changes that file. */
const MOVES_FROM = new RegExp(`\\b(?:${REMOVING}|extract|move|strip|split|migrate|export)\\b`, 'i');
const READ =
  /\b(see|per|using|uses?|via|like|against|follow(?:s|ing)?|based on|according to|as in|match(?:es|ing)?|mirror(?:s|ing)?|reus(?:e|es|ing)|import(?:s|ed|ing)?|calls?|calling|reads?|reading|consum(?:e|es|ing)|refer(?:s|ring)? to|documented in|described in|specified in|listed in|from|execut(?:e|es|ing)|runs?|running|perform|walk(?:ing)? through)\s+(?:(?:the|an?|existing|file|pattern|in)\s+)*$/i;

/** Words before a name that no other file uses. */
const NOT_EXPORTED = /\b(?:internal|private|local|inner|nested|unexported)\s+(?:[\w-]+\s+)?$/i;
const IMPLEMENTED = new RegExp(`\\bimplement\\b(?:\\s+[\\w'-]+|\\s*${CODE}|\\s*,)*\\s*$`, 'i');
/** Kinds of code that a module can export. */
const EXPORT_KIND =
  /^\W*(?:[\w-]+\s+){0,1}?(?:functions?|helpers?|hooks?|utils?|utility|utilities|constants?|stores?|selectors?|middleware|factory|resolvers?|types?|interfaces?|class(?:es)?|components?|schemas?|enums?|services?|adapters?|parsers?|validators?|models?|exports?|wrapper|predicate)\b/i;
/** What a name in code can be instead of an export. */
const OTHER_KIND =
  /^\W*(?:[\w-]+\s+){0,1}?(?:flags?|options?|fields?|propert(?:y|ies)|columns?|props?|keys?|dependenc(?:y|ies)|packages?|scripts?|settings?|env|environment|variables?|parameters?|params?|arguments?|args?|events?|headers?|tables?|lifecycle|methods?|attributes?|entr(?:y|ies)|tags?|labels?|buttons?|routes?|endpoints?|commands?|branch(?:es)?|states?|values?|errors?|index(?:es)?|cases?|handlers? registered)\b/i;

/** Reads the paths, exports and commands that a task names. Anything else stays prose. */
export function readStatements(markdown: string): TaskStatements {
  const marked = markText(markdown);
  const isOther = isOtherLanguage(marked.text.replaceAll(PLAIN_PATH, ' '));
  const commands: string[] = [];
  const rejected: RejectedCommand[] = [];
  const paths: NamedPath[] = [];
  const exports: NamedExport[] = [];
  for (const code of marked.codes) {
    const before = sentenceBefore(marked.text, code.start);
    const after = marked.text.slice(code.end);
    if (isCommand(code.value)) addCommand(code.value, marked.text, code, commands, rejected);
    else {
      const path = toPath(code.value);
      if (path !== undefined) paths.push({ path, role: roleOf(before, after, isOther), isCode: true });
      else {
        const created = createdExport(code.value, before, after, marked.codes);
        if (created !== undefined) exports.push(created);
      }
    }
  }
  for (const match of marked.text.matchAll(PLAIN_PATH)) {
    // A parenthesis that closes later is around the path.
    const isEnclosed = /^\((?![^)]*\))/.test(match[0]);
    const path = toPath(match[0].slice(isEnclosed ? 1 : 0).replace(/[.,;:]+$/, ''));
    if (path === undefined || !isFileName(path)) continue;
    const after = marked.text.slice(match.index + match[0].length);
    const role =
      isEnclosed && /^\s+\w/.test(after) ? 'read' : roleOf(sentenceBefore(marked.text, match.index), after, isOther);
    paths.push({ path, role, isCode: false });
  }
  return {
    paths,
    exports,
    commands,
    rejected,
    isOnlyCommands: commands.length + rejected.length > 0 && paths.length + exports.length === 0,
  };
}

function markText(markdown: string): MarkedText {
  let text = '';
  const codes: { value: string; start: number; end: number }[] = [];
  for (const { kind, value } of splitText(markdown)) {
    if (kind === 'text') {
      text += value.replaceAll(/[\uE000\uE001]/g, '').replaceAll(/[^\S\n]+/g, ' ');
      continue;
    }
    const mark = `${OPEN}${codes.length}${CLOSE}`;
    codes.push({ value, start: text.length, end: text.length + mark.length });
    text += mark;
  }
  return { text, codes };
}

/** The part of the sentence before a position. */
function sentenceBefore(text: string, position: number): string {
  const before = text.slice(0, position);
  const ends = [...before.matchAll(/(?<!\b(?:e\.g|i\.e|etc|vs|cf))\. |; |\n/gi)];
  return before.slice((ends.at(-1)?.index ?? -1) + 1).trimStart();
}

function addCommand(
  line: string,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  commands: string[],
  rejected: RejectedCommand[],
): void {
  const sentence = `${sentenceBefore(text, start)} ${/^[^.;\n]*/.exec(text.slice(end))?.[0] ?? ''}`;
  const mustFail =
    /\bfail(?:s|ing)?\b/i.test(sentence) && !/\b(?:no|not|zero|without|never|any)\b[^.]{0,30}\bfail/i.test(sentence);
  for (const command of splitCommandLine(line)) {
    if (!isCheckCommand(command)) {
      // A command that is only mentioned is the subject of the work.
      if (RUNNING.test(sentence)) rejected.push({ command, reason: 'it is not known as a check' });
    } else if (mustFail) rejected.push({ command, reason: 'the text says that it fails at this point' });
    else if (OTHER_FOLDER.test(text.slice(end)))
      rejected.push({ command, reason: 'the text runs it in another folder' });
    else commands.push(command);
  }
}

/** After a command: the folder that it runs in. A contract runs its commands at the root. */
const OTHER_FOLDER = new RegExp(
  `^\\s*(?:in|inside|from|within)\\s+(?:the\\s+)?(?:${CODE}|[\\w./-]+)\\s+(?:director(?:y|ies)|folders?|package|workspace)\\b`,
  'i',
);

const RUNNING = /\b(?:re-?)?(?:runs?|running|execut(?:e|es|ing)|verify|verifies|validate)\b/i;

const PLAIN_PATH =
  /(?<![\w@/.:~$\\-])(?:(?:[\w.@()[\]-]+\/)+[\w.()[\]-]*\.[A-Za-z]\w{0,9}|package\.json|tsconfig\.json|pyproject\.toml|requirements\.txt|(?:README|CHANGELOG|CONTRIBUTING)\.md|\.(?:gitignore|env\.example|nvmrc|editorconfig))\b/g;
const PATH = /^(?:\.\/)?(?:[\w.@()[\]*$+-]+\/)*[\w.@()[\]*$+-]+\/?$/;
const DOMAIN = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|io|dev|net|ai|app)\//i;

/** Products with the name of a file. */
const PRODUCT = /^(?:Node|Next|Nuxt|Vue|React|Express|Nest|Three|D3|Chart|Alpine|Ember|Electron|Discord)\.js$/i;

/** A text as a path; `undefined` if it is no path of the workspace. A line number at its end is removed. */
function toPath(text: string): string | undefined {
  const bare = text
    .replaceAll('\\', '/')
    .replace(/:\d+(?:[-:]\d+)*$/, '')
    .replace(/^\.\//, '');
  if (
    !PATH.test(bare) ||
    DOMAIN.test(bare) ||
    /^@[\w-]+\/[\w-]+$/.test(bare) ||
    // `a.ts/.js` is a file or another one.
    /\.\w+\/\.\w+$/.test(bare) ||
    bare.split('/').some((part) => /^\.{2,}$/.test(part))
  ) {
    return undefined;
  }
  return bare.includes('/') || (isFileName(bare) && !PRODUCT.test(bare)) ? bare : undefined;
}

/** Whether the last part of a path has the form of a file name with an extension. `authClient.signIn` has not. */
function isFileName(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  if (/^\.(?:env|gitignore|npmrc|nvmrc|editorconfig|eslintrc|prettierrc|dockerignore)/.test(name)) return true;
  return EXTENSIONS.test(name);
}

const EXTENSIONS =
  /^[\w.@()[\]*$+-]*\.(?:[cm]?[jt]sx?|vue|svelte|astro|json[c5]?|ya?ml|toml|md|mdx|txt|css|scss|sass|less|html?|xml|svg|png|jpe?g|gif|ico|sql|prisma|graphql|gql|proto|py|pyi|rb|go|rs|java|kt|kts|swift|cs|fs|cpp|cc|c|h|hpp|php|ex|exs|dart|lua|sh|bash|ps1|bat|env|ini|cfg|conf|lock|tf|gradle|csproj|sln|http|hbs|ejs|snap|csv|example)$/i;

/** `Write \`text\` to the file`: the program writes it, not the task. */
const WRITTEN_BY_PROGRAM = new RegExp(`\\b(?:write|save|store|persist|log|emit)\\s+${CODE}\\s+to\\s*$`, 'i');

/** A clause that continues: no comma before a new verb, and no contrast. */
const CLAUSE = `(?:(?!,\\s+(?!(?:or|nor|and)\\b)[\\w(]+\\s|:\\s|\\bbut\\b|—)[^])*`;
/** "Do not touch", "without": the task leaves the file as it is. */
const NEGATED = new RegExp(
  `(?:\\b(?:do(?:es)?|must|sh(?:ould|all)|may|can|will|is|are)\\s+not|\\b(?:don|doesn|mustn|shouldn|won|isn)['’]t|\\b(?:cannot|never|without|avoid|leave|except|nor|other than))\\b${CLAUSE}$`,
  'i',
);
const GONE_VERB =
  'renam(?:es?|ed|ing)|mov(?:es?|ed|ing)|relocat(?:es?|ed|ing)|splits?|splitting|replac(?:es?|ed|ing)|supersed(?:es?|ed|ing)|convert(?:s|ed|ing)?|migrat(?:es?|ed|ing)|merg(?:es?|ed|ing)|inlin(?:es?|ed|ing)|fold(?:s|ed|ing)?|consolidat(?:es?|ed|ing)|combin(?:es?|ed|ing)|rewrit(?:es?|ing)|rewritten|port(?:s|ed|ing)?|transform(?:s|ed|ing)?|retir(?:es?|ed|ing)|phas(?:es?|ed|ing) out';
/** The object of these verbs may be gone afterwards, up to the word that names the result. */
const GONE = new RegExp(
  `\\b(?:${GONE_VERB})\\b(?:(?!\\b(?:to|into|onto|with|by|as|in favou?r of|(?:and|then)\\s+(?:${CREATING}|update|extend|modify|fix|wire|use))\\b|→|[-=]>|,\\s+(?!(?:or|and)\\b)[\\w(]+\\s)[^])*$`,
  'i',
);
/** Before a file that is there no longer, that is an example, or that is the second of two choices. */
const MAYBE_BEFORE =
  /\b(?:instead of|in place of|rather than|formerly|previously|was|e\.g\.|i\.e\.|for example|such as|if (?:it |they )?exists?:?|or(?:,? (?:later|better|else|alternatively),?)?)\s*(?:(?:the|an?|in|creat\w+|us\w+)\s+)*$/i;
/** After it: "is gone", "→", "or". */
const MAYBE_AFTER =
  /^\s*(?:→|[-=]>|,?\s*or\b|,?\s*(?:which\s+|that\s+)?(?:(?:file|files|module)\s+)?(?:(?:is|are|was|were|has been|have been|must be|should be|will be|gets?)\s+)(?:(?:now|then|already|later)\s+)*(?:gone|removed|deleted|dropped|retired|renamed|moved|replaced|superseded|merged|split|inlined|obsolete|unused|no longer)\b)/i;
/** After it: "must not be touched", "is left alone". */
const UNTOUCHED_AFTER =
  /^\s*(?:(?:is|are|was|were|must|sh(?:ould|all)|may|can|will|do|does)\s+not\b|(?:stays?|remains?|(?:is|are) left)\s+(?:alone|untouched|unchanged|as (?:it|they))\b)/i;

/** Words of other languages that no English text has. */
const OTHER_LANGUAGE =
  /(?<![\w/])(?:de|del|los|las|para|und|der|das|mit|les|des|dans|pour|avec|een|het|voor|naar|della|nel|uma|ao|dos|nas)(?![\w/])/gi;
const ENGLISH = /(?<![\w/])(?:the|and|to|of|for|with|in|from|an?|is)(?![\w/])/gi;

/** Whether the verbs of a text are not those that are read here. */
function isOtherLanguage(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(/[^\P{L}A-Za-z]/gu)?.length ?? 0;
  const foreign = text.match(OTHER_LANGUAGE)?.length ?? 0;
  const english = text.match(ENGLISH)?.length ?? 0;
  return others * 5 > letters || (others * 50 > letters && english === 0) || foreign > english;
}

/** Verbs of other languages that make a file, before and after it. Any other verb may move or remove the file. */
const MADE_BEFORE =
  /(?:\b(?:crear?|criar?|cr[ée]e[rz]?|ajoute[rz]?|añadir|agregar|adicionar|implement(?:ar|ieren?)|implémente[rz]?|erstelle[nt]?|toevoegen|maak|aggiungere|creare)\b|созда|добав|реализ|创建|新建|新增|添加|编写|实现|建立|建立|實作|新規)[^，,;；.。\n]*$/iu;
const MADE_AFTER = new RegExp(
  `^(?:(?!から)[^，,;；.。\\n${OPEN}${CLOSE}]){0,24}?(?:作成|追加|新設|新規|実装|定義|생성|추가|작성|구현|新建|创建|新增|添加|erstellen|anlegen|hinzufügen|implementieren)`,
  'u',
);

function roleOf(before: string, after: string, isOther: boolean): NamedPath['role'] {
  const role = roleOfEnglish(before, after);
  return isOther && role === 'write' && !MADE_BEFORE.test(before) && !MADE_AFTER.test(after) ? 'unknown' : role;
}

function roleOfEnglish(before: string, after: string): NamedPath['role'] {
  if (REMOVED.test(before)) return 'remove';
  if (WRITTEN_BY_PROGRAM.test(before) || NEGATED.test(before) || UNTOUCHED_AFTER.test(after)) return 'read';
  const word = READ.exec(before)?.[1]?.toLowerCase();
  const isGone = GONE.test(before);
  if (word !== undefined && (word !== 'from' || !(isGone || MOVES_FROM.test(before)))) return 'read';
  return isGone || MAYBE_BEFORE.test(before) || MAYBE_AFTER.test(after) ? 'change' : 'write';
}

/** The export that a piece of code names, if the text creates it. */
function createdExport(
  code: string,
  before: string,
  after: string,
  codes: readonly { readonly value: string }[],
): NamedExport | undefined {
  const element = /^<([A-Z]\w*)(?:\s[^<>]*)?\/?>$/.exec(code)?.[1];
  const text = element ?? code;
  const [, name = '', call] = /^([A-Za-z_$][\w$]*)(?:<[^()]*>)?(\([^]*)?$/.exec(text) ?? [];
  if (name === '' || !CREATED.test(before) || NOT_EXPORTED.test(before)) return undefined;
  const rest = after.replace(/^\s*\([^()]*\)/, '');
  if (OTHER_KIND.test(rest) || isAddedToMember(rest, codes)) return undefined;
  if (call !== undefined) {
    const signature = findSignature(code)?.signature;
    return signature === undefined ? { name: `${name}()` } : { name: `${name}()`, signature };
  }
  if (element !== undefined || EXPORT_KIND.test(rest) || EXPORTED.test(before)) return { name };
  // A class implements an interface that exists.
  if (IMPLEMENTED.test(before)) return undefined;
  return /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+$/.test(name) ? { name } : undefined;
}

/** `to X`, where X is no path: the name is a member of X. */
function isAddedToMember(rest: string, codes: readonly { readonly value: string }[]): boolean {
  const target = new RegExp(
    `^[\\s,]*(?:(?:and\\s+)?${CODE}[\\s,]*)*(?:[\\w-]+\\s+){0,2}?(?:to|on)\\s+(?:[\\w-]+\\s+){0,2}?(?:${OPEN}(\\d+)${CLOSE}|\\w)`,
    'i',
  ).exec(rest);
  if (target === null) return false;
  const value = target[1] === undefined ? undefined : codes[Number(target[1])]?.value;
  return value === undefined ? !/\b(?:to|on)\s+[\w.-]+\//.test(rest) : toPath(value) === undefined;
}
