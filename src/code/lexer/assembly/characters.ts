// What a byte can begin. Word bytes come first, so that one comparison tells whether a word goes on.
export const WORD: u32 = 0;
/** The first letter of a word that means something at any depth: import, export, require, exports, __export. */
export const SIGNAL: u32 = 1;
export const DIGIT: u32 = 2;
export const LAST_WORD_CLASS: u32 = 2;
export const SPACE: u32 = 3;
export const QUOTE: u32 = 4;
export const BACKTICK: u32 = 5;
export const SLASH: u32 = 6;
export const LESS: u32 = 7;
export const OPENER: u32 = 8;
export const CLOSE_PAREN: u32 = 9;
export const CLOSE_BRACKET: u32 = 10;
export const CLOSE_BRACE: u32 = 11;
/** `,` `;` `:` `=` `>`: they matter in a top-level variable statement. */
export const SEPARATOR: u32 = 12;
export const OTHER: u32 = 13;
/** A byte of a character beyond ASCII. */
export const WIDE: u32 = 14;
export const END: u32 = 15;
export const BAD: u32 = 16;

// prettier-ignore
const classes = memory.data<u8>([
  // NUL … US: the end of the text; tab, line feed, vertical tab, form feed and carriage return are space
  15,16,16,16,16,16,16,16,16, 3, 3, 3, 3, 3,16,16, 16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,
  // space ! " # $ % & ' ( ) * + , - . /
   3,13, 4, 0, 0,13,13, 4, 8, 9,13,13,12,13,13, 6,
  // 0-9 : ; < = > ?
   2, 2, 2, 2, 2, 2, 2, 2, 2, 2,12,12, 7,12,12,13,
  // @ A-Z [ \ ] ^ _
  13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8,16,10,13, 1,
  // ` a-z { | } ~ DEL
   5, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,  0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 8,13,11,13,16,
  // beyond ASCII
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
  14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14, 14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,14,
]);

// prettier-ignore
@inline
export function classAt(at: usize): u32 { return <u32>load<u8>(classes + <usize>load<u8>(at)); }

// prettier-ignore
@inline
export function byteAt(at: usize): u32 { return <u32>load<u8>(at); }

/** Whether a word goes on at a byte; characters beyond ASCII are taken for letters. */
// prettier-ignore
@inline
export function isWordByte(at: usize): bool { const kind = classAt(at); return kind <= LAST_WORD_CLASS || kind == WIDE; }

/** Whether a word may begin at a byte. */
// prettier-ignore
@inline
export function isWordStart(at: usize): bool { const kind = classAt(at); return kind < DIGIT || kind == WIDE; }

export const LINE_FEED: u32 = 0x0a;
export const CARRIAGE_RETURN: u32 = 0x0d;
export const EXCLAMATION: u32 = 0x21;
export const DOUBLE_QUOTE: u32 = 0x22;
export const DOLLAR: u32 = 0x24;
export const SINGLE_QUOTE: u32 = 0x27;
export const OPEN_PARENTHESIS: u32 = 0x28;
export const CLOSE_PARENTHESIS: u32 = 0x29;
export const ASTERISK: u32 = 0x2a;
export const PLUS: u32 = 0x2b;
export const COMMA: u32 = 0x2c;
export const MINUS: u32 = 0x2d;
export const DOT: u32 = 0x2e;
export const SOLIDUS: u32 = 0x2f;
export const COLON: u32 = 0x3a;
export const SEMICOLON: u32 = 0x3b;
export const LESS_THAN: u32 = 0x3c;
export const EQUALS: u32 = 0x3d;
export const GREATER_THAN: u32 = 0x3e;
export const QUESTION: u32 = 0x3f;
export const AT_SIGN: u32 = 0x40;
export const OPEN_SQUARE: u32 = 0x5b;
export const BACKSLASH: u32 = 0x5c;
export const CLOSE_SQUARE: u32 = 0x5d;
export const GRAVE: u32 = 0x60;
export const OPEN_CURLY: u32 = 0x7b;
export const CLOSE_CURLY: u32 = 0x7d;
