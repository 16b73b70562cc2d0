import { randomUUID } from 'node:crypto'
import { CARA_TOLERANCE_S, groupToleranceS } from '@apsis/astro/conjunction/group-updates.ts'
import { CO_ORBITING_MPS } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import { missing } from '@apsis/astro/missing.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { AnewFailure } from '@apsis/contract/ca/event/level-by.ts'
import { rankOf } from '@apsis/contract/ca/event/risk-level.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { type KnownSet, newestSets } from '../../tle/element-set.service.ts'
import { type Fleet, readFleet } from '../satellite/record/fleet.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { judgeEncounter } from './encounter.ts'
import * as repository from './estimate.repository.ts'
import { listConjunctionsById, listPairEvents, type Pair, raiseListVersion } from './event.repository.ts'
import { findEvent, readEventMessages, type Target, toTarget, type Writing, writeEvents } from './event-changes.ts'
import {
  ESTIMATE_LINES,
  type EstimateLine,
  isWorse,
  levelOfEstimate,
  type OwnEstimate,
  weaknessOf,
} from './own-estimate.ts'
import * as anew from './screened-anew.repository.ts'

type Key = { readonly tenantId: string; readonly screeningId: string }

/** The part of a screening that is read once for all events. */
type Run = Key & {
  readonly now: Date
  readonly line: EstimateLine
  readonly facts: repository.ScreeningFacts
  readonly primaries: ReadonlyMap<string, repository.PrimaryRow>
  readonly fleet: Fleet
}

/**
 * Makes estimates of events from the results of a screening of our satellites, in the transaction that ends it. Each estimate joins the
 * event of the same two objects that is nearest in time, or opens an event if it matters. An estimate of an older screening of the same
 * satellite and kind is withdrawn if this screening looked for it and did not find it. Only operational orbits count.
 */
export async function writeEstimates(tx: TenantDb, { tenantId, screeningId }: Key, now: Date): Promise<void> {
  const facts = await repository.findDone(tx, screeningId)
  const line = facts && lineOf(facts.type)
  if (facts === undefined || line === undefined) return
  const primaries = new Map((await repository.listPrimaries(tx, screeningId)).map((one) => [one.object_id, one]))
  if (primaries.size === 0) return
  const run: Run = { tenantId, screeningId, now, line, facts, primaries, fleet: await readFleet(tx) }
  const found = await estimatesOf(tx, run)
  // This row lock makes everybody else who changes events of the organisation wait until the transaction ends.
  const changedIn = await raiseListVersion(tx, tenantId)
  const touched = await joinEstimates(tx, run, found)
  const gone = await findGone(tx, run, found)
  for (const one of gone) if (!touched.has(one.conjunctionId)) touched.set(one.conjunctionId, undefined)
  for (const id of await writeTrackOutcomes(tx, run, touched)) if (!touched.has(id)) touched.set(id, undefined)
  await writeTouched(tx, { ...run, changedIn }, { touched, gone })
}

function lineOf(type: string): EstimateLine | undefined {
  const other = type.split('_VS_')[1]
  return other === 'TLE' ? 'CAT' : ESTIMATE_LINES.find((one) => one === other)
}

/** A closest approach of a screening that belongs to no event yet. */
type NewEstimate = Omit<OwnEstimate, 'conjunctionId'> & { readonly primaryId: string }

