import type { StageExecutor } from '../step/stage-executor.ts';
import { ARCHITECTURE_STAGE } from './architecture-stage.ts';
import { DocumentExecutor } from './document-executor.ts';
import type { DocumentExecutorServices } from './document-executor-services.ts';
import { INTAKE_STAGE } from './intake-stage.ts';
import { INTERFACES_STAGE } from './interfaces-stage.ts';
import { PLANNING_STAGE } from './planning-stage.ts';

/** The executors of the stages whose result is a document: intake, architecture, interfaces and planning. */
export function createDocumentExecutors(services: DocumentExecutorServices): readonly StageExecutor[] {
  return [
    new DocumentExecutor(INTAKE_STAGE, services),
    new DocumentExecutor(ARCHITECTURE_STAGE, services),
    new DocumentExecutor(INTERFACES_STAGE, services),
    new DocumentExecutor(PLANNING_STAGE, services),
  ];
}
