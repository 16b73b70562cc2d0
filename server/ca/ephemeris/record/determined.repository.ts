import { sql } from 'kysely'
import { PLAN_ORIGINATOR } from './plan-originator.ts'

/**
 * The latest time at which a file was made: an orbit from before a burn is a forecast of it, whatever later times it covers. Every
 * file was made before it arrived, even if its CREATION_DATE is later; without a CREATION_DATE `least` is the arrival.
 */
export const MADE = sql`least(made_at, uploaded_at)`
/** A file that was written for a plan is the plan's own prediction: it states what was wanted, and proves nothing. */
export const IS_DETERMINED = sql`coalesce(originator, '') <> ${sql.lit(PLAN_ORIGINATOR)}`
