import { SIMULATED_CLIMATE } from '@apsis/contract/odt/sensor/sensor.ts'
import { sensorWords } from './words.data.ts'

/** Returns the source of a share of clear nights: a text of the platform in the language of the reader, any other as it was entered. */
export const clearSourceText = (source: string): string =>
  source === SIMULATED_CLIMATE ? sensorWords('simulatedClimate') : source

/** True if the share is that of a climate: it was measured at no time, and so has no age. */
export const isClimate = (source: string): boolean => source === SIMULATED_CLIMATE
