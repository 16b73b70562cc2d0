import { ApiError } from '../../platform/api-error.ts'

/** The provider if no other is named: its sensors do not exist. */
export const SIMULATOR = 'simulator'
/** The originator of its messages. */
export const SIMULATED_ORIGINATOR = 'APSIS-SIM'

/** Returns true if a message itself says that its measurements are simulated. */
export const isSaidSimulated = (originator: string, comments: readonly string[]): boolean =>
  originator === SIMULATED_ORIGINATOR || comments.some((one) => /^\s*SIMULATED\b/i.test(one))

/**
 * Returns true if the simulator may observe an object: only a demo satellite or an object of the simulated catalogue. A simulated measurement of a
 * real satellite could lead to a real decision. The tables refuse such a measurement, too (0084, simulated_for_demo).
 */
export const maySimulate = ({ isDemo }: { readonly isDemo: boolean }): boolean => isDemo

export function requireSimulated(object: { readonly isDemo: boolean; readonly name: string }): void {
  if (maySimulate(object)) return
  const message = `${object.name} is not simulated: simulated sensors observe simulated objects alone. Name a provider that exists.`
  throw new ApiError('unprocessable', message, {
    errors: [{ code: 'simulator.real-object', pointer: '#/providerId', message }],
  })
}
