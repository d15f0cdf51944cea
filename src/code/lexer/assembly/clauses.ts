import {
  ASTERISK,
  byteAt,
  classAt,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COMMA,
  EQUALS,
  BACKTICK,
  isWordStartAt,
  OPEN_BRACE,
  OPEN_PAREN,
  QUOTE_CLASS,
} from './characters';
import { dropFrom, emit, eventCount, reportDeclarations } from './events';
import {
  CLAUSE_NAME,
  EXPORT_IMPORT,
  EXPORT_LIST,
  HAS_EXPORT_STATEMENT,
  IMPORT,
  IS_MODULE,
  REEXPORT,
  REQUIRE,
  STAR_EXPORT,
  STATIC,
  TYPE_ONLY,
  TYPES_ONLY,
} from './format';
import { UNEXPECTED_EXPORT_IMPORT } from './reasons';
import { requireParser, State } from './state';
import { plainStringEnd, wordEnd, isWordAt } from './tokens';
import { skipSpace } from './trivia';

// The readers below return the byte after what they read, or 0 if the text has another form. The caller decides whether
// that needs the full parser: inside brackets, `import` can be the name of a property.

/** Reads `{ a, b as c, type d, default as e, 'f g' as h }` from its brace, and emits an event for each name. */
function readNames(open: usize, flags: u32): usize {
  let at = skipSpace(open + 1);
  while (at != 0) {
    if (byteAt(at) == CLOSE_BRACE) return at + 1;
    at = readName(at, flags);
    if (at == 0) return 0;
    at = skipSpace(at);
    if (at == 0) return 0;
    if (byteAt(at) == COMMA) at = skipSpace(at + 1);
    else if (byteAt(at) != CLOSE_BRACE) return 0;
  }
  return 0;
}

/** The positions of the words of one entry, at most four: `type a as b`. */
const WORDS_START = memory.data(16);
const WORDS_END = memory.data(16);

function readName(from: usize, outerFlags: u32): usize {
  let count: usize = 0;
  let at = from;
  let end = from;
  while (count < 4 && (isWordStartAt(at) || classAt(at) == QUOTE_CLASS)) {
    end = classAt(at) == QUOTE_CLASS ? plainStringEnd(at) : wordEnd(at);
    if (end == 0) return 0;
    store<u32>(WORDS_START + (count << 2), <u32>at);
    store<u32>(WORDS_END + (count << 2), <u32>end);
    count++;
    at = skipSpace(end);
    if (at == 0) return 0;
  }
  let flags = outerFlags;
  let first: usize = 0;
  if (count == 2 || count == 4) {
    // `type a` and `type a as b`. The full parser reads `a as` and `type as`.
    if (!isWordAt(load<u32>(WORDS_START), 'type') || isWordAt(load<u32>(WORDS_START, 4), 'as')) return 0;
    flags |= TYPE_ONLY;
    first = 1;
  } else if (count == 0) return 0;
  const start = <usize>load<u32>(WORDS_START + (first << 2));
  const stop = <usize>load<u32>(WORDS_END + (first << 2));
  if (count < 3) {
    emitName(flags, start, stop, start, stop);
    return end;
  }
  if (!isWordAt(load<u32>(WORDS_START + ((first + 1) << 2)), 'as')) return 0;
  const aliasStart = <usize>load<u32>(WORDS_START + ((first + 2) << 2));
  emitName(flags, start, stop, aliasStart, end);
  return end;
}

function emitName(flags: u32, from: usize, to: usize, alias: usize, aliasEnd: usize): void {
  const quoted: usize = classAt(from) == QUOTE_CLASS ? 1 : 0;
  const aliasQuoted: usize = classAt(alias) == QUOTE_CLASS ? 1 : 0;
  emit(CLAUSE_NAME | flags, from + quoted, to - quoted, alias + aliasQuoted, aliasEnd - aliasQuoted, alias);
}

/** Reads `from 'x'` and emits the event of the statement. */
function readFrom(from: usize, tag: u32): usize {
  if (!isWordAt(from, 'from')) return 0;
  const at = skipSpace(from + 4);
  return at == 0 ? 0 : readSpecifier(at, tag);
}

