/** The tokenizer cannot say how a text goes on: the full parser must be asked. `tokenize` catches it. */
export class Doubt extends Error {}
