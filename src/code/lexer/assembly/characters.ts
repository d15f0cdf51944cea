// The classes of bytes. The classes of word bytes come first, so that one comparison recognizes them.
export const WORD_CLASS: u32 = 0;
/** The first byte of a word that is recognized at any depth: import, export, require, exports, __export. */
export const SIGNAL_CLASS: u32 = 1;
export const DIGIT_CLASS: u32 = 2;
export const LAST_WORD_CLASS: u32 = 2;
export const SPACE_CLASS: u32 = 3;
export const QUOTE_CLASS: u32 = 4;
export const BACKTICK_CLASS: u32 = 5;
export const SLASH_CLASS: u32 = 6;
export const LESS_THAN_CLASS: u32 = 7;
export const OPENER_CLASS: u32 = 8;
export const CLOSE_PAREN_CLASS: u32 = 9;
export const CLOSE_BRACKET_CLASS: u32 = 10;
export const CLOSE_BRACE_CLASS: u32 = 11;
/** `,` `;` `:` `=` `>`: they structure a top-level variable statement. */
export const SEPARATOR_CLASS: u32 = 12;
export const OTHER_CLASS: u32 = 13;
/** A byte of a non-ASCII character. */
export const NON_ASCII_CLASS: u32 = 14;
export const END_CLASS: u32 = 15;
export const INVALID_CLASS: u32 = 16;

// prettier-ignore
const classes = memory.data<u8>([
  // NUL … US. NUL marks the end of the text; tab, line feed, vertical tab, form feed and carriage return are space.
  15,16,16,16,16,16,16,16,16, 3, 3, 3, 3, 3,16,16, 16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,
  // space ! " # $ % & ' ( ) * + , - . /
   3,13, 4, 0, 0,13,13, 4, 8, 9,13,13,12,13,13, 6,
  // 0-9 : ; < = > ?
   2, 2, 2, 2, 2, 2, 2, 2, 2, 2,12,12, 7,12,12,13,
  // @ A-Z [ \ ] ^ _
  13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8,16,10,13, 1,
  // ` a-z { | } ~ DEL
   5, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,  0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 8,13,11,13,16,
  // Non-ASCII
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
]);

// The optimizer inlines the functions below.

export function classAt(at: usize): u32 {
  return <u32>load<u8>(classes + <usize>load<u8>(at));
}

export function byteAt(at: usize): u32 {
  return <u32>load<u8>(at);
}

/** Whether the byte at an address can continue a word. Non-ASCII characters count as letters. */
export function isWordByteAt(at: usize): bool {
  const kind = classAt(at);
  return kind <= LAST_WORD_CLASS || kind == NON_ASCII_CLASS;
}

/** Whether the byte at an address can begin a word. */
export function isWordStartAt(at: usize): bool {
  const kind = classAt(at);
  return kind < DIGIT_CLASS || kind == NON_ASCII_CLASS;
}

export const LINE_FEED: u32 = 0x0a;
export const CARRIAGE_RETURN: u32 = 0x0d;
export const EXCLAMATION: u32 = 0x21;
export const DOUBLE_QUOTE: u32 = 0x22;
export const DOLLAR: u32 = 0x24;
export const SINGLE_QUOTE: u32 = 0x27;
export const OPEN_PAREN: u32 = 0x28;
export const CLOSE_PAREN: u32 = 0x29;
export const ASTERISK: u32 = 0x2a;
export const PLUS: u32 = 0x2b;
export const COMMA: u32 = 0x2c;
export const MINUS: u32 = 0x2d;
export const DOT: u32 = 0x2e;
export const SLASH: u32 = 0x2f;
export const COLON: u32 = 0x3a;
export const SEMICOLON: u32 = 0x3b;
export const LESS_THAN: u32 = 0x3c;
export const EQUALS: u32 = 0x3d;
export const GREATER_THAN: u32 = 0x3e;
export const QUESTION: u32 = 0x3f;
export const AT_SIGN: u32 = 0x40;
export const OPEN_BRACKET: u32 = 0x5b;
export const BACKSLASH: u32 = 0x5c;
export const CLOSE_BRACKET: u32 = 0x5d;
export const BACKTICK: u32 = 0x60;
export const OPEN_BRACE: u32 = 0x7b;
export const CLOSE_BRACE: u32 = 0x7d;
