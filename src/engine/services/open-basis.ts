import type { EngineBasis } from './engine-basis.ts';
import type { EngineOptions } from './engine-options.ts';
import type { EngineServices } from './engine-services.ts';

type Services = Omit<EngineBasis, 'environment' | 'keys' | 'historyFile' | 'closeWithEngine'> &
  Pick<EngineServices, 'histories'>;

/** Offers the parts of a folder's engine to products above it. Disposing it closes what they left to the engine. */
export function openBasis(
  services: Services,
  { models, settings }: Pick<EngineOptions, 'models' | 'settings'>,
): EngineBasis & AsyncDisposable {
  const parts: AsyncDisposable[] = [];
  return {
    environment: settings.environment,
    keys: models.keys,
    repository: () => services.repository(),
    configuration: () => services.configuration(),
    telemetry: () => services.telemetry(),
    history: () => services.history(),
    openOrCreateHistory: () => services.openOrCreateHistory(),
    historyFile: () => services.histories.file(),
    openServicesOf: (...values) => services.openServicesOf(...values),
    domainContext: (...values) => services.domainContext(...values),
    closeWithEngine: (part) => void parts.push(part),
    async [Symbol.asyncDispose]() {
      for (const part of parts.splice(0).reverse()) await part[Symbol.asyncDispose]();
    },
  };
}
