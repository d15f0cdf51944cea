import { ASTERISK, byteAt, CLOSE_PAREN, COLON, COMMA, DOT, OPEN_BRACE, OPEN_PAREN, SEMICOLON } from './characters';
import { readExportNames, readExportStar, readImport, requiredSpecifier } from './clauses';
import { readExportStarCall, readExportsWord, readObjectKey } from './commonjs';
import { emit, flagEvents } from './events';
import { COUNT_SHIFT, DYNAMIC, IMPORT, ALWAYS_REPORTED, REQUIRE, NAMES_FROM_DECLARATIONS, WHOLE } from './format';
import { STACK } from './layout';
import { EXPORTS_OBJECT, IN_INITIALIZER, push, State } from './state';
import { isMemberDot, equalsText, plainStringEnd, isWordAt, wordStart } from './tokens';
import { skipSpace } from './trivia';
import { beginsStatement } from './words';

/**
 * Reads a word that is recognized at any depth: import, require, exports, and export inside declared modules.
 * `State.last` is the previous token. Returns the byte to continue at; 0 if the full parser is needed.
 */
export function readAnyDepthWord(word: usize, after: usize): usize {
  const last = State.last;
  const length = <u32>(after - word);
  let end = after;
  if (length == 7 && isWordAt(word, 'exports')) {
    if (State.isJavaScript) {
      const brace = readExportsWord(word, after);
      if (brace != 0) {
        if (!push(EXPORTS_OBJECT, brace)) return 0;
        State.last = brace;
        readObjectKey(brace + 1);
        return State.parserReason == 0 ? brace + 1 : 0;
      }
    }
  } else if (last == 0 || !isMemberDot(last)) {
    if (length == 6 && isWordAt(word, 'import')) end = readImportWord(after);
    else if (length == 7 && isWordAt(word, 'require')) readRequire(word, last);
    else if (length == 6 && State.declaresModules && State.top != STACK && isWordAt(word, 'export')) {
      end = readInnerExport(after);
    }
  }
  if (State.isJavaScript && (length == 12 || length == 8)) {
    if (isWordAt(word, '__exportStar') || isWordAt(word, '__export')) readExportStarCall(after);
  }
  if (State.parserReason != 0 || end == 0) return 0;
  State.last = end - 1;
  return end;
}

/** Reads `import(…)` at any depth, and import declarations inside `declare module`. */
function readImportWord(after: usize): usize {
  const next = skipSpace(after);
  if (next == 0) return 0;
  const byte = byteAt(next);
  if (byte == OPEN_PAREN) {
    const argument = skipSpace(next + 1);
    if (argument != 0 && endsArgument(argument)) {
      emit(IMPORT | DYNAMIC, argument + 1, plainStringEnd(argument) - 1, 0, 0, argument);
    }
    return after;
  }
  if (State.top == STACK || !State.declaresModules || byte == DOT || byte == COLON) return after;
  const end = readImport(next, false);
  if (State.parserReason != 0) return 0;
  return end == 0 ? after : end;
}

/** Whether a plain string is the whole first argument of a call. */
function endsArgument(from: usize): bool {
  const end = plainStringEnd(from);
  if (end == 0) return false;
  const next = skipSpace(end);
  return next != 0 && (byteAt(next) == CLOSE_PAREN || byteAt(next) == COMMA);
}

/** Reads the clause of an export inside `declare module`. */
function readInnerExport(after: usize): usize {
  let next = skipSpace(after);
  if (next != 0 && isWordAt(next, 'type')) next = skipSpace(next + 4);
  if (next == 0) return 0;
  let end: usize = 0;
  if (byteAt(next) == OPEN_BRACE) end = readExportNames(next, 0, false);
  else if (byteAt(next) == ASTERISK) end = readExportStar(next, 0, false);
  if (State.parserReason != 0) return 0;
  return end == 0 ? after : end;
}

function readRequire(word: usize, last: usize): void {
  const specifier = requiredSpecifier(word);
  if (specifier == 0 || !endsArgument(specifier)) return;
  if (last != 0 && equalsText(wordStart(last), last + 1, 'new')) return;
  const end = plainStringEnd(specifier);
  let tag = IMPORT | REQUIRE;
  if (
    State.top == STACK &&
    State.declarationState == IN_INITIALIZER &&
    last == State.initializerEquals &&
    State.bindingIsSimple
  ) {
    if (isWholeInitializer(end)) {
      const count = <u32>(State.bindingEventsEnd - State.bindingEventsStart);
      if (count < 256) {
        flagEvents(State.bindingEventsStart, State.bindingEventsEnd, ALWAYS_REPORTED);
        tag |= NAMES_FROM_DECLARATIONS | (count << COUNT_SHIFT);
        if (!State.bindingIsPattern) tag |= WHOLE;
      }
    }
  }
  emit(tag, specifier + 1, end - 1, 0, 0, specifier);
}

/** Whether an initializer is exactly `require('x')`. */
function isWholeInitializer(string: usize): bool {
  const close = skipSpace(string);
  if (close == 0 || byteAt(close) != CLOSE_PAREN) return false;
  const next = skipSpace(close + 1);
  if (next == 0) return false;
  const byte = byteAt(next);
  return byte == SEMICOLON || byte == COMMA || next >= State.end || (State.sawLineEnd && beginsStatement(next));
}
