import { achievablePostconditions } from './achievable-postconditions.ts';
import { behaviorCheck } from './behavior-check.ts';
import { codeSyntax } from './code-syntax.ts';
import { commandDependencies } from './command-dependencies.ts';
import { conditions } from './conditions.ts';
import { consumedExports } from './consumed-exports.ts';
import { consumedSignatures } from './consumed-signatures.ts';
import { contextFiles } from './context-files.ts';
import { contradictoryConditions } from './contradictory-conditions.ts';
import { coveredFiles } from './covered-files.ts';
import { gateModes } from './gate-modes.ts';
import { parallelWrites } from './parallel-writes.ts';
import { patternAnchors } from './pattern-anchors.ts';
import type { PlanRule } from './plan-rule.ts';
import { presentCreates } from './present-creates.ts';
import { satisfiablePreconditions } from './satisfiable-preconditions.ts';
import { structure } from './structure.ts';
import { unreadLanguages } from './unread-languages.ts';
import { vacuousChunk } from './vacuous-chunk.ts';
import { verifyContract } from './verify-contract.ts';
import { verifyNotInAcceptance } from './verify-not-in-acceptance.ts';

/** Every rule of a plan. The first rule that claims a problem of the contract reader reports it. */
export const PLAN_RULES: readonly PlanRule[] = [
  conditions,
  structure,
  satisfiablePreconditions,
  contradictoryConditions,
  achievablePostconditions,
  coveredFiles,
  commandDependencies,
  verifyContract,
  verifyNotInAcceptance,
  consumedExports,
  consumedSignatures,
  parallelWrites,
  contextFiles,
  gateModes,
  patternAnchors,
  unreadLanguages,
  codeSyntax,
  behaviorCheck,
  presentCreates,
  vacuousChunk,
];
