// The memory layout, see README.md.

/** The header of the last result; `finish` describes its five numbers. */
export const HEADER: usize = 0x4000;
/** The stack of open brackets, four bytes each. */
export const STACK: usize = 0x8000;
export const STACK_END: usize = 0x47f00;
/** The text in UTF-8, followed by 64 zero bytes, the events and the names of the events. */
export const INPUT: usize = 0x48000;
