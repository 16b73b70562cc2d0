import { ApiError } from '../../platform/api-error.ts'

/** Who observes where nobody else is named: sensors that do not exist. */
export const SIMULATOR = 'simulator'
/** How it signs its messages. */
export const SIMULATED_ORIGINATOR = 'APSIS-SIM'

/** Whether a message says itself that its measurements are simulated. */
export const isSaidSimulated = (originator: string, comments: readonly string[]): boolean =>
  originator === SIMULATED_ORIGINATOR || comments.some((one) => /^\s*SIMULATED\b/i.test(one))

/**
 * Whether the simulator may observe an object: a demo satellite or an object of the simulated catalogue, and nothing else. A
 * simulated measurement of a real satellite could end in a real decision. The tables refuse one as well (0084, simulated_for_demo).
 */
export const maySimulate = ({ isDemo }: { readonly isDemo: boolean }): boolean => isDemo

export function requireSimulated(object: { readonly isDemo: boolean; readonly name: string }): void {
  if (maySimulate(object)) return
  const message = `${object.name} is not simulated: simulated sensors observe simulated objects alone. Name a provider that exists.`
  throw new ApiError('unprocessable', message, {
    errors: [{ code: 'simulator.real-object', pointer: '#/providerId', message }],
  })
}