async function estimatesOf(tx: TenantDb, run: Run): Promise<NewEstimate[]> {
  const { screeningId, facts, primaries, line } = run
  const rows = await repository.listFound(tx, screeningId, [...primaries.keys()])
  // A name is read if none is stored, and a period if the satellite's period alone does not decide the tolerance.
  const asked = rows.filter(
    (row) => row.secondaryName === null || groupToleranceS([row.primaryPeriodS]) > CARA_TOLERANCE_S,
  )
  const sets = await newestSets(tx, [...new Set(asked.map(({ secondaryId }) => Number(secondaryId)))])
  return rows.flatMap((row): NewEstimate[] => {
    const { seconds, primaryId, secondaryId, secondaryName, assessed, primaryPeriodS, neighbour, ...figures } = row
    const primary = primaries.get(primaryId)
    if (primary === undefined) return []
    const volumeM = volumeOf(facts.threshold, primaryId)
    return [
      {
        id: randomUUID(),
        primaryId,
        satelliteId: primary.satellite_id,
        screeningId,
        ephemerisId: primary.ephemeris_id,
        line,
        objectId: secondaryId,
        madeAt: facts.created_at.getTime(),
        tca: facts.from_at.getTime() + seconds * 1000,
        facts: {
          ...figures,
          assessed,
          volumeM,
          toleranceS: groupToleranceS([primaryPeriodS, periodS(sets.get(Number(secondaryId)))]),
          ...otherEpochOf(line, sets.get(Number(secondaryId))),
          ...(neighbour === null ? {} : { neighbour }),
          ownName: primary.name,
          otherName: secondaryName ?? sets.get(Number(secondaryId))?.set.objectName ?? secondaryId,
          fileName: primary.file_name,
          isSimulated: facts.is_simulated || primary.is_simulated,
        },
        ended: null,
        endedAt: null,
        beforeBurnAt: primary.before_burn_at?.getTime() ?? null,
      },
    ]
  })
}

/** Returns the epoch of the other object's element set, if its orbit is an element set. */
const otherEpochOf = (line: EstimateLine, known: KnownSet | undefined) =>
  line !== 'CAT' || known === undefined
    ? {}
    : { otherEpochMs: Date.parse(`${formatTime(known.set.epoch, { digits: 3 })}Z`) }

/** Returns the period of an element set; infinite if none is known, so that only the period of the other orbit counts. */
const periodS = (known: KnownSet | undefined): number =>
  known === undefined ? Number.POSITIVE_INFINITY : (2 * Math.PI) / known.set.meanMotionRadPerS

/** An event that a screening changes, with its earlier row and the new estimates. */
type ChangedEvent = { readonly target: Target; readonly fresh: NewEstimate[] }

async function joinEstimates(
  tx: TenantDb,
  { primaries }: Run,
  found: readonly NewEstimate[],
): Promise<Map<string, ChangedEvent | undefined>> {
  const pairs = [...new Map(found.map((one) => [JSON.stringify(pairOf(one)), pairOf(one)])).values()]
  const targets = (await listPairEvents(tx, pairs)).map(toTarget)
  const touched = new Map<string, ChangedEvent | undefined>()
  for (const one of found) {
    const { low, high } = pairOf(one)
    const isCoOrbiting = one.facts.relativeSpeedMps < CO_ORBITING_MPS
    const meeting = {
      objects: [low, high] as const,
      isCoOrbiting,
      tca: one.tca,
      toleranceS: one.facts.toleranceS,
    }
    let target = findEvent(targets, meeting)
    if (target === undefined) {
      if (!opensEvent(one, primaries)) continue
      target = { id: randomUUID(), ...meeting, row: undefined, messages: [] }
      targets.push(target)
    }
    const entry = touched.get(target.id) ?? { target, fresh: [] }
    touched.set(target.id, entry)
    // If two closest approaches fall into the window of one event, the worse one counts.
    const twin = entry.fresh.findIndex(({ satelliteId }) => satelliteId === one.satelliteId)
    const known = entry.fresh[twin]
    if (known === undefined) entry.fresh.push(one)
    else if (isWorse(one, known, primaries.get(one.primaryId)?.thresholds ?? STANDARD_THRESHOLDS))
      entry.fresh[twin] = one
  }
  return touched
}

/**
 * True if a screening opens a new event. If both orbits have covariances, MEDIUM or a missing probability is enough. If one covariance is
 * of a class of orbits, the level must be HIGH or more, because such covariances give MEDIUM to everything within kilometres.
 */
