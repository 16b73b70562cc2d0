import { SIMULATED_CLIMATE } from '@apsis/contract/odt/sensor/sensor.ts'
import { sensorWords } from './words.data.ts'

/** Where a share of clear nights comes from: what the platform itself wrote in the language of the reader, else as it was entered. */
export const clearSourceText = (source: string): string =>
  source === SIMULATED_CLIMATE ? sensorWords('simulatedClimate') : source

/** Whether the share is that of a climate: it was measured at no time, and so has no age. */
export const isClimate = (source: string): boolean => source === SIMULATED_CLIMATE
