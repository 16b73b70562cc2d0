import { sql } from 'kysely'
import { PLAN_ORIGINATOR } from './plan-originator.ts'

/**
 * When a file was made at the latest: an orbit of before a burn is a forecast of it, whatever it says of later times. What had arrived by
 * then was made by then, even where its CREATION_DATE is later; without a CREATION_DATE `least` is the arrival.
 */
export const MADE = sql`least(made_at, uploaded_at)`
/** A file that a plan was written to is its own prediction: it says what was wanted, and shows nothing. */
export const IS_DETERMINED = sql`coalesce(originator, '') <> ${sql.lit(PLAN_ORIGINATOR)}`
