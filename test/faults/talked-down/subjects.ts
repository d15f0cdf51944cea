import { goTest } from './runners/go-test.ts';
import { jest } from './runners/jest.ts';
import { mocha } from './runners/mocha.ts';
import { nodeTest } from './runners/node-test.ts';
import { pytest, unittest } from './runners/python.ts';
import { vitest } from './runners/vitest.ts';
import type { Subject } from './talked-down.ts';

/** One repository for each test runner. */
export const SUBJECTS: readonly Subject[] = [vitest, jest, mocha, nodeTest, pytest, unittest, goTest];