function opensEvent(one: NewEstimate, primaries: Run['primaries']): boolean {
  const thresholds = primaries.get(one.primaryId)?.thresholds ?? STANDARD_THRESHOLDS
  const estimate = { ...one, conjunctionId: '' }
  if (weaknessOf(estimate) === null) return levelOfEstimate(estimate, thresholds) !== 'LOW'
  return rankOf(judgeEncounter({ ...one.facts, isDiluted: false }, thresholds)) >= rankOf('HIGH')
}

function pairOf({ primaryId, objectId }: NewEstimate): Pair {
  const [low = '', high = ''] = [primaryId, objectId].sort()
  return { low, high }
}

/** Returns valid estimates that the screening could have found again and did not find. */
async function findGone(tx: TenantDb, run: Run, found: readonly NewEstimate[]): Promise<OwnEstimate[]> {
  const { screeningId, line, facts, primaries } = run
  const bySatellite = new Map([...primaries.values()].map((one) => [one.satellite_id, one]))
  const valid = await repository.listValid(tx, {
    satelliteIds: [...bySatellite.keys()],
    line,
    from: facts.from_at,
    to: facts.to_at,
  })
  if (valid.length === 0) return []
  const named = await repository.listNamed(tx, screeningId)
  // The state of an object in a message is good only around the TCA of its event.
  const events = line === 'CDM' ? await anew.listEventsScreened(tx, screeningId) : undefined
  const wasLookedAt = await lookedAtBy(tx, run)
  return valid.filter((one) => {
    const primary = bySatellite.get(one.satelliteId)
    if (primary === undefined || one.madeAt >= facts.created_at.getTime()) return false
    const { tca } = one
    const toleranceMs = (one.facts.toleranceS ?? CARA_TOLERANCE_S) * 1000
    // An approach near an end of the span may have moved out of it.
    if (tca - toleranceMs < facts.from_at.getTime() || tca + toleranceMs > facts.to_at.getTime()) return false
    const isFound = found.some(
      (other) =>
        other.satelliteId === one.satelliteId &&
        other.objectId === one.objectId &&
        // The TCAs of both may differ this much from the TCA of their event.
        Math.abs(other.tca - tca) <= 2 * toleranceMs,
    )
    if (isFound) return false
    // A screening with element sets does not end an estimate with covariances.
    if (weaknessOf(one) === null && primary.ephemeris_id === null) return false
    if (line !== 'CAT' && !named.has(one.objectId)) return false
    if (events !== undefined && !events.has(one.conjunctionId)) return false
    const moment = { tca, toleranceMs }
    if (!wasLookedAt(primary.object_id, moment) || !wasLookedAt(one.objectId, moment)) return false
    return isWithin(one.facts.volumeM, volumeOf(facts.threshold, primary.object_id))
  })
}

type Moment = { readonly tca: number; readonly toleranceMs: number }

/** Returns a function that is true if the screening could follow an object until after a moment. */
async function lookedAtBy(
  tx: TenantDb,
  { screeningId, facts }: Run,
): Promise<(objectId: string, moment: Moment) => boolean> {
  const lost = new Map((await repository.listLost(tx, screeningId)).map((one) => [one.object_id, one.until_s]))
  return (objectId, { tca, toleranceMs }) => {
    const until = lost.get(objectId)
    if (until === undefined) return true
    return until !== null && tca + toleranceMs < facts.from_at.getTime() + until * 1000
  }
}

/**
 * Records for each event that own satellites are screened against the orbit after its newest track, or why this screening has no result; returns
 * the events. A screening that was requested before the track has used an older orbit, and does not count here.
 */
