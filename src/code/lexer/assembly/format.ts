// The flags of the lexer's input and the format of its events. Shared by the lexer in AssemblyScript and its host in
// TypeScript, so only number constants are allowed here.

// Flags of the input text.
export const TEXT_HAS_JSX = 1;
export const TEXT_IS_JAVASCRIPT = 2;
/** Report all declarations, not only the exported ones; for declaration files. */
export const TEXT_REPORTS_DECLARATIONS = 4;

// Properties of a text.
export const IS_MODULE = 1;
export const HAS_EXPORT_STATEMENT = 2;
/** Some names of a destructuring declaration are missing. */
export const MISSES_NAMES = 4;
/** Some names contain non-ASCII characters. */
export const NAMES_ARE_NON_ASCII = 8;

/** The numbers of an event: its tag, offset and length of two names, line, column. */
export const EVENT_SIZE = 7;

// The kinds of events: the lowest byte of the tag.
export const EVENT_MASK = 0xff;
export const DECLARATION = 1;
export const DEFAULT_EXPORT = 2;
export const EXPORT_ASSIGNMENT = 3;
/** A name in the clause of an import or export. The event of the statement follows after its names. */
export const CLAUSE_NAME = 4;
export const IMPORT = 5;
export const REEXPORT = 6;
export const EXPORT_LIST = 7;
export const STAR_EXPORT = 8;
export const EXPORT_IMPORT = 9;
export const COMMONJS_EXPORT = 10;
export const COMMONJS_STAR_EXPORT = 11;
export const REFERENCE = 12;

// The kinds of declarations and exported values: the lower half of the second byte of the tag.
export const KIND_MASK = 0xf00;
export const NO_KIND = 0;
export const FUNCTION = 1 << 8;
export const CLASS = 2 << 8;
export const INTERFACE = 3 << 8;
export const TYPE = 4 << 8;
export const ENUM = 5 << 8;
export const CONST = 6 << 8;
export const LET = 7 << 8;
export const VAR = 8 << 8;
export const NAMESPACE = 9 << 8;
export const VALUE = 10 << 8;

// The kinds of imports, in the same bits.
export const STATIC = 1 << 8;
export const TYPES_ONLY = 2 << 8;
export const DYNAMIC = 3 << 8;
export const REQUIRE = 4 << 8;

// Flags of a tag.
export const EXPORTED = 1 << 16;
export const TYPE_ONLY = 1 << 17;
/** On a declaration: report it even if it is not exported, since a `require` initializes it. */
export const ALWAYS_REPORTED = 1 << 18;
/** On an import: its names are those of the preceding declarations. The highest byte of the tag contains their number. */
export const NAMES_FROM_DECLARATIONS = 1 << 20;
/** On a `require`: the variable contains the whole module. */
export const WHOLE = 1 << 21;
export const COUNT_SHIFT = 24;