function readSpecifier(at: usize, tag: u32): usize {
  if (classAt(at) != QUOTE_CLASS) return 0;
  const end = plainStringEnd(at);
  if (end == 0) return 0;
  emit(tag, at + 1, end - 1, 0, 0, at);
  return end;
}

/** Reads an import declaration after `import`. At the top level (`isTop`) it makes the file a module. */
export function readImport(from: usize, isTop: bool): usize {
  const before = eventCount();
  const end = readImportClause(from, isTop);
  if (end == 0) dropFrom(before);
  return end;
}

function readImportClause(from: usize, isTop: bool): usize {
  let at = from;
  if (classAt(at) == QUOTE_CLASS) {
    if (isTop) State.textFlags |= IS_MODULE;
    return readSpecifier(at, IMPORT | STATIC);
  }
  let kind = STATIC;
  if (isWordAt(at, 'type')) {
    const next = skipSpace(at + 4);
    if (next == 0) return 0;
    const byte = byteAt(next);
    // `import type from 'x'` and `import type, {a} from 'x'` declare the name `type`.
    const isName = byte == COMMA || byte == EQUALS || (isWordAt(next, 'from') && isStringAfter(next + 4));
    if (!isName) {
      kind = TYPES_ONLY;
      at = next;
    }
  } else if (isWordAt(at, 'defer')) {
    const next = skipSpace(at + 5);
    if (next != 0 && byteAt(next) == ASTERISK) at = next;
  }
  if (isWordStartAt(at)) {
    const end = wordEnd(at);
    const next = skipSpace(end);
    if (next == 0) return 0;
    if (byteAt(next) == EQUALS) return readImportEquals(at, end, next, kind, isTop);
    emit(CLAUSE_NAME, DEFAULT_NAME, DEFAULT_NAME + 7, at, end, at);
    if (byteAt(next) != COMMA) return finishImport(next, kind, isTop);
    at = skipSpace(next + 1);
    if (at == 0) return 0;
  }
  if (byteAt(at) == OPEN_BRACE) at = readNames(at, 0);
  else if (byteAt(at) == ASTERISK) at = readNamespace(at);
  else return 0;
  if (at == 0) return 0;
  at = skipSpace(at);
  return at == 0 ? 0 : finishImport(at, kind, isTop);
}

/** The words `default` and `*`, for imported names that are not in the text. */
const DEFAULT_NAME = memory.data<u8>([0x64, 0x65, 0x66, 0x61, 0x75, 0x6c, 0x74, 0x2a]);
const STAR_NAME = DEFAULT_NAME + 7;

function isStringAfter(from: usize): bool {
  const at = skipSpace(from);
  return at != 0 && classAt(at) == QUOTE_CLASS;
}

function finishImport(from: usize, kind: u32, isTop: bool): usize {
  const end = readFrom(from, IMPORT | kind);
  if (end != 0 && isTop) State.textFlags |= IS_MODULE;
  return end;
}

function readNamespace(asterisk: usize): usize {
  let at = skipSpace(asterisk + 1);
  if (at == 0 || !isWordAt(at, 'as')) return 0;
  at = skipSpace(at + 2);
  if (at == 0 || !isWordStartAt(at)) return 0;
  const end = wordEnd(at);
  if (end != 0) emit(CLAUSE_NAME, STAR_NAME, STAR_NAME + 1, at, end, at);
  return end;
}

/** Reads `import a = require('x')`, or `import a = B.C`, which references no other module. */
function readImportEquals(name: usize, nameEnd: usize, equals: usize, kind: u32, isTop: bool): usize {
  const at = skipSpace(equals + 1);
  if (at == 0 || !isWordStartAt(at)) return 0;
  const specifier = requiredSpecifier(at);
  if (State.parserReason != 0) return 0;
  if (specifier == 0) return isTop ? equals + 1 : 0;
  const end = plainStringEnd(specifier);
  if (isTop) State.textFlags |= IS_MODULE;
  emit(CLAUSE_NAME, 0, 0, name, nameEnd, name);
  emit(IMPORT | (kind == TYPES_ONLY ? kind : REQUIRE), specifier + 1, end - 1, 0, 0, specifier);
  return callEnd(end);
}

