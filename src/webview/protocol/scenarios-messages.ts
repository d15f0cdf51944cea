/** The messages between the extension and the scenarios panel. */
import * as z from 'zod';
import { scenariosViewSchema } from './scenarios-panel-data.ts';
import { sourceLocationSchema } from './source-location.ts';

/** The state that survives a reload of the window. */
export const scenariosMemorySchema = z.object({
  /** The URI of the workspace folder. */
  folder: z.string(),
});

/** From the extension to the panel. */
export const messageToScenariosPanelSchema = z.object({
  type: z.literal('show'),
  memory: scenariosMemorySchema,
  view: scenariosViewSchema,
});

/** From the panel to the extension. */
export const messageFromScenariosPanelSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('open-location'), location: sourceLocationSchema }),
  z.object({ type: z.literal('act'), action: z.enum(['run', 'cancel', 'copy']) }),
]);

export type ScenariosMemory = z.infer<typeof scenariosMemorySchema>;
export type MessageToScenariosPanel = z.infer<typeof messageToScenariosPanelSchema>;
export type MessageFromScenariosPanel = z.infer<typeof messageFromScenariosPanelSchema>;