async function writeTrackOutcomes(tx: TenantDb, run: Run, touched: Changes['touched']): Promise<string[]> {
  const { tenantId, screeningId, now, primaries, line } = run
  if (line !== 'CDM') return []
  const tracks = await anew.listTracksScreened(tx, screeningId)
  if (tracks.length === 0) return []
  const ids = tracks.map(({ conjunctionId }) => conjunctionId)
  const known = Map.groupBy(await repository.listEstimates(tx, ids), ({ conjunctionId }) => conjunctionId)
  const wasLookedAt = await lookedAtBy(tx, run)
  const outcomes = tracks.flatMap(({ objects, ...track }) =>
    objects.flatMap((own): anew.NewAnew[] => {
      const primary = primaries.get(own)
      const other = objects.find((one) => one !== own)
      if (primary === undefined || other === undefined) return []
      const before = (known.get(track.conjunctionId) ?? []).filter(
        (one) => one.satelliteId === primary.satellite_id && one.ended === null,
      )
      const found = touched.get(track.conjunctionId)?.fresh.find((one) => one.satelliteId === primary.satellite_id)
      const reason = failureOf({ run, track, primary, other, before, found, wasLookedAt })
      const state = reason === null ? 'DONE' : 'FAILED'
      return [{ ...track, satelliteId: primary.satellite_id, state, reason, screeningId, at: now }]
    }),
  )
  await anew.storeScreenedAnew(tx, tenantId, outcomes)
  return outcomes.map(({ conjunctionId }) => conjunctionId)
}

type ScreenedPair = {
  readonly run: Run
  readonly track: Pick<anew.TrackedPair, 'tca'>
  readonly primary: repository.PrimaryRow
  /** The designator of the other object. */
  readonly other: string
  /** The earlier estimates of this satellite in the event. */
  readonly before: readonly OwnEstimate[]
  /** The result of the screening; undefined if nothing is within its volume. */
  readonly found: NewEstimate | undefined
  readonly wasLookedAt: Awaited<ReturnType<typeof lookedAtBy>>
}

/**
 * Returns the reason why a screening has no result for an orbit after a track; null if it has one. A screening in which the objects do not
 * meet has a result, too.
 */
function failureOf({ run, track, primary, other, before, found, wasLookedAt }: ScreenedPair): AnewFailure | null {
  const moment = { tca: track.tca.getTime(), toleranceMs: 0 }
  const { from_at: from, to_at: to } = run.facts
  if (moment.tca < from.getTime() || moment.tca > to.getTime() || !wasLookedAt(primary.object_id, moment))
    return 'not-reached'
  if (!wasLookedAt(other, moment)) return 'object-lost'
  if (primary.before_burn_at !== null && moment.tca > primary.before_burn_at.getTime()) return 'before-burn'
  // An orbit without covariances does not withdraw estimates with them.
  const wasCredible = before.some((one) => weaknessOf(one) === null)
  const isCredible =
    found === undefined ? primary.ephemeris_id !== null : weaknessOf({ ...found, conjunctionId: '' }) === null
  return wasCredible && !isCredible ? 'weaker' : null
}

type Changes = {
  readonly touched: ReadonlyMap<string, ChangedEvent | undefined>
  readonly gone: readonly OwnEstimate[]
}

