import type { EncounterObject } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import type { WhatIf } from '../view/view.ts'
import { type OwnState, ownState } from './own-state.ts'

/** The probability with another radius or other covariances: a separate number, which is never stored. */
export type WhatIfResult =
  | {
      readonly ok: true
      readonly probability: number
      readonly method: string
      readonly isReliable: boolean
      /** The result for the own ephemeris; undefined if none was tried. */
      readonly own: Pick<Extract<OwnState, { ok: true }>, 'apartM' | 'hasCovariance'> | undefined
    }
  | { readonly ok: false; readonly reason: string }

type Input = {
  readonly text: string
  readonly radiusM: number
  readonly tried: WhatIf
  /** The text of an ephemeris of object 1. */
  readonly own?: string | undefined
}

/**
 * Returns the probability from a message’s own file, computed like `apsis pc`, with the changed inputs. First an ephemeris of our own
 * replaces state and covariance of object 1. A factor on a covariance then applies to all of it, velocities too. Without any change the
 * result is the recomputed value.
 */
export function tryOut({ text, radiusM, tried, own }: Input): WhatIfResult {
  const reading = readCdm(text, { strict: false })
  if (!reading.ok) return { ok: false, reason: 'unreadable' }
  const { message } = reading
  const [reported, second] = message.objects
  const state = own === undefined ? undefined : ownState(reported, message.relative.tca, own)
  if (state?.ok === false) return state
  const first = state?.object ?? reported
  const objects = [scaled(first, tried.scale1 ?? 1), scaled(second, tried.scale2 ?? 1)] as const
  const radius = { radiusM: tried.radiusM ?? radiusM, from: 'what-if' }
  const { assessment, error } = assessCdm({ ...message, objects }, { radius })
  if (!assessment) return { ok: false, reason: error ?? 'unreadable' }
  const { probability, method, reason, isReliable } = assessment
  return probability === null || method === null
    ? { ok: false, reason }
    : {
        ok: true,
        probability,
        method,
        isReliable,
        own: state && { apartM: state.apartM, hasCovariance: state.hasCovariance },
      }
}

type WithCovariance = { readonly covariance: { readonly matrix: EncounterObject['covariance'] } }

function scaled<T extends WithCovariance>(object: T, factor: number): T {
  if (factor === 1) return object
  const matrix = object.covariance.matrix.map((row) => row.map((value) => value * factor))
  return { ...object, covariance: { ...object.covariance, matrix } }
}
