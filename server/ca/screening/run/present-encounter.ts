import type { FoundEncounter, FoundParticipant } from './describe-found.ts'
import type { EncounterRow } from './encounter.repository.ts'

type StoredParticipant = FoundParticipant & { readonly id: string }

type Left = 'primary' | 'secondary' | 'probability' | 'assessed' | 'speedMps' | 'periodS'

/** An encounter as it is stored: with the ids of its objects, and its episode once the screening is done. */
export type StoredEncounter = Omit<FoundEncounter, Left> & {
  readonly primary: StoredParticipant
  readonly secondary: StoredParticipant
  readonly probability: Omit<FoundEncounter['probability'], 'reason'> & { readonly reason: string }
  /** Of continuous proximity, from 1 on; undefined where the objects only pass each other. */
  readonly episode: number | undefined
}

export function presentEncounter(row: EncounterRow): StoredEncounter {
  return {
    kind: row.kind,
    seconds: row.seconds,
    primary: { place: row.primary_place, id: row.primary_id, ageS: row.primary_age_s ?? undefined },
    secondary: { place: row.secondary_place, id: row.secondary_id, ageS: row.secondary_age_s ?? undefined },
    missM: row.miss_m,
    relativeSpeedMps: row.relative_speed_mps,
    missRtnM: [row.miss_r_m, row.miss_t_m, row.miss_n_m],
    velocityRtnMps: [row.velocity_r_mps, row.velocity_t_mps, row.velocity_n_mps],
    probability: {
      probability: row.probability,
      reason: row.probability_reason,
      maximumProbability: row.maximum_probability,
      isDiluted: row.assessed?.isDiluted ?? false,
    },
    episode: row.episode ?? undefined,
  }
}
