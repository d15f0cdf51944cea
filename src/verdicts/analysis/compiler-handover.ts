import type { VersionCompiler } from '../../code/types/change/version-compiler.ts';

/** A judgement asks its questions at once. Later, the packages on disk may differ, and the memory is needed. */
const KEPT_MS = 5000;

/** A compiler on its way from one question about a change to the next one, which then parses only what differs. */
export class CompilerHandover {
  #kept: { readonly compiler: VersionCompiler; readonly timer: NodeJS.Timeout } | undefined;

  /** Takes the compiler of the question before; `undefined` if it kept none. The caller owns it. */
  take(): VersionCompiler | undefined {
    const kept = this.#kept;
    this.#kept = undefined;
    clearTimeout(kept?.timer);
    return kept?.compiler;
  }

  /** Keeps a compiler for a short time. Its owner must not use it any longer. */
  keep(compiler: VersionCompiler): void {
    this.drop();
    const timer = setTimeout(() => {
      this.drop();
    }, KEPT_MS);
    timer.unref();
    this.#kept = { compiler, timer };
  }

  drop(): void {
    this.take()?.[Symbol.dispose]();
  }
}
