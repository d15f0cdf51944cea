// Where things lie in memory, and the numbers that the reader in JavaScript (../lexed-module.ts) knows too.

/** Eight numbers about the last text: see `finish`. */
export const HEADER: usize = 0x4000;
/** Open brackets, four bytes each. */
export const STACK: usize = 0x8000;
export const STACK_END: usize = 0x47f00;
/** The text, as UTF-8, with 64 zero bytes behind it. Events follow it, and the names that they speak of follow those. */
export const INPUT: usize = 0x48000;

/** What the caller knows of a text. */
export const TEXT_HAS_JSX: u32 = 1;
export const TEXT_IS_JAVASCRIPT: u32 = 2;
/** Every declaration is wanted, exported or not (declaration files). */
export const TEXT_KEEPS_DECLARATIONS: u32 = 4;

/** What was found out about a text. */
export const IS_MODULE: u32 = 1;
export const HAS_EXPORT_STATEMENT: u32 = 2;
/** Some names of a destructuring declaration are not listed. */
export const LACKS_NAMES: u32 = 4;
/** The names are not ASCII alone. */
export const NAMES_ARE_WIDE: u32 = 8;

// Events: the low byte of the tag.
export const DECLARATION: u32 = 1;
export const DEFAULT_EXPORT: u32 = 2;
export const EXPORT_ASSIGNMENT: u32 = 3;
/** A name between the braces of an import or export, or before them; the event that ends the statement follows. */
export const CLAUSE_NAME: u32 = 4;
export const IMPORT: u32 = 5;
export const REEXPORT: u32 = 6;
export const EXPORT_LIST: u32 = 7;
export const STAR_EXPORT: u32 = 8;
export const EXPORT_IMPORT: u32 = 9;
export const COMMON_EXPORT: u32 = 10;
export const COMMON_STAR: u32 = 11;
export const REFERENCE: u32 = 12;

// What is declared: the second byte of the tag.
export const NO_KIND: u32 = 0;
export const FUNCTION: u32 = 1 << 8;
export const CLASS: u32 = 2 << 8;
export const INTERFACE: u32 = 3 << 8;
export const TYPE: u32 = 4 << 8;
export const ENUM: u32 = 5 << 8;
export const CONST: u32 = 6 << 8;
export const LET: u32 = 7 << 8;
export const VAR: u32 = 8 << 8;
export const NAMESPACE: u32 = 9 << 8;
export const VALUE: u32 = 10 << 8;

// Kinds of import, in the same byte.
export const STATIC: u32 = 1 << 8;
export const TYPES_ONLY: u32 = 2 << 8;
export const DYNAMIC: u32 = 3 << 8;
export const REQUIRE: u32 = 4 << 8;

// Flags of a tag.
export const EXPORTED: u32 = 1 << 16;
export const TYPE_ONLY: u32 = 1 << 17;
/** Of a declaration: it is wanted whether exported or not. */
export const KEPT: u32 = 1 << 18;
/** Of an import: the names are those of the declarations just before; how many, the top byte says. */
export const TAKES_DECLARATIONS: u32 = 1 << 20;
/** Of a require: the variable holds the whole module. */
export const WHOLE: u32 = 1 << 21;
export const COUNT_SHIFT: u32 = 24;