async function writeTouched(
  tx: TenantDb,
  run: Run & { readonly changedIn: number },
  { touched, gone }: Changes,
): Promise<void> {
  const { tenantId, screeningId, now, facts } = run
  const ids = [...touched.keys()]
  const before = Map.groupBy(await repository.listEstimates(tx, ids), ({ conjunctionId }) => conjunctionId)
  const targets = await targetsOf(tx, touched)
  const messagesOf = await readEventMessages(tx, ids)
  const at = new Date(facts.created_at)
  const writings: Writing[] = []
  const written: { fresh: OwnEstimate[]; replaced: string[]; withdrawn: string[] } = {
    fresh: [],
    replaced: [],
    withdrawn: [],
  }
  for (const target of targets) {
    const known = before.get(target.id) ?? []
    const fresh = (touched.get(target.id)?.fresh ?? [])
      .filter(
        (one) =>
          !known.some(({ screeningId: by, satelliteId }) => by === screeningId && satelliteId === one.satelliteId),
      )
      .map(({ primaryId: _primary, ...one }): OwnEstimate => {
        const isOlder = known.some((other) => isSameLine(one, other) && other.madeAt > one.madeAt)
        const ending = isOlder ? ({ ended: 'SUPERSEDED', endedAt: now.getTime() } as const) : {}
        return { ...one, conjunctionId: target.id, ...ending }
      })
    const replaced = known.filter(
      (one) => one.ended === null && fresh.some((other) => isSameLine(one, other) && replaces(other, one)),
    )
    const withdrawn = gone.filter(({ conjunctionId }) => conjunctionId === target.id)
    const ended = (one: OwnEstimate): OwnEstimate => {
      if (replaced.includes(one)) return { ...one, ended: 'SUPERSEDED', endedAt: at.getTime() }
      const isGone = withdrawn.some(({ id }) => id === one.id)
      return isGone ? { ...one, ended: 'WITHDRAWN', endedAt: at.getTime() } : one
    }
    const estimates = [...known.map(ended), ...fresh]
    const own = ownOfTarget(target, run.fleet)
    writings.push({ target, messages: messagesOf.get(target.id), estimates, own, reason: 'screening' })
    written.fresh.push(...fresh)
    written.replaced.push(...replaced.map(({ id }) => id))
    written.withdrawn.push(...withdrawn.map(({ id }) => id))
  }
  // All events are read at once: each statement is a round trip during which everybody else waits.
  await writeEvents(tx, { tenantId, now, changedIn: run.changedIn }, writings)
  await repository.insertEstimates(tx, tenantId, written.fresh)
  await repository.endEstimates(tx, { ids: written.replaced, ended: 'SUPERSEDED', at, by: screeningId })
  await repository.endEstimates(tx, { ids: written.withdrawn, ended: 'WITHDRAWN', at, by: screeningId })
}

const isSameLine = (one: Pick<OwnEstimate, 'satelliteId' | 'line'>, other: OwnEstimate) =>
  one.satelliteId === other.satelliteId && one.line === other.line

/** True if a newer estimate replaces an older one; an estimate from element sets does not replace an estimate with covariances. */
const replaces = (newer: OwnEstimate, older: OwnEstimate) =>
  newer.madeAt > older.madeAt && (weaknessOf(newer) === null || weaknessOf(older) !== null)

async function targetsOf(tx: TenantDb, touched: Changes['touched']): Promise<Target[]> {
  const missing = [...touched].filter(([, one]) => one === undefined).map(([id]) => id)
  const rows = await listConjunctionsById(tx, missing)
  return [...[...touched.values()].flatMap((one) => (one === undefined ? [] : [one.target])), ...rows.map(toTarget)]
}

/** Returns our satellites among the two objects, in the order of the event's messages: object 1 first. */
export function ownOfTarget({ objects }: Pick<Target, 'objects'>, { byNumber }: Fleet) {
  const [low, high] = objects.map((object) => byNumber.get(object))
  if (low !== undefined && high !== undefined) {
    const [first = '', second = ''] = objects
    return Number(second) < Number(first) ? ([high, low] as const) : ([low, high] as const)
  }
  return [low ?? high, undefined] as const
}

type Box = { readonly radialM: number; readonly transverseM: number; readonly normalM: number }
type StoredVolume = {
  readonly thresholdM?: number
  readonly box?: Box
  readonly boxes?: readonly (readonly [place: number, box: Box, objectId?: string])[]
}

/**
 * Returns half the lengths of the edges, along R, T and N, of the volume that a screening covers around one of its primaries, m. Different boxes
 * are stored by the places and numbers of the primaries; a sphere has the same size in all directions.
 */
export function volumeOf(threshold: unknown, objectId: string): Vec3 {
  const { thresholdM = 0, box, boxes } = threshold as StoredVolume
  const own = box ?? boxes?.find(([, , id]) => id === objectId)?.[1]
  return own === undefined ? [thresholdM, thresholdM, thresholdM] : [own.radialM, own.transverseM, own.normalM]
}

/** True if a screening of the outer volume would have found the results of the inner one. */
const isWithin = (inner: Vec3, outer: Vec3): boolean => inner.every((side, axis) => side <= (outer[axis] ?? missing()))
