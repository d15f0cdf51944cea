import { closingAngle, typeArgumentsEndAt } from './angles';
import { readNextDeclarator } from './bindings';
import {
  ASTERISK,
  BACKTICK,
  byteAt,
  classAt,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DIGIT,
  DOT,
  END,
  EQUALS,
  GRAVE,
  GREATER_THAN,
  LAST_WORD_CLASS,
  LESS,
  LESS_THAN,
  OPEN_CURLY,
  OPEN_PARENTHESIS,
  OPENER,
  OTHER,
  QUOTE,
  SEMICOLON,
  SEPARATOR,
  SIGNAL,
  SLASH,
  SOLIDUS,
  SPACE,
  WIDE,
} from './characters';
import { readExportNames, readExportStar, readImport, requiredString } from './clauses';
import {
  checkAfterObject,
  isInObject,
  readDefineProperty,
  readExportsObject,
  readExportStarCall,
  readModuleObject,
  readObjectKey,
} from './commonjs';
import { readDeclaration, readExport } from './declarations';
import { emit, eventCount, finish, flagFrom, startEvents } from './events';
import { DOUBTFUL, ELEMENT, natureOfAngle, readChildren, readElement, readTag } from './jsx';
import {
  COUNT_SHIFT,
  DYNAMIC,
  HEADER,
  IMPORT,
  INPUT,
  KEPT,
  REFERENCE,
  REQUIRE,
  STACK,
  STACK_END,
  TAKES_DECLARATIONS,
  TEXT_HAS_JSX,
  TEXT_IS_JAVASCRIPT,
  TEXT_KEEPS_DECLARATIONS,
  WHOLE,
} from './layout';
import { endsStatement, NO_OPERAND, OPERAND, operandAt, regexEnd } from './operands';
import {
  BOUND,
  BRACE,
  BRACKET,
  COMMON_OBJECT,
  doubt,
  IN_INITIALIZER,
  IN_TYPE,
  JSX_ATTRIBUTE,
  JSX_CHILD,
  NOT_DECLARING,
  PAREN,
  State,
  TEMPLATE,
} from './state';
import { isInterrupted, isMemberDot, isWord, plainStringEnd, stringEnd, templateEnd, wordEnd, wordIs, wordStart } from './tokens';
import { blockCommentEnd, lineCommentEnd, skipSpace } from './trivia';
import { beginsStatement } from './words';

/** Where a text is to be written. */
export function input(): usize {
  return INPUT;
}

/** Makes room for a text of so many bytes, and what is written behind it. */
export function reserve(length: usize): void {
  const needed = <i32>((INPUT + length + 0x1ffff) >> 16) - memory.size();
  if (needed > 0) memory.grow(needed);
}

/**
 * Reads the text of `length` bytes at `input()`. 0: what was found is described by the header; else the text must be
 * read by the full parser, and the number tells why.
 */
export function lex(length: usize, flags: u32): u32 {
  const end = INPUT + length;
  reserve(length);
  memory.fill(end, 0, 64);
  reset(INPUT, end, flags);
  startEvents((end + 67) & ~3, (flags & TEXT_KEEPS_DECLARATIONS) != 0);
  read();
  if (State.doubt != 0) return State.doubt;
  finish();
  return State.doubt;
}

/** Where the header lies: events' address, their count, names' address and length, what was found. */
export function header(): usize {
  return HEADER;
}

function reset(start: usize, end: usize, flags: u32): void {
  let from = start;
  if (byteAt(from) == 0xef && byteAt(from + 1) == 0xbb && byteAt(from + 2) == 0xbf) from += 3;
  State.start = from;
  State.end = end;
  State.hasJsx = (flags & TEXT_HAS_JSX) != 0;
  State.isJavaScript = (flags & TEXT_IS_JAVASCRIPT) != 0;
  State.doubt = 0;
  State.found = 0;
  State.last = 0;
  State.top = STACK;
  State.beforeParen = 0;
  State.regexEnd = 0;
  State.jsxEnd = 0;
  State.anglesEnd = 0;
  State.declaring = NOT_DECLARING;
  State.at = byteAt(from) == 0x23 && byteAt(from + 1) == 0x21 ? lineCommentEnd(from) : from;
}

function push(type: u32): bool {
  if (State.top >= STACK_END) return doubt(60) != 0;
  store<u32>(State.top, (<u32>State.last << 4) | type);
  State.top += 4;
  return true;
}

