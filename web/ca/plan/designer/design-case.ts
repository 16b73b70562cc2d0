import { confirmationOf } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { knownBlackouts } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { now, useNow } from '../../../clock/clock.ts'
import { noticesQuery } from '../../announced/notices.ts'
import { commandsOf } from '../../contact/contacts-query.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import type { DesignCase } from './design.ts'
import { nextBurnOf } from './planned-burn.ts'

type CaseSources = {
  readonly satellite: Satellite
  readonly message: NumberedMessage
  readonly text: string
  readonly contacts: SatelliteContacts
  /** The announced burns of the satellite. */
  readonly notices?: readonly BurnNotice[]
}

/** Returns the inputs of a plan, with the server's method of confirmation; undefined if data is missing or there is no engine. */
export function caseOf(
  { satellite, message, text, contacts, notices = [] }: CaseSources,
  nowMs: number,
): DesignCase | undefined {
  const { propulsion, wetMass, thresholds, blackoutInEclipse, dragCoefficient } = satellite.configuration
  const { assessment, conjunctionId, object1, object2 } = message.cdm
  const designator = String(satellite.noradId)
  const { hardBodyRadius, ...assessed } = assessment
  const confirmation = confirmationOf({ ...assessed, relativeSpeedMps: message.cdm.conjunctionData.relativeSpeed })
  if (confirmation === null || hardBodyRadius === null) return undefined
  if (propulsion.type !== 'IMPULSIVE' && propulsion.type !== 'CONTINUOUS') return undefined
  const { method, confirmedBy, isBySeparation, meetsAgain } = confirmation
  return {
    text,
    designator,
    pair: pairOf(conjunctionId ?? '', object1.designator === designator ? object2.designator : object1.designator),
    radiusM: hardBodyRadius,
    method: confirmedBy,
    isPlaneOff: isBySeparation || confirmedBy !== method,
    isBySeparation,
    meetsAgain,
    acceptedDistanceM: thresholds.acceptedMinimumDistanceM,
    propulsion,
    nowMs,
    massKg: wetMass ?? null,
    dragAreaM2: satellite.derived.dragArea,
    dragCoefficient,
    contacts: commandsOf(contacts),
    acceptedProbability: thresholds.acceptedCollisionProbability,
    strategy: satellite.configuration.strategy,
    nextBurn: nextBurnOf(notices, Date.parse(message.cdm.conjunctionData.tca)),
    blackouts: knownBlackouts(satellite.configuration, contacts.contacts),
    blackoutInEclipse,
  }
}

/**
 * Returns the case with the message and assessment with which the page was opened, until the user follows a newer one: a plan never changes
 * its basis by accident.
 */
export function useCase(sources: Omit<CaseSources, 'notices'>): DesignCase | undefined {
  const [openedAt] = useState(now)
  const tickMs = useNow('fiveMinutes')
  const notices = useQuery(noticesQuery(sources.satellite.noradId))
  return caseOf({ ...sources, notices: notices.data ?? [] }, Math.max(openedAt, tickMs))
}
