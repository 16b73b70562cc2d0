import { formatInstant } from '../../clock/format.ts'

/** `11-21 19:27`: the year is that of today, and the head says the time scale. */
export const shortTime = (ms: number) => formatInstant(ms).slice(5, 16)