function read(): void {
  let at = State.at;
  if (at == 0) return;
  while (true) {
    const kind = classAt(at);
    if (kind <= LAST_WORD_CLASS) {
      const word = at;
      do at++;
      while (classAt(at) <= LAST_WORD_CLASS);
      if (classAt(at) == WIDE) {
        at = wordEnd(at);
        if (at == 0) return;
      }
      if (State.top == STACK || kind == SIGNAL) {
        at = readWord(word, at);
        if (at == 0) return;
      } else State.last = at - 1;
      continue;
    }
    switch (kind) {
      case SPACE:
        at++;
        while (classAt(at) == SPACE) at++;
        continue;
      case QUOTE:
        at = stringEnd(at);
        if (at == 0) return;
        State.last = at - 1;
        continue;
      case BACKTICK:
        at = readTemplate(at + 1);
        if (at == 0) return;
        continue;
      case SLASH:
        at = readSlash(at);
        if (at == 0) return;
        continue;
      case LESS:
        if (State.hasJsx || State.top == STACK) {
          at = readLess(at);
          if (at == 0) return;
        } else {
          State.last = at;
          at++;
        }
        continue;
      case OPENER: {
        const byte = byteAt(at);
        if (!push(byte == OPEN_PARENTHESIS ? PAREN : byte == OPEN_CURLY ? BRACE : BRACKET)) return;
        State.last = at;
        at++;
        continue;
      }
      case CLOSE_PAREN:
        State.top -= 4;
        if (State.top < STACK || (load<u32>(State.top) & 15) != PAREN) {
          doubt(61);
          return;
        }
        State.beforeParen = load<u32>(State.top) >> 4;
        State.last = at;
        at++;
        continue;
      case CLOSE_BRACKET:
        State.top -= 4;
        if (State.top < STACK || (load<u32>(State.top) & 15) != BRACKET) {
          doubt(62);
          return;
        }
        State.last = at;
        at++;
        continue;
      case CLOSE_BRACE:
        at = readCloseBrace(at);
        if (at == 0) return;
        continue;
      case SEPARATOR:
        if (State.top == STACK) {
          if (State.declaring != NOT_DECLARING) {
            at = readSeparator(at);
            if (at == 0) return;
            continue;
          }
        } else if (byteAt(at) == COMMA && isInObject(State.top)) {
          readObjectKey(at + 1);
          if (State.doubt != 0) return;
        }
        State.last = at;
        at++;
        continue;
      case OTHER:
        State.last = at;
        at++;
        continue;
      case WIDE: {
        const word = at;
        at = wordEnd(at);
        if (at == 0) return;
        if (State.top == STACK) {
          at = readWord(word, at);
          if (at == 0) return;
        } else State.last = at - 1;
        continue;
      }
      case END:
        if (at < State.end) doubt(63);
        else if (State.top != STACK) doubt(64);
        return;
      default:
        doubt(65);
        return;
    }
  }
}

function readTemplate(from: usize): usize {
  const at = templateEnd(from);
  if (at == 0) return 0;
  if (isInterrupted() && !push(TEMPLATE)) return 0;
  State.last = at - 1;
  return at;
}

function readCloseBrace(at: usize): usize {
  State.top -= 4;
  if (State.top < STACK) return doubt(66);
  const type = load<u32>(State.top) & 15;
  if (type == BRACE) {
    State.last = at;
    return at + 1;
  }
  if (type == TEMPLATE) return readTemplate(at + 1);
  if (type == JSX_ATTRIBUTE) return readTag(at + 1);
  if (type == JSX_CHILD) return readChildren(at + 1);
  if (type != COMMON_OBJECT) return doubt(66);
  checkAfterObject(at + 1);
  State.last = at;
  return State.doubt == 0 ? at + 1 : 0;
}

function readSlash(at: usize): usize {
  const next = byteAt(at + 1);
  if (next == SOLIDUS) {
    const end = lineCommentEnd(at + 2);
    if (State.last == 0 && end != 0 && byteAt(at + 2) == SOLIDUS) emit(REFERENCE, at, end, 0, 0, at);
    return end;
  }
  if (next == ASTERISK) return blockCommentEnd(at + 2);
  const operand = operandAt(State.last);
  if (operand == OPERAND) {
    State.last = at;
    return at + 1;
  }
  if (operand != NO_OPERAND) return doubt(67);
  const end = regexEnd(at);
  if (end != 0) State.last = end - 1;
  return end;
}

