/** The data that can show the actual burn, best first. */
export const EXECUTION_SOURCES = ['EPHEMERIS', 'TRACKS', 'MESSAGE', 'ELEMENT_SETS'] as const
export type ExecutionSource = (typeof EXECUTION_SOURCES)[number]
