import {
  ASTERISK,
  byteAt,
  classAt,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DOT,
  OPEN_CURLY,
  OPEN_PARENTHESIS,
  SEMICOLON,
} from './characters';
import { readExportNames, readExportStar, readImport, requiredString } from './clauses';
import { readExportStarCall, readExportsWord, readObjectKey } from './commonjs';
import { emit, flagEvents } from './events';
import { COUNT_SHIFT, DYNAMIC, IMPORT, KEPT, REQUIRE, STACK, TAKES_DECLARATIONS, WHOLE } from './layout';
import { COMMON_OBJECT, IN_INITIALIZER, push, State } from './state';
import { isMemberDot, isWord, plainStringEnd, wordIs, wordStart } from './tokens';
import { skipSpace } from './trivia';
import { beginsStatement } from './words';

/**
 * Reads a word that may mean something at any depth: import, require, exports, and export inside declared modules.
 * `State.last` is the token before. Answers the byte to read on from.
 */
export function readSignal(word: usize, behind: usize): usize {
  const last = State.last;
  const length = <u32>(behind - word);
  let end = behind;
  if (length == 7 && wordIs(word, 'exports')) {
    if (State.isJavaScript) {
      const brace = readExportsWord(word, behind);
      if (brace != 0) {
        if (!push(COMMON_OBJECT, brace)) return 0;
        State.last = brace;
        readObjectKey(brace + 1);
        return State.doubt == 0 ? brace + 1 : 0;
      }
    }
  } else if (last == 0 || !isMemberDot(last)) {
    if (length == 6 && wordIs(word, 'import')) end = readImportWord(behind);
    else if (length == 7 && wordIs(word, 'require')) readRequire(word, last);
    else if (length == 6 && State.declaresModules && State.top != STACK && wordIs(word, 'export')) {
      end = readInnerExport(behind);
    }
  }
  if (State.isJavaScript && (length == 12 || length == 8)) {
    if (wordIs(word, '__exportStar') || wordIs(word, '__export')) readExportStarCall(behind);
  }
  if (State.doubt != 0 || end == 0) return 0;
  State.last = end - 1;
  return end;
}

/** `import(…)` anywhere, and import declarations of modules declared inside the file. */
function readImportWord(behind: usize): usize {
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
  if (State.top == STACK || !State.declaresModules || byte == DOT || byte == COLON) return behind;
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

function readRequire(word: usize, last: usize): void {
  const specifier = requiredString(word);
  if (specifier == 0 || !endsArgument(specifier)) return;
  if (last != 0 && isWord(wordStart(last), last + 1, 'new')) return;
  const end = plainStringEnd(specifier);
  let tag = IMPORT | REQUIRE;
  if (State.top == STACK && State.declaring == IN_INITIALIZER && last == State.initializer && State.bindingIsSimple) {
    if (isWholeInitializer(end)) {
      const count = <u32>(State.bindingEventsEnd - State.bindingEvents);
      if (count < 256) {
        flagEvents(State.bindingEvents, State.bindingEventsEnd, KEPT);
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
