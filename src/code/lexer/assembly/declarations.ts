import {
  ASTERISK,
  AT_SIGN,
  byteAt,
  classAt,
  EQUALS,
  isWordStartAt,
  LESS_THAN,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE_CLASS,
} from './characters';
import { readBinding } from './bindings';
import { readExportImport, readExportNames, readExportStar } from './clauses';
import { emit } from './events';
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
} from './format';
import { DECORATED_DEFAULT_EXPORT, UNEXPECTED_DEFAULT_EXPORT, UNEXPECTED_EXPORT } from './reasons';
import { requireParser, State } from './state';
import { equalsText, wordEnd, isWordAt } from './tokens';
import { skipSpace } from './trivia';
import { singleNameEnd } from './words';

/**
 * Reads a declaration up to its name, and emits the name with `flags`. Returns the byte after the name, where the main
 * loop continues; 0 if the word at `from` does not begin a declaration.
 */
export function readDeclaration(from: usize, flags: u32): usize {
  const end = wordEnd(from);
  if (end == 0) return 0;
  switch (byteAt(from)) {
    case 0x63: // c
      if (equalsText(from, end, 'const')) return readConst(end, flags);
      if (equalsText(from, end, 'class')) return readNamed(end, CLASS | flags);
      return 0;
    case 0x66: // f
      return equalsText(from, end, 'function') ? readFunction(end, FUNCTION | flags) : 0;
    case 0x69: // i
      return equalsText(from, end, 'interface') ? readContextual(end, INTERFACE | flags) : 0;
    case 0x74: // t
      return equalsText(from, end, 'type') ? readTypeAlias(end, flags) : 0;
    case 0x65: // e
      return equalsText(from, end, 'enum') ? readNamed(end, ENUM | flags) : 0;
    case 0x6c: // l
      return equalsText(from, end, 'let') ? readVariables(end, LET | flags, true) : 0;
    case 0x76: // v
      return equalsText(from, end, 'var') ? readVariables(end, VAR | flags, true) : 0;
    case 0x6e: // n
      return equalsText(from, end, 'namespace') ? readContextual(end, NAMESPACE | flags) : 0;
    case 0x6d: // m
      return equalsText(from, end, 'module') ? readModule(end, flags) : 0;
    case 0x61: // a
      if (equalsText(from, end, 'async') && isOnSameLine(end, 'function'))
        return readFunction(afterWord, FUNCTION | flags);
      if (equalsText(from, end, 'await') && isOnSameLine(end, 'using')) {
        return readContextualVariables(afterWord, CONST | flags);
      }
      if (equalsText(from, end, 'abstract') && isOnSameLine(end, 'class')) return readNamed(afterWord, CLASS | flags);
      return 0;
    case 0x64: // d
      return equalsText(from, end, 'declare') ? readDeclare(end, flags) : 0;
    case 0x75: // u
      return equalsText(from, end, 'using') ? readContextualVariables(end, CONST | flags) : 0;
    default:
      return 0;
  }
}

/** The byte after the word that `isOnSameLine` last found. */
let afterWord: usize = 0;

/** Whether the next token is a word on the same line. */
function isOnSameLine(from: usize, word: string): bool {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordAt(at, word)) return false;
  afterWord = at + word.length;
  return true;
}

function readNamed(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || !isWordStartAt(at)) return 0;
  const end = wordEnd(at);
  if (end == 0) return 0;
  emit(DECLARATION | tag, at, end, 0, 0, at);
  State.last = end - 1;
  return end;
}

/** Reads a name after a contextual keyword. On another line, the keyword would be a name itself. */
function readContextual(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStartAt(at)) return 0;
  return readNamed(from, tag);
}

/** Reads `module a` or `module 'a'`. Imports and exports inside the latter are read too. */
function readModule(from: usize, flags: u32): usize {
  if (classAt(skipSpace(from)) == QUOTE_CLASS) State.declaresModules = true;
  return readContextual(from, NAMESPACE | flags);
}

function readFunction(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0) return 0;
  return readNamed(byteAt(at) == ASTERISK ? at + 1 : from, tag);
}

function readTypeAlias(from: usize, flags: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStartAt(at)) return 0;
  const end = wordEnd(at);
  const next = skipSpace(end);
  if (next == 0 || (byteAt(next) != EQUALS && byteAt(next) != LESS_THAN)) return 0;
  return readNamed(from, TYPE | flags);
}

function readConst(from: usize, flags: u32): usize {
  const at = skipSpace(from);
  if (at == 0) return 0;
  if (isWordAt(at, 'enum')) return readNamed(at + 4, ENUM | flags);
  return readVariables(from, CONST | flags, false);
}

function readVariables(from: usize, tag: u32, declaresVariables: bool): usize {
  const at = skipSpace(from);
  if (at == 0) return 0;
  if (!isWordStartAt(at) && byteAt(at) != OPEN_BRACE && byteAt(at) != OPEN_BRACKET) return 0;
  State.declarationTag = tag;
  State.declaresVariables = declaresVariables;
  return readBinding(at);
}

function readContextualVariables(from: usize, tag: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStartAt(at) || isWordAt(at, 'in') || isWordAt(at, 'instanceof')) return 0;
  return readVariables(from, tag, false);
}

/** Reads the declaration after `declare`. `declare module 'x'` and `declare global` declare no name of the file. */
function readDeclare(from: usize, flags: u32): usize {
  const at = skipSpace(from);
  if (at == 0 || State.sawLineEnd || !isWordStartAt(at)) return 0;
  const end = readDeclaration(at, flags);
  // Ambient declarations have no initializer, not even `const`.
  State.declaresVariables = true;
  return end;
}

