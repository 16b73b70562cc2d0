import { sql } from 'kysely'

/** The columns of `screening.encounter` that judge an encounter, under the names of `event/encounter.ts`. */
export const JUDGED = sql`miss_m as "missM", array[miss_r_m, miss_t_m, miss_n_m] as "missRtnM",
  probability, probability_reason as reason`

/** The columns of all figures of an encounter. */
export const FIGURES = sql`${JUDGED}, relative_speed_mps as "relativeSpeedMps",
  array[velocity_r_mps, velocity_t_mps, velocity_n_mps] as "velocityRtnMps", maximum_probability as "maximumProbability"`

/** True if a smaller covariance would give a larger probability; false if no probability was assessed. */
export const IS_DILUTED = sql`coalesce((assessed ->> 'isDiluted')::boolean, false) as "isDiluted"`
