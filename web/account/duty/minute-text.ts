import { typedTime } from '../../clock/typed-instant.ts'

/** An instant as it is entered. */
export const minuteText = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** True if a text is a day of the calendar, `2026-11-23`. */
export const isDay = (text: string): boolean => typedTime(`${text} 00:00`) !== undefined