/** Reads an export declaration after `export`. Returns the byte to continue at; 0 if the full parser is needed. */
export function readExport(word: usize, after: usize): usize {
  const at = skipSpace(after);
  if (at == 0) return 0;
  State.last = after - 1;
  const byte = byteAt(at);
  let end: usize = 0;
  if (byte == OPEN_BRACE) end = readExportNames(at, 0, true);
  else if (byte == ASTERISK) end = readExportStar(at, 0, true);
  else if (byte == EQUALS) return readExportAssignment(word, at);
  else if (isWordStartAt(at)) return readExportedDeclaration(at);
  if (end == 0) return requireParser(UNEXPECTED_EXPORT);
  State.last = end - 1;
  return end;
}

function readExportedDeclaration(at: usize): usize {
  if (isWordAt(at, 'default')) return readDefault(at);
  let end: usize = 0;
  if (isWordAt(at, 'type')) {
    const next = skipSpace(at + 4);
    if (next == 0) return 0;
    if (byteAt(next) == OPEN_BRACE) end = readExportNames(next, TYPE_ONLY, true);
    else if (byteAt(next) == ASTERISK) end = readExportStar(next, TYPE_ONLY, true);
  }
  if (end == 0) {
    if (isWordAt(at, 'import')) {
      const next = skipSpace(at + 6);
      end = next == 0 ? 0 : readExportImport(next);
    } else if (isWordAt(at, 'as')) {
      const next = skipSpace(at + 2);
      return next != 0 && isWordAt(next, 'namespace') ? next + 9 : requireParser(UNEXPECTED_EXPORT);
    } else {
      end = readDeclaration(at, EXPORTED);
      if (end != 0) State.textFlags |= IS_MODULE;
      // `readBinding` has set `State.last`.
      if (end != 0 && State.declarationState) return end;
    }
  }
  if (end == 0) return requireParser(UNEXPECTED_EXPORT);
  State.last = end - 1;
  return end;
}

/** Reads `export = name` or `export = value`. `finish` leaves the members of a namespace to the full parser. */
function readExportAssignment(word: usize, equals: usize): usize {
  const value = skipSpace(equals + 1);
  if (value == 0) return 0;
  State.textFlags |= IS_MODULE | HAS_EXPORT_STATEMENT;
  const end = singleNameEnd(value);
  if (end == 0) emit(EXPORT_ASSIGNMENT | VALUE, 0, 0, 0, 0, word);
  else emit(EXPORT_ASSIGNMENT | NO_KIND, value, end, 0, 0, word);
  State.last = equals;
  return equals + 1;
}

function readDefault(keyword: usize): usize {
  State.textFlags |= IS_MODULE;
  const after = keyword + 7;
  State.last = after - 1;
  let at = skipSpace(after);
  if (at == 0) return 0;
  if (byteAt(at) == AT_SIGN) return requireParser(DECORATED_DEFAULT_EXPORT);
  if (isWordStartAt(at)) {
    if (isWordAt(at, 'abstract') && isOnSameLine(at + 8, 'class')) return readDefaultNamed(keyword, afterWord, CLASS);
    if (isWordAt(at, 'class')) return readDefaultNamed(keyword, at + 5, CLASS);
    if (isWordAt(at, 'async') && isOnSameLine(at + 5, 'function')) at = afterWord - 8;
    if (isWordAt(at, 'function')) {
      const next = skipSpace(at + 8);
      if (next == 0) return 0;
      return readDefaultNamed(keyword, byteAt(next) == ASTERISK ? next + 1 : at + 8, FUNCTION);
    }
    if (isWordAt(at, 'interface')) {
      const next = skipSpace(at + 9);
      if (next == 0) return 0;
      if (isWordStartAt(next) && !State.sawLineEnd) return readDefaultNamed(keyword, at + 9, INTERFACE);
    }
    if (isInvalidDefault(at)) return requireParser(UNEXPECTED_DEFAULT_EXPORT);
  }
  State.textFlags |= HAS_EXPORT_STATEMENT;
  const end = singleNameEnd(at);
  if (end == 0) emit(DEFAULT_EXPORT | VALUE, 0, 0, 0, 0, keyword);
  else emit(DEFAULT_EXPORT | NO_KIND, at, end, 0, 0, keyword);
  return after;
}

/** Whether a declaration is invalid after `default`. TypeScript accepts some of these with an error. */
function isInvalidDefault(at: usize): bool {
  return (
    isWordAt(at, 'const') ||
    isWordAt(at, 'let') ||
    isWordAt(at, 'var') ||
    isWordAt(at, 'enum') ||
    isWordAt(at, 'type') ||
    isWordAt(at, 'namespace') ||
    isWordAt(at, 'module') ||
    isWordAt(at, 'declare') ||
    isWordAt(at, 'import') ||
    isWordAt(at, 'export')
  );
}

/** Reads the optional name of a declaration after `export default`. */
function readDefaultNamed(keyword: usize, after: usize, kind: u32): usize {
  const at = skipSpace(after);
  if (at == 0) return 0;
  State.last = after - 1;
  if (!isWordStartAt(at) || isWordAt(at, 'extends') || isWordAt(at, 'implements')) {
    emit(DEFAULT_EXPORT | kind, 0, 0, 0, 0, keyword);
    return after;
  }
  const end = wordEnd(at);
  if (end == 0) return 0;
  emit(DECLARATION | kind, at, end, 0, 0, at);
  emit(DEFAULT_EXPORT | kind, at, end, 0, 0, at);
  State.last = end - 1;
  return end;
}