function readLess(at: usize): usize {
  const isTop = State.top == STACK;
  if (isTop && (State.declaring == IN_TYPE || at < State.anglesEnd)) {
    if (State.declaring == IN_TYPE) State.angles++;
    State.last = at;
    return at + 1;
  }
  if (byteAt(at + 1) == LESS_THAN) {
    State.last = at + 1;
    return at + 2;
  }
  if (State.hasJsx) {
    const operand = operandAt(State.last);
    if (operand != OPERAND && operand != NO_OPERAND) return doubt(68);
    if (operand == NO_OPERAND) {
      const nature = natureOfAngle(at);
      if (nature == DOUBTFUL) return doubt(69);
      if (nature == ELEMENT) return readElement(at + 1);
      if (!isTop) {
        State.last = at;
        return at + 1;
      }
      return readAngles(at, false);
    }
  }
  if (isTop && State.declaring == IN_INITIALIZER) {
    return readAngles(at, operandAt(State.last) == OPERAND);
  }
  State.last = at;
  return at + 1;
}

/**
 * Tells type parameters or type arguments from a comparison, where it can be one. Up to the `>` that closes them no
 * comma separates declarators and no line end a statement; they are read on in, as they may hold an `import(…)`.
 */
function readAngles(at: usize, canCompare: bool): usize {
  if (byteAt(at + 1) != EQUALS) {
    const close = closingAngle(at);
    if (State.doubt != 0) return 0;
    if (close != 0 && (!canCompare || typeArgumentsEndAt(close))) State.anglesEnd = close;
    else if (!canCompare) return doubt(70);
  }
  State.last = at;
  return at + 1;
}

/** `,` `;` `:` `=` `>` in a top-level variable statement. */
function readSeparator(at: usize): usize {
  const byte = byteAt(at);
  const next = byteAt(at + 1);
  if (byte == EQUALS) {
    if (next == GREATER_THAN) {
      State.last = at + 1;
      return at + 2;
    }
    if (State.declaring == BOUND || (State.declaring == IN_TYPE && State.angles == 0)) {
      State.initializer = at;
      State.declaring = IN_INITIALIZER;
    }
  } else if (byte == COLON) {
    if (State.declaring == BOUND) {
      State.declaring = IN_TYPE;
      State.angles = 0;
    }
  } else if (byte == GREATER_THAN) {
    if (State.declaring == IN_TYPE) {
      if (State.angles == 0) return doubt(71);
      State.angles--;
    }
  } else if (byte == SEMICOLON) State.declaring = NOT_DECLARING;
  else if (at > State.anglesEnd && (State.declaring != IN_TYPE || State.angles == 0)) return readNextDeclarator(at);
  State.last = at;
  return at + 1;
}

/** Reads a word that may mean something where it stands. */
function readWord(word: usize, behind: usize): usize {
  const last = State.last;
  if (last != 0 && isMemberDot(last)) {
    State.last = behind - 1;
    return behind;
  }
  if (State.top == STACK) {
    const end = readTopWord(word, behind, last);
    if (end != 0 || State.doubt != 0) return end;
  }
  const length = <u32>(behind - word);
  let end = behind;
  if (length == 6) {
    if (wordIs(word, 'import')) end = readImportWord(word, behind);
    else if (State.top != STACK && wordIs(word, 'export')) end = readInnerExport(behind);
    else if (State.isJavaScript) {
      if (wordIs(word, 'module')) {
        const brace = readModuleObject(word, behind);
        if (brace != 0) {
          if (!push(COMMON_OBJECT)) return 0;
          State.last = brace;
          readObjectKey(brace + 1);
          return State.doubt == 0 ? brace + 1 : 0;
        }
      } else if (wordIs(word, 'Object')) readDefineProperty(behind);
    }
  } else if (length == 7) {
    if (wordIs(word, 'require')) readRequire(word, behind, last);
    else if (State.isJavaScript && wordIs(word, 'exports')) readExportsObject(behind);
  } else if (State.isJavaScript && (length == 12 || length == 8)) {
    if (wordIs(word, '__exportStar') || wordIs(word, '__export')) readExportStarCall(behind);
  }
  if (State.doubt != 0 || end == 0) return 0;
  State.last = end - 1;
  return end;
}

/** A word outside all brackets. 0 without doubt where it is nothing that stands there alone. */
function readTopWord(word: usize, behind: usize, last: usize): usize {
  if (isWord(word, behind, 'export')) {
    State.declaring = NOT_DECLARING;
    return readExport(word, behind);
  }
  const startsStatement = last == 0 || byteAt(last) == SEMICOLON || canStartStatement(word, behind, last);
  if (State.declaring != NOT_DECLARING) {
    if (!startsStatement) return 0;
    State.declaring = NOT_DECLARING;
  }
  if (isWord(word, behind, 'import')) return readTopImport(behind);
  if (!startsStatement && !(isWord(word, behind, 'class') && operandAt(last) == OPERAND)) return 0;
  const end = readDeclaration(word, 0);
  if (end != 0 && State.declaring == NOT_DECLARING) State.last = end - 1;
  return end;
}

