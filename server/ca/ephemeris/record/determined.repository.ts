import { sql } from 'kysely'
import { PLAN_ORIGINATOR } from './plan-originator.ts'

/**
 * The latest time at which a file can have been made. An orbit that was made before a burn only predicts it, whatever later times the orbit
 * covers. Every file was made before it arrived, even if its CREATION_DATE is later; without a CREATION_DATE `least` returns the time of arrival.
 */
export const MADE = sql`least(made_at, uploaded_at)`
/** A file that was written for a plan is the plan's own prediction: it states the intention, and proves nothing. */
export const IS_DETERMINED = sql`coalesce(originator, '') <> ${sql.lit(PLAN_ORIGINATOR)}`
