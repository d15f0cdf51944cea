import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Policy } from '../../../src/pipeline/state/policy.ts';

/** What a step process works on. */
export interface ProcessTerms {
  readonly repository: string;
  readonly place:
    | { readonly kind: 'local'; readonly database: string }
    | { readonly kind: 'github'; readonly apiUrl: string; readonly gitUrl: string; readonly token: string };
  readonly items: readonly string[];
  /** Limits besides the default ones. */
  readonly policy?: Pick<Policy, 'maxCostUsd'>;
  /** Several sub-items at the same time: it prints `reached` when so many attempts run, and never ends them. */
  readonly hangingAttempts?: number;
  /** Where it pauses: at a change, counted from 1. */
  readonly pause?: { readonly change: number; readonly moment: 'before' | 'after' };
}

export interface StepChild {
  readonly process: ChildProcess;
  /** Whether the process paused. False if it ended before. */
  readonly hasPaused: Promise<boolean>;
  /** The lines that it printed, once it has ended. */
  readonly output: Promise<string>;
}

/** Starts a process that performs steps. */
export function startStepChild(terms: ProcessTerms): StepChild {
  const script = fileURLToPath(new URL('step-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(terms)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let text = '';
  const hasPaused = new Promise<boolean>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (/^reached$/m.test(text)) resolve(true);
    });
    child.on('close', () => {
      resolve(false);
    });
  });
  const output = new Promise<string>((resolve) => {
    child.on('close', () => {
      resolve(text);
    });
  });
  return { process: child, hasPaused, output };
}