function canStartStatement(word: usize, behind: usize, last: usize): bool {
  if (word < State.anglesEnd) return false;
  if (State.declaring == IN_TYPE) {
    if (State.angles != 0 || isWord(word, behind, 'extends') || isTypeOperator(last)) return false;
    if (byteAt(last) == GREATER_THAN && byteAt(last - 1) != EQUALS) return !beforeSameLine(last, word);
  }
  if (State.declaring == NOT_DECLARING && byteAt(last) == 0x7d) return true;
  return endsStatement(last, word) && !isWord(word, behind, 'in') && !isWord(word, behind, 'instanceof');
}

function beforeSameLine(last: usize, word: usize): bool {
  skipSpace(last + 1);
  return !State.sawLineEnd || word == 0;
}

/** Whether the word before is one that a type goes on behind, over a line end too. */
function isTypeOperator(last: usize): bool {
  const from = wordStart(last);
  const to = last + 1;
  return (
    isWord(from, to, 'keyof') ||
    isWord(from, to, 'readonly') ||
    isWord(from, to, 'unique') ||
    isWord(from, to, 'infer') ||
    isWord(from, to, 'asserts') ||
    isWord(from, to, 'is') ||
    isWord(from, to, 'extends') ||
    isWord(from, to, 'abstract')
  );
}

function readTopImport(behind: usize): usize {
  const next = skipSpace(behind);
  if (next == 0) return 0;
  const byte = byteAt(next);
  if (byte == OPEN_PARENTHESIS || byte == DOT) return 0;
  const end = readImport(next, true);
  if (end == 0) return doubt(72);
  State.last = end - 1;
  return end;
}

/** `import(…)` anywhere, and import declarations of modules declared inside the file. */
function readImportWord(word: usize, behind: usize): usize {
  const next = skipSpace(behind);
  if (next == 0) return 0;
  const byte = byteAt(next);
  if (byte == OPEN_PARENTHESIS) {
    const argument = skipSpace(next + 1);
    if (argument != 0 && endsArgument(argument)) {
      emit(IMPORT | DYNAMIC, argument + 1, plainStringEnd(argument) - 1, 0, 0, argument);
    }
    return behind;
  }
  if (State.top == STACK || byte == DOT || byte == COLON) return behind;
  const end = readImport(next, false);
  if (State.doubt != 0) return 0;
  return end == 0 ? behind : end;
}

/** Whether a plain string is the whole first argument of a call. */
function endsArgument(from: usize): bool {
  const end = plainStringEnd(from);
  if (end == 0) return false;
  const next = skipSpace(end);
  return next != 0 && (byteAt(next) == CLOSE_PARENTHESIS || byteAt(next) == COMMA);
}

function readInnerExport(behind: usize): usize {
  let next = skipSpace(behind);
  if (next != 0 && wordIs(next, 'type')) next = skipSpace(next + 4);
  if (next == 0) return 0;
  let end: usize = 0;
  if (byteAt(next) == OPEN_CURLY) end = readExportNames(next, 0, false);
  else if (byteAt(next) == ASTERISK) end = readExportStar(next, 0, false);
  if (State.doubt != 0) return 0;
  return end == 0 ? behind : end;
}

function readRequire(word: usize, behind: usize, last: usize): void {
  const specifier = requiredString(word);
  if (specifier == 0 || !endsArgument(specifier)) return;
  if (last != 0 && isWord(wordStart(last), last + 1, 'new')) return;
  const end = plainStringEnd(specifier);
  let tag = IMPORT | REQUIRE;
  if (State.top == STACK && State.declaring == IN_INITIALIZER && last == State.initializer && State.bindingIsSimple) {
    if (isWholeInitializer(end)) {
      const count = <u32>(eventCount() - State.bindingEvents);
      if (count < 256) {
        flagFrom(State.bindingEvents, KEPT);
        tag |= TAKES_DECLARATIONS | (count << COUNT_SHIFT);
        if (!State.bindingIsPattern) tag |= WHOLE;
      }
    }
  }
  emit(tag, specifier + 1, end - 1, 0, 0, specifier);
}

/** Whether `require('x')` is all of an initializer. */
function isWholeInitializer(string: usize): bool {
  const close = skipSpace(string);
  if (close == 0 || byteAt(close) != CLOSE_PARENTHESIS) return false;
  const next = skipSpace(close + 1);
  if (next == 0) return false;
  const byte = byteAt(next);
  return byte == SEMICOLON || byte == COMMA || next >= State.end || (State.sawLineEnd && beginsStatement(next));
}
