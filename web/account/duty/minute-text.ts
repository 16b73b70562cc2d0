import { typedTime } from '../../clock/typed-instant.ts'

/** Returns an instant in the format of the input field. */
export const minuteText = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

/** True if a text is a day of the calendar, for example `2026-11-23`. */
export const isDay = (text: string): boolean => typedTime(`${text} 00:00`) !== undefined
