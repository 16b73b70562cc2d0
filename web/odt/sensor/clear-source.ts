import { SIMULATED_CLIMATE } from '@apsis/contract/odt/sensor/sensor.ts'
import { sensorWords } from './words.data.ts'

/** Returns the source of a share of clear nights: a source of the platform in the language of the reader, any other as it was entered. */
export const clearSourceText = (source: string): string =>
  source === SIMULATED_CLIMATE ? sensorWords('simulatedClimate') : source

/** True if the share is from a climate model: it was not measured at a time, so it has no age. */
export const isClimate = (source: string): boolean => source === SIMULATED_CLIMATE