/** The byte after the parenthesis that closes `require('x'`; 0 if there is none. */
function callEnd(string: usize): usize {
  const close = skipSpace(string);
  return close != 0 && byteAt(close) == CLOSE_PAREN ? close + 1 : 0;
}

/** The position of the string in `require('x')`; 0 if there is no such call at `from`. */
export function requiredSpecifier(from: usize): usize {
  if (from == 0 || !isWordAt(from, 'require')) return 0;
  let at = skipSpace(from + 7);
  if (at == 0 || byteAt(at) != OPEN_PAREN) return 0;
  at = skipSpace(at + 1);
  if (at == 0 || (classAt(at) != QUOTE_CLASS && byteAt(at) != BACKTICK)) return 0;
  return plainStringEnd(at) == 0 ? 0 : at;
}

/** Reads `export { … }`, with or without `from`, from its brace. */
export function readExportNames(open: usize, flags: u32, isTop: bool): usize {
  const before = eventCount();
  const end = readNames(open, flags);
  if (end == 0) return 0;
  const next = skipSpace(end);
  if (next == 0) return 0;
  if (isWordAt(next, 'from') && isStringAfter(next + 4)) {
    if (isTop) markExport();
    else dropFrom(before);
    return readFrom(next, REEXPORT | flags);
  }
  if (!isTop) {
    dropFrom(before);
    return 0;
  }
  markExport();
  if (eventCount() > before) reportDeclarations();
  emit(EXPORT_LIST, 0, 0, 0, 0, open);
  return end;
}

/** Reads `export *` from its asterisk. */
export function readExportStar(asterisk: usize, flags: u32, isTop: bool): usize {
  const before = eventCount();
  let at = skipSpace(asterisk + 1);
  if (at == 0) return 0;
  if (!isWordAt(at, 'as')) {
    if (isTop) markExport();
    return readFrom(at, (isTop ? STAR_EXPORT : REEXPORT) | flags);
  }
  at = skipSpace(at + 2);
  if (at == 0) return 0;
  const isQuoted = classAt(at) == QUOTE_CLASS;
  if (!isQuoted && !isWordStartAt(at)) return 0;
  const end = isQuoted ? plainStringEnd(at) : wordEnd(at);
  if (end == 0) return 0;
  const quote: usize = isQuoted ? 1 : 0;
  emit(CLAUSE_NAME | flags, STAR_NAME, STAR_NAME + 1, at + quote, end - quote, at);
  if (isTop) markExport();
  else dropFrom(before);
  at = skipSpace(end);
  return at == 0 ? 0 : readFrom(at, REEXPORT | flags);
}

/** Reads `export import a = …` after `import`. */
export function readExportImport(from: usize): usize {
  let at = from;
  let flags: u32 = 0;
  if (isWordAt(at, 'type')) {
    const next = skipSpace(at + 4);
    if (next == 0) return 0;
    if (byteAt(next) != EQUALS) {
      at = next;
      flags = TYPE_ONLY;
    }
  }
  if (!isWordStartAt(at)) return requireParser(UNEXPECTED_EXPORT_IMPORT);
  const end = wordEnd(at);
  const equals = skipSpace(end);
  if (equals == 0 || byteAt(equals) != EQUALS) return requireParser(UNEXPECTED_EXPORT_IMPORT);
  State.textFlags |= IS_MODULE;
  const target = skipSpace(equals + 1);
  if (target == 0) return 0;
  const specifier = requiredSpecifier(target);
  if (State.parserReason != 0) return 0;
  if (specifier == 0) {
    emit(EXPORT_IMPORT | flags, at, end, 0, 0, at);
    return equals + 1;
  }
  const stop = plainStringEnd(specifier);
  emit(EXPORT_IMPORT | flags, at, end, specifier + 1, stop - 1, at);
  emit(CLAUSE_NAME, 0, 0, at, end, at);
  emit(IMPORT | (flags ? TYPES_ONLY : REQUIRE), specifier + 1, stop - 1, 0, 0, specifier);
  const after = callEnd(stop);
  return after == 0 ? requireParser(UNEXPECTED_EXPORT_IMPORT) : after;
}

function markExport(): void {
  State.textFlags |= IS_MODULE | HAS_EXPORT_STATEMENT;
}
