import type { CodeRange, GlobNode } from './glob-node.ts';

/** An instruction. Unless stated otherwise, the next instruction follows. */
type Instruction =
  /** Consumes one character. */
  | { readonly op: 'consume'; readonly accepts: (code: number) => boolean }
  /** Continues at each of the instructions. */
  | { readonly op: 'split'; readonly to: readonly number[] }
  /** Consumes any part of the segment that the program at `start` does not match. */
  | { readonly op: 'except'; readonly start: number }
  | { readonly op: 'end' };

const SLASH = 47;

/**
 * Creates a matcher that tracks all possible positions in the pattern at once (Thompson's construction) instead of trying
 * one after the other. The time is linear in the lengths of the pattern and the path; `!(…)` adds a factor of the
 * length of a segment.
 */
export function createProgramMatcher(nodes: readonly GlobNode[]): (path: string) => boolean {
  const program: Instruction[] = [];
  addNodes(program, nodes);
  program.push({ op: 'end' });
  return (path) => new ProgramRun(program, path).endsFrom(0, 0, path.length).has(path.length);
}

function addNodes(program: Instruction[], nodes: readonly GlobNode[]): void {
  for (const node of nodes) addNode(program, node);
}

function addNode(program: Instruction[], node: GlobNode): void {
  switch (node.kind) {
    case 'text':
      for (let index = 0; index < node.text.length; index++) {
        const expected = node.text.charCodeAt(index);
        program.push({ op: 'consume', accepts: (code) => code === expected });
      }
      return;
    case 'class':
      program.push({
        op: 'consume',
        accepts: (code) => code !== SLASH && isInRanges(code, node.ranges) !== node.negated,
      });
      return;
    case 'star':
      addLoop(program, () => program.push({ op: 'consume', accepts: (code) => code !== SLASH }));
      return;
    case 'rest':
      addLoop(program, () => program.push({ op: 'consume', accepts: () => true }));
      return;
    case 'folders':
      addLoop(program, () => {
        program.push({ op: 'consume', accepts: (code) => code !== SLASH });
        addNode(program, { kind: 'star' });
        program.push({ op: 'consume', accepts: (code) => code === SLASH });
      });
      return;
    case 'group':
      addGroup(program, node);
  }
}

function addGroup(program: Instruction[], { repeat, alternatives }: GlobNode & { readonly kind: 'group' }): void {
  const addOnce = (): void => addAlternatives(program, alternatives);
  switch (repeat) {
    case 'once':
      addOnce();
      return;
    case 'optional':
      addAlternatives(program, [...alternatives, []]);
      return;
    case 'any':
      addLoop(program, addOnce);
      return;
    case 'some': {
      const start = program.length;
      addOnce();
      program.push({ op: 'split', to: [start, program.length + 1] });
      return;
    }
    case 'none': {
      const jump = reserve(program);
      const start = program.length;
      addOnce();
      program.push({ op: 'end' });
      program[jump] = { op: 'split', to: [program.length] };
      program.push({ op: 'except', start });
    }
  }
}

function addAlternatives(program: Instruction[], alternatives: readonly (readonly GlobNode[])[]): void {
  const split = reserve(program);
  const starts: number[] = [];
  const jumps: number[] = [];
  for (const alternative of alternatives) {
    starts.push(program.length);
    addNodes(program, alternative);
    jumps.push(reserve(program));
  }
  program[split] = { op: 'split', to: starts };
  for (const jump of jumps) program[jump] = { op: 'split', to: [program.length] };
}

/** Adds instructions that run any number of times. */
function addLoop(program: Instruction[], addBody: () => void): void {
  const split = reserve(program);
  addBody();
  program.push({ op: 'split', to: [split] });
  program[split] = { op: 'split', to: [split + 1, program.length] };
}

/** Adds an instruction that is replaced later. @returns its index */
function reserve(program: Instruction[]): number {
  return program.push({ op: 'end' }) - 1;
}

function isInRanges(code: number, ranges: readonly CodeRange[]): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to);
}

/** The run of a program on one path. */
class ProgramRun {
  readonly #program: readonly Instruction[];
  readonly #path: string;
  /** The ends of excepted programs, by instruction and position. */
  readonly #excepted = new Map<string, ReadonlySet<number>>();

  constructor(program: readonly Instruction[], path: string) {
    this.#program = program;
    this.#path = path;
  }

  /** The positions up to a limit at which the program that starts at an instruction and a position can end. */
  endsFrom(start: number, from: number, limit: number): ReadonlySet<number> {
    const ends = new Set<number>();
    // The instructions that are reached at each position.
    const reached = new Map<number, Set<number>>();
    const reach = (position: number, instruction: number): void => {
      const instructions = reached.get(position);
      if (instructions) instructions.add(instruction);
      else reached.set(position, new Set([instruction]));
    };
    reach(from, start);
    for (let position = from; position <= limit && reached.size > 0; position++) {
      // The loop also visits the instructions that are added while it runs.
      for (const index of reached.get(position) ?? []) {
        const instruction = this.#program[index];
        if (instruction === undefined || instruction.op === 'end') ends.add(position);
        else if (instruction.op === 'split') for (const target of instruction.to) reach(position, target);
        else if (instruction.op === 'except') {
          const segmentEnd = this.#segmentEnd(position, limit);
          const excepted = this.#exceptedEnds(instruction.start, position, segmentEnd);
          for (let end = position; end <= segmentEnd; end++) if (!excepted.has(end)) reach(end, index + 1);
        } else if (position < limit && instruction.accepts(this.#path.charCodeAt(position))) {
          reach(position + 1, index + 1);
        }
      }
      reached.delete(position);
    }
    return ends;
  }

  #exceptedEnds(start: number, position: number, limit: number): ReadonlySet<number> {
    const key = `${start} ${position}`;
    let ends = this.#excepted.get(key);
    if (ends === undefined) this.#excepted.set(key, (ends = this.endsFrom(start, position, limit)));
    return ends;
  }

  #segmentEnd(position: number, limit: number): number {
    const slash = this.#path.indexOf('/', position);
    return slash === -1 || slash > limit ? limit : slash;
  }
}
