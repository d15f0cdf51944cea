import {
  ASTERISK,
  AT_SIGN,
  byteAt,
  classAt,
  EQUALS,
  isWordStart,
  LESS_THAN,
  OPEN_CURLY,
  OPEN_SQUARE,
  QUOTE,
} from './characters';
import { readBinding } from './bindings';
import { readExportImport, readExportNames, readExportStar } from './clauses';
import { emit, wantDeclarations } from './events';
import {
  CLASS,
  CONST,
  DECLARATION,
  DEFAULT_EXPORT,
  ENUM,
  EXPORT_ASSIGNMENT,
  EXPORTED,
  FUNCTION,
  HAS_EXPORT_STATEMENT,
  INTERFACE,
  IS_MODULE,
  LET,
  NAMESPACE,
  NO_KIND,
  TYPE,
  TYPE_ONLY,
  VALUE,
  VAR,
} from './layout';
import { doubt, State } from './state';
import { isWord, wordEnd, wordIs } from './tokens';
import { skipSpace } from './trivia';
import { loneNameEnd } from './words';

/**
 * Reads a declaration that starts with the word at `from`, `flags` on its names. Answers the byte behind its name (the
 * main loop reads on from there); 0 where the word declares nothing.
 */
export function readDeclaration(from: usize, flags: u32): usize {
  const end = wordEnd(from);
  if (end == 0) return 0;
  switch (byteAt(from)) {
    case 0x63: // c
      if (isWord(from, end, 'const')) return readConst(end, flags);
      if (isWord(from, end, 'class')) return readNamed(end, CLASS | flags);
      return 0;
    case 0x66: // f
      return isWord(from, end, 'function') ? readFunction(end, FUNCTION | flags) : 0;
    case 0x69: // i
      return isWord(from, end, 'interface') ? readContextual(end, INTERFACE | flags) : 0;
    case 0x74: // t
      return isWord(from, end, 'type') ? readTypeAlias(end, flags) : 0;
    case 0x65: // e
      return isWord(from, end, 'enum') ? readNamed(end, ENUM | flags) : 0;
    case 0x6c: // l
      return isWord(from, end, 'let') ? readVariables(end, LET | flags, true) : 0;
    case 0x76: // v
      return isWord(from, end, 'var') ? readVariables(end, VAR | flags, true) : 0;
    case 0x6e: // n
      return isWord(from, end, 'namespace') ? readContextual(end, NAMESPACE | flags) : 0;
    case 0x6d: // m
      return isWord(from, end, 'module') ? readModule(end, flags) : 0;
    case 0x61: // a
      if (isWord(from, end, 'async') && isOnSameLine(end, 'function')) return readFunction(afterWord, FUNCTION | flags);
      if (isWord(from, end, 'await') && isOnSameLine(end, 'using')) {
        return readContextualVariables(afterWord, CONST | flags);
      }
      if (isWord(from, end, 'abstract') && isOnSameLine(end, 'class')) return readNamed(afterWord, CLASS | flags);
      return 0;
    case 0x64: // d
      return isWord(from, end, 'declare') ? readDeclare(end, flags) : 0;
    case 0x75: // u
      return isWord(from, end, 'using') ? readContextualVariables(end, CONST | flags) : 0;
    default:
      return 0;
  }
}

/** The byte behind the word that `isOnSameLine` found. */
let afterWord: usize = 0;

function isOnSameLine(from: usize, word: string): bool {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !wordIs(at, word)) return false;
  afterWord = at + word.length;
  return true;
}

function readNamed(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || !isWordStart(at)) return 0;
  const end = wordEnd(at);
  if (end == 0) return 0;
  emit(DECLARATION | tag, at, end, 0, 0, at);
  State.last = end - 1;
  return end;
}

/** A name on the same line, behind a word that is otherwise a name itself. */
function readContextual(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStart(at)) return 0;
  return readNamed(from, tag);
}

/** `module a`, or `module 'a'`, inside which imports and exports are read. */
function readModule(from: usize, flags: u32): usize {
  if (classAt(skipSpace(from)) == QUOTE) State.declaresModules = true;
  return readContextual(from, NAMESPACE | flags);
}

function readFunction(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0) return 0;
  return readNamed(byteAt(at) == ASTERISK ? at + 1 : from, tag);
}

function readTypeAlias(from: usize, flags: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStart(at)) return 0;
  const end = wordEnd(at);
  const next = skipSpace(end);
  if (next == 0 || (byteAt(next) != EQUALS && byteAt(next) != LESS_THAN)) return 0;
  return readNamed(from, TYPE | flags);
}

function readConst(from: usize, flags: u32): usize {
  const at = skipSpace(from);
  if (at == 0) return 0;
  if (wordIs(at, 'enum')) return readNamed(at + 4, ENUM | flags);
  return readVariables(from, CONST | flags, false);
}

function readVariables(from: usize, tag: u32, declaresVariables: bool): usize {
  const at = skipSpace(from);
  if (at == 0) return 0;
  if (!isWordStart(at) && byteAt(at) != OPEN_CURLY && byteAt(at) != OPEN_SQUARE) return 0;
  State.declared = tag;
  State.declaresVariables = declaresVariables;
  return readBinding(at);
}

function readContextualVariables(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStart(at) || wordIs(at, 'in') || wordIs(at, 'instanceof')) return 0;
  return readVariables(from, tag, false);
}

