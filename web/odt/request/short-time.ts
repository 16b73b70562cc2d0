import { formatInstant } from '../../clock/format.ts'

/** Returns `11-21 19:27`: the year is the current one, and the head names the time scale. */
export const shortTime = (ms: number) => formatInstant(ms).slice(5, 16)
