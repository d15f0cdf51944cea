// Why the lexer leaves a text to the full parser. Shared by the lexer in AssemblyScript and its host in TypeScript, so
// only number constants are allowed here.

/** A `<` compares, or begins type arguments or a JSX element. */
export const AMBIGUOUS_LESS_THAN = 1;
/** A `/` divides or begins a regular expression. */
export const AMBIGUOUS_SLASH = 2;
/** A comma does not directly follow the body of an arrow function: another statement began before it. */
export const COMMA_AFTER_ARROW_FUNCTION_BODY = 3;
/** The expression continues after the object: `module.exports = { a }.b`. */
export const CONTINUED_EXPORTS_VALUE = 4;
export const DECORATED_DEFAULT_EXPORT = 5;
export const DEEPLY_NESTED_PATTERN = 6;
/** `\u0061` in a name. */
export const ESCAPE_IN_NAME = 7;
export const ESCAPE_IN_SPECIFIER = 8;
export const EXPORT_AFTER_LABEL = 9;
export const KEYWORD_AS_BINDING_NAME = 10;
export const MISSING_BINDING_NAME = 11;
/** A `const` without an initializer: the comma may not belong to the declaration. */
export const MISSING_INITIALIZER = 12;
export const TOO_MANY_OPEN_BRACKETS = 13;
export const UNCLOSED_BRACKET = 14;
export const UNEXPECTED_CHARACTER = 15;
export const UNEXPECTED_DEFAULT_EXPORT = 16;
export const UNEXPECTED_EXPORT = 17;
export const UNEXPECTED_EXPORTS_PROPERTY = 18;
export const UNEXPECTED_EXPORT_IMPORT = 19;
export const UNEXPECTED_IMPORT = 20;
export const UNEXPECTED_JSX = 21;
/** A name is exported that may be declared in a pattern, or a namespace is exported as a whole. */
export const UNLISTED_EXPORTED_NAMES = 22;
export const UNMATCHED_ANGLE_BRACKET = 23;
export const UNMATCHED_BRACKET = 24;
export const UNMATCHED_JSX_CLOSING_TAG = 25;
export const UNREADABLE_EXPORTED_PATTERN = 26;
export const UNREADABLE_JSX_TYPE_ARGUMENTS = 27;
export const UNREADABLE_PATTERN_IN_LIST = 28;
export const UNTERMINATED_COMMENT = 29;
export const UNTERMINATED_REGULAR_EXPRESSION = 30;
export const UNTERMINATED_STRING = 31;
export const UNTERMINATED_TEMPLATE = 32;
/** U+2028 or U+2029 in a comment. */
export const UNUSUAL_LINE_END = 33;
/** A non-ASCII space character, or a character that may be one. */
export const UNUSUAL_SPACE = 34;
