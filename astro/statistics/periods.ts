import { SECONDS_PER_DAY } from '../constants.ts'

/** The month of every statistic, days: a period of fixed length, not a calendar month (specification, section 9). */
export const DAYS_PER_MONTH = 30
/** The year of every statistic, days: the Julian year (specification, section 9). */
export const DAYS_PER_YEAR = 365.25
export const SECONDS_PER_YEAR = DAYS_PER_YEAR * SECONDS_PER_DAY