/** `declare` in front of a declaration; `declare module 'x'` and `declare global` declare no name of the file. */
function readDeclare(from: usize, flags: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStart(at)) return 0;
  const end = readDeclaration(at, flags);
  // Without an initializer, so also for `const`.
  State.declaresVariables = true;
  return end;
}

/** Reads an export declaration from behind `export`. Answers the byte to read on from; 0 in doubt. */
export function readExport(word: usize, behind: usize): usize {
  const at = skipSpace(behind);
  if (at == 0) return 0;
  State.last = behind - 1;
  const byte = byteAt(at);
  let end: usize = 0;
  if (byte == OPEN_CURLY) end = readExportNames(at, 0, true);
  else if (byte == ASTERISK) end = readExportStar(at, 0, true);
  else if (byte == EQUALS) return readExportAssignment(word, at);
  else if (isWordStart(at)) return readExportedDeclaration(at);
  if (end == 0) return doubt(40);
  State.last = end - 1;
  return end;
}

function readExportedDeclaration(at: usize): usize {
  if (wordIs(at, 'default')) return readDefault(at);
  let end: usize = 0;
  if (wordIs(at, 'type')) {
    const next = skipSpace(at + 4);
    if (next == 0) return 0;
    if (byteAt(next) == OPEN_CURLY) end = readExportNames(next, TYPE_ONLY, true);
    else if (byteAt(next) == ASTERISK) end = readExportStar(next, TYPE_ONLY, true);
  }
  if (end == 0) {
    if (wordIs(at, 'import')) {
      const next = skipSpace(at + 6);
      end = next == 0 ? 0 : readExportImport(next);
    } else if (wordIs(at, 'as')) {
      const next = skipSpace(at + 2);
      return next != 0 && wordIs(next, 'namespace') ? next + 9 : doubt(41);
    } else {
      end = readDeclaration(at, EXPORTED);
      if (end != 0) State.found |= IS_MODULE;
      // `readBinding` has said what the last token is.
      if (end != 0 && State.declaring) return end;
    }
  }
  if (end == 0) return doubt(42);
  State.last = end - 1;
  return end;
}

/** `export = name`; a name that is a namespace too gives its members, which only the full parser lists. */
function readExportAssignment(word: usize, equals: usize): usize {
  const value = skipSpace(equals + 1);
  if (value == 0) return 0;
  State.found |= IS_MODULE | HAS_EXPORT_STATEMENT;
  const end = loneNameEnd(value);
  if (end == 0) emit(EXPORT_ASSIGNMENT | VALUE, 0, 0, 0, 0, word);
  else emit(EXPORT_ASSIGNMENT | NO_KIND, value, end, 0, 0, word);
  State.last = equals;
  return equals + 1;
}

function readDefault(keyword: usize): usize {
  State.found |= IS_MODULE;
  const behind = keyword + 7;
  State.last = behind - 1;
  let at = skipSpace(behind);
  if (at == 0) return 0;
  if (byteAt(at) == AT_SIGN) return doubt(43);
  if (isWordStart(at)) {
    if (wordIs(at, 'abstract') && isOnSameLine(at + 8, 'class')) return readDefaultNamed(keyword, afterWord, CLASS);
    if (wordIs(at, 'class')) return readDefaultNamed(keyword, at + 5, CLASS);
    if (wordIs(at, 'async') && isOnSameLine(at + 5, 'function')) at = afterWord - 8;
    if (wordIs(at, 'function')) {
      const next = skipSpace(at + 8);
      if (next == 0) return 0;
      return readDefaultNamed(keyword, byteAt(next) == ASTERISK ? next + 1 : at + 8, FUNCTION);
    }
    if (wordIs(at, 'interface')) {
      const next = skipSpace(at + 9);
      if (next == 0) return 0;
      if (isWordStart(next) && !State.sawLineEnd) return readDefaultNamed(keyword, at + 9, INTERFACE);
    }
    if (isOddDefault(at)) return doubt(44);
  }
  State.found |= HAS_EXPORT_STATEMENT;
  const end = loneNameEnd(at);
  if (end == 0) emit(DEFAULT_EXPORT | VALUE, 0, 0, 0, 0, keyword);
  else emit(DEFAULT_EXPORT | NO_KIND, at, end, 0, 0, keyword);
  return behind;
}

/** Declarations that may not stand behind `default`; TypeScript reads some of them all the same. */
function isOddDefault(at: usize): bool {
  return (
    wordIs(at, 'const') ||
    wordIs(at, 'let') ||
    wordIs(at, 'var') ||
    wordIs(at, 'enum') ||
    wordIs(at, 'type') ||
    wordIs(at, 'namespace') ||
    wordIs(at, 'module') ||
    wordIs(at, 'declare') ||
    wordIs(at, 'import') ||
    wordIs(at, 'export')
  );
}

/** `export default` of a declaration, whose name may be left out. */
function readDefaultNamed(keyword: usize, behind: usize, kind: u32): usize {
  const at = skipSpace(behind);
  if (at == 0) return 0;
  State.last = behind - 1;
  if (!isWordStart(at) || wordIs(at, 'extends') || wordIs(at, 'implements')) {
    emit(DEFAULT_EXPORT | kind, 0, 0, 0, 0, keyword);
    return behind;
  }
  const end = wordEnd(at);
  if (end == 0) return 0;
  emit(DECLARATION | kind, at, end, 0, 0, at);
  emit(DEFAULT_EXPORT | kind, at, end, 0, 0, at);
  State.last = end - 1;
  return end;
}
