import type { BenchTable } from './row.ts';
import { activation } from './rows/activation.ts';
import { apiSince } from './rows/api-since.ts';
import { attempts } from './rows/attempts.ts';
import { checkChange } from './rows/check-change.ts';
import { checkOneSignature } from './rows/check-one-signature.ts';
import { coldIndex } from './rows/cold-index.ts';
import { confinement } from './rows/confinement.ts';
import { diagnosticsAfterSave } from './rows/diagnostics-after-save.ts';
import { firstChange } from './rows/first-change.ts';
import { existence } from './rows/existence.ts';
import { growth } from './rows/growth.ts';
import { hookStart, hooks } from './rows/hooks.ts';
import { hostBlock } from './rows/host-block.ts';
import { idleStep } from './rows/idle-step.ts';
import { impact } from './rows/impact.ts';
import { impactTokens } from './rows/impact-tokens.ts';
import { largeContract } from './rows/large-contract.ts';
import { mcp } from './rows/mcp.ts';
import { otherLanguages } from './rows/other-languages.ts';
import { planCheck } from './rows/plan-check.ts';
import { planImport } from './rows/plan-import.ts';
import { planPaint } from './rows/plan-paint.ts';
import { retryPrompts } from './rows/retry-prompts.ts';
import { runOverhead } from './rows/run-overhead.ts';
import { savedFile } from './rows/saved-file.ts';
import { signatures } from './rows/signatures.ts';
import { size } from './rows/size.ts';
import { whole } from './rows/whole.ts';

/** All measurements, in the order in which they run. Each runs in its own process, see measure.ts. */
export const measurements: BenchTable = {
  size,
  activation,
  'diagnostics-after-save': diagnosticsAfterSave,
  'host-block': hostBlock,
  impact,
  'impact-tokens': impactTokens,
  'plan-check': planCheck,
  'plan-import': planImport,
  'large-contract': largeContract,
  growth,
  'plan-paint': planPaint,
  signatures,
  'cold-index': coldIndex,
  'saved-file': savedFile,
  'other-languages': otherLanguages,
  existence,
  whole,
  'run-overhead': runOverhead,
  'check-one-signature': checkOneSignature,
  'check-change': checkChange,
  'first-change': firstChange,
  'api-since': apiSince,
  'retry-prompts': retryPrompts,
  attempts,
  confinement,
  'idle-step': idleStep,
  hooks,
  hookStart,
  mcp,
};
