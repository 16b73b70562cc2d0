/**
 * Computes a week of passes over one site and compares with satellite.js in the same run, twice: by its usual search (two samples a minute, then
 * halving), and by the same search with longer steps where the satellite is far below the horizon. Apsis uses polar motion and UT1 and is exact to
 * ten milliseconds; the others use sidereal time alone, to a tenth of a second. Gates: the passes are the same; twenty sites take no more than the
 * limit and less than the peer; and the same limits hold for twenty telescopes, which need darkness, sunlight, a distant Moon and brightness, by the
 * work that the API hands to its thread pool, and over HTTP. `--busy` measures on a machine that others use, and judges no time.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeStation } from '@apsis/astro/frames/topocentric.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { formatTle } from '@apsis/astro/sgp4/format-tle.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { propagateSgp4 } from '@apsis/astro/sgp4/propagate.ts'
import { parseTle } from '@apsis/astro/sgp4/tle.ts'
import { addSeconds, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad } from '@apsis/astro/units.ts'
import { flatMask } from '@apsis/astro/visibility/mask.ts'
import { earthTurns, pathOfElements } from '@apsis/astro/visibility/path.ts'
import { passesOnPath } from '@apsis/astro/visibility/path-passes.ts'
import { ecfToLookAngles, eciToEcf, gstime, propagate, type SatRec, twoline2satrec } from 'satellite.js'
import { foreignCoresNow, MOST_FOREIGN_CORES } from './measures/quiet.ts'
import { lightMs, telescopesAt } from './passes/light.ts'
import { measureOverHttp } from './passes/over-http.ts'
import { machineLine, median } from './stage/machine.ts'

const USAGE = 'Usage: npm run bench -- passes [--objects N] [--peer-objects N] [--seed N] [--busy]'
const START = '2026-11-20T00:00:00Z'
const WEEK_S = 7 * 86_400
const SITE = { latDeg: 48.2, lonDeg: 16.37, heightM: 171 }
const MASK_DEG = 10
const PEER_STEP_S = 30
const PEER_ERROR_S = 0.1
/**
 * No low satellite climbs faster while it is below the mask: this is 8 km/s at a distance of 800 km, and even a satellite at an altitude of 200 km is
 * that far away there.
 */
const MOST_CLIMB_RAD_PER_S = 0.01
/** The time limits: two cores have ten seconds for the whole network, and one satellite 0.3 s. */
const [MOST_NETWORK_S, MOST_ONE_MS] = [20, 300]
/** The peer uses no polar motion and no UT1, and finds the ends of a pass to a tenth of a second; over a week, all this makes 0.1 to 0.2 s. */
const MOST_APART_S = 0.5
/** The number of objects with which the peer's network search is timed. */
const PEER_NETWORK_OBJECTS = 3
/** The peer's step may miss passes shorter than this. */
const SHORT_S = 2 * PEER_STEP_S

const { values } = parseArgs({
  options: {
    objects: { type: 'string', default: '1000' },
    'peer-objects': { type: 'string', default: '100' },
    seed: { type: 'string', default: '20261120' },
    busy: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const [objects, peerObjects, seed] = [Number(values.objects), Number(values['peer-objects']), Number(values.seed)]

type Twin = { readonly model: Sgp4Model; readonly record: SatRec; readonly text: string }
/** The rise and the set, in seconds from the start. */
type Span = readonly [startS: number, endS: number]

const start = parseTime(START)
const end = addSeconds(start, WEEK_S)
const startMs = Date.parse(START)
const station = makeStation({ latRad: degToRad(SITE.latDeg), lonRad: degToRad(SITE.lonDeg), heightM: SITE.heightM })
const peerSite = { latitude: degToRad(SITE.latDeg), longitude: degToRad(SITE.lonDeg), height: SITE.heightM / 1000 }

/** Makes low satellites that stay up for the whole week, from the same two lines for Apsis and the peer. */
function makeTwins(): Twin[] {
  const sets = makeCatalogue({ seed, size: 4 * objects, epoch: start })
  const twins = sets.map((set) => {
    const [line1, line2] = formatTle(set)
    return { model: initSgp4(parseTle(line1, line2)), record: twoline2satrec(line1, line2), text: `${line1}\n${line2}` }
  })
  const flies = ({ model }: Twin) =>
    model.deep === undefined && [start, end].every((epoch) => propagateSgp4(model, epoch).ok)
  return twins.filter(flies).slice(0, objects)
}

function ourPasses({ model }: Twin): Span[] {
  const path = pathOfElements(model, earthTurns('TEME', start, WEEK_S))
  const passes = passesOnPath(path, { station, mask: flatMask(degToRad(MASK_DEG)) })
  return passes.map((pass): Span => [secondsBetween(start, pass.start.epoch), secondsBetween(start, pass.end.epoch)])
}

const usualPasses = (twin: Twin) => peerPasses(twin, () => PEER_STEP_S)
/** A step is at most as long as the satellite needs to rise to the mask, or the peer's usual step if that is longer. */
const stridingPasses = (twin: Twin) =>
  peerPasses(twin, (belowRad) => Math.max(PEER_STEP_S, belowRad / MOST_CLIMB_RAD_PER_S))

function peerPasses({ record }: Twin, stepS: (belowRad: number) => number, site = peerSite): Span[] {
  const aboveRad = (seconds: number) => {
    const at = new Date(startMs + seconds * 1000)
    const state = propagate(record, at)
    if (!state) throw new Error('the peer has no state')
    return ecfToLookAngles(site, eciToEcf(state.position, gstime(at))).elevation - degToRad(MASK_DEG)
  }
  const isUp = (seconds: number) => aboveRad(seconds) > 0
  const edge = (from: number, to: number): number => {
    if (to - from < PEER_ERROR_S) return to
    const middle = (from + to) / 2
    return isUp(middle) === isUp(from) ? edge(middle, to) : edge(from, middle)
  }
  const spans: Span[] = []
  let [before, above] = [0, aboveRad(0)]
  let rise = above > 0 ? 0 : undefined
  for (;;) {
    const seconds = before + stepS(-above)
    if (seconds > WEEK_S) break
    above = aboveRad(seconds)
    if (above > 0 && rise === undefined) rise = edge(before, seconds)
    else if (above <= 0 && rise !== undefined) {
      spans.push([rise, edge(before, seconds)])
      rise = undefined
    }
    before = seconds
  }
  return rise === undefined ? spans : [...spans, [rise, WEEK_S]]
}

/** Returns the processor time in ms for each object, and the passes found. */
function timed(twins: readonly Twin[], find: (twin: Twin) => Span[]) {
  const found: Span[][] = []
  const times = twins.map((twin) => {
    const began = process.cpuUsage()
    found.push(find(twin))
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  })
  return { found, perObjectMs: median(times), totalMs: times.reduce((sum, time) => sum + time, 0) }
}

/** The sites cover the Earth about evenly: each is turned by the golden angle from the previous one. */
const PLACES = Array.from({ length: 20 }, (_, k) => ({
  latRad: Math.asin(1 - (2 * k + 1) / 20),
  lonRad: k * Math.PI * (3 - Math.sqrt(5)),
}))
const NETWORK = PLACES.map((place) => makeStation({ ...place, heightM: 0 }))

/** Returns the peer's processor time, s, for the same twenty sites. */
function peerNetworkSeconds(twins: readonly Twin[]): number {
  const began = process.cpuUsage()
  for (const twin of twins)
    for (const { latRad, lonRad } of PLACES)
      peerPasses(twin, () => PEER_STEP_S, { latitude: latRad, longitude: lonRad, height: 0 })
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1e6
}

/** Returns the processor time, s, of a week over twenty sites for all objects; each path is computed once. */
function networkSeconds(twins: readonly Twin[]): { readonly seconds: number; readonly passes: number } {
  const began = process.cpuUsage()
  const turns = earthTurns('TEME', start, WEEK_S)
  const mask = flatMask(degToRad(MASK_DEG))
  let passes = 0
  for (const { model } of twins) {
    const path = pathOfElements(model, turns)
    for (const site of NETWORK) passes += passesOnPath(path, { station: site, mask }).length
  }
  const { user, system } = process.cpuUsage(began)
  return { seconds: (user + system) / 1e6, passes }
}

/** Counts the passes that both programs found and those that only one found, and compares the times of the common ones. */
function compare(ours: readonly Span[][], theirs: readonly Span[][]) {
  let [both, farthestS, oursOnly, theirsOnly] = [0, 0, 0, 0]
  for (const [place, spans] of theirs.entries()) {
    const own = ours[place] ?? []
    const twinOf = ([from, to]: Span, among: readonly Span[]) => among.find(([a, b]) => a < to && b > from)
    for (const span of spans) {
      const twin = twinOf(span, own)
      if (twin === undefined) theirsOnly += 1
      else {
        both += 1
        farthestS = Math.max(farthestS, Math.abs(twin[0] - span[0]), Math.abs(twin[1] - span[1]))
      }
    }
    oursOnly += own.filter((span) => twinOf(span, spans) === undefined && span[1] - span[0] > SHORT_S).length
  }
  return { both, farthestS, oursOnly, theirsOnly }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Returns the time limits that were exceeded; on a machine that others use, none is judged. */
function lateOf({
  networkS,
  oneMs,
  lightObjectMs,
  httpMs,
  ofObjects,
}: Record<'networkS' | 'oneMs' | 'lightObjectMs' | 'httpMs' | 'ofObjects', number>) {
  // The goal is for a thousand objects, so it is scaled to the number of objects here.
  return [
    ...(networkS <= (MOST_NETWORK_S * ofObjects) / 1_000 ? [] : ['the network takes longer than 10 s on two cores']),
    ...(lightObjectMs <= MOST_NETWORK_S ? [] : ['the network of telescopes takes longer than 10 s on two cores']),
    ...(oneMs <= MOST_ONE_MS ? [] : [`one satellite takes more than ${MOST_ONE_MS} ms`]),
    ...(httpMs <= MOST_ONE_MS ? [] : [`one satellite over HTTP takes more than ${MOST_ONE_MS} ms`]),
    ...(lightObjectMs <= MOST_ONE_MS ? [] : [`one satellite over telescopes takes more than ${MOST_ONE_MS} ms`]),
  ]
}

/** A week over twenty telescopes, for which light matters. */
const asked = { sensors: telescopesAt(PLACES), from: START, to: new Date(startMs + 1_000 * WEEK_S).toISOString() }

/** Measures twenty telescopes: passes with darkness, sunlight, Moon and brightness, computed as the API's thread pool computes them. */
function sayLight(sample: readonly Twin[]): number {
  const texts = sample.map(({ text }) => text)
  lightMs(texts.slice(0, 5), asked)
  const found = lightMs(texts, asked)
  say(
    `telescopes    ${PLACES.length} sites: ${found.perObjectMs.toFixed(1)} ms of one core an object on ${texts.length} of them, which is ${found.perObjectMs.toFixed(1)} s for a thousand; ${found.seen} of ${found.passes} passes can be observed; at most ${MOST_NETWORK_S} ms`,
  )
  return found.perObjectMs
}

/** Measures the same requests as a program sends them; the time for a thousand depends on how organisations take turns. */
async function sayOverHttp(sample: readonly Twin[]) {
  const { oneMs, perObjectMs, bytes } = await measureOverHttp(
    sample.map(({ text }) => text),
    asked,
  )
  say(
    `over HTTP     ${PLACES.length} telescopes: ${oneMs.toFixed(0)} ms until one answer of ${(bytes / 1e6).toFixed(2)} MB is there, the median of 20, at most ${MOST_ONE_MS}; ${perObjectMs.toFixed(1)} ms an object on ${sample.length} of them for one organisation, which keeps all processors but one busy at most`,
  )
  return { oneMs, perObjectMs }
}

async function main(): Promise<number> {
  if (values.help || ![objects, peerObjects, seed].every((value) => Number.isInteger(value) && value > 0)) {
    say(USAGE)
    return values.help ? 0 : 2
  }
  const root: { devDependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const foreign = await foreignCoresNow()
  const isBusy = foreign > MOST_FOREIGN_CORES
  if (isBusy && !values.busy) {
    say(
      `Others use ${foreign.toFixed(2)} cores of this machine: what is measured now says nothing. --busy measures all the same.`,
    )
    return 2
  }
  say(`${machineLine()}; satellite.js ${root.devDependencies['satellite.js']}; one core, processor time`)
  const twins = makeTwins()
  say(`${twins.length} simulated low satellites (seed ${seed}), one site, 7 days, above ${MASK_DEG} degrees`)
  const sample = twins.slice(0, peerObjects)
  for (const warm of sample.slice(0, 5)) [ourPasses(warm), usualPasses(warm), stridingPasses(warm)]
  const ours = timed(twins, ourPasses)
  const theirs = timed(sample, usualPasses)
  const striding = timed(sample, stridingPasses)
  const passes = ours.found.reduce((sum, spans) => sum + spans.length, 0)
  const { both, farthestS, oursOnly, theirsOnly } = compare(ours.found, theirs.found)
  const missed = compare(striding.found, theirs.found).theirsOnly
  say(
    `apsis         ${ours.perObjectMs.toFixed(1)} ms an object, ${(ours.totalMs / 1000).toFixed(1)} s for all, ${passes} passes`,
  )
  say(`satellite.js  ${theirs.perObjectMs.toFixed(1)} ms an object, on ${sample.length} of them`)
  say(`  striding    ${striding.perObjectMs.toFixed(1)} ms an object; passes of the other that it missed: ${missed}`)
  const ratio = (peer: { readonly perObjectMs: number }) => (peer.perObjectMs / ours.perObjectMs).toFixed(1)
  say(`ratio         ${ratio(theirs)} × to the usual way, ${ratio(striding)} × to the striding one`)
  say(
    `on those ${sample.length}: ${both} passes of both, edges at most ${farthestS.toFixed(1)} s apart; only ours, longer than ${SHORT_S} s: ${oursOnly}; only theirs: ${theirsOnly}`,
  )
  const network = networkSeconds(twins)
  const oneMs = median(sample.slice(0, 20).map((twin) => 1_000 * networkSeconds([twin]).seconds))
  say(
    `network       ${NETWORK.length} sites: ${network.seconds.toFixed(1)} s of one core for all, ${network.passes} passes; at most 10 s on two cores`,
  )
  say(`one satellite ${NETWORK.length} sites: ${oneMs.toFixed(1)} ms of one core, the median of 20; at most 300 ms`)
  const few = sample.slice(0, PEER_NETWORK_OBJECTS)
  const [ownS, peerS] = [networkSeconds(few).seconds, peerNetworkSeconds(few)]
  say(
    `ratio         ${(peerS / ownS).toFixed(1)} × to the usual way of satellite.js at ${NETWORK.length} sites, on ${few.length} of them`,
  )
  const lightObjectMs = sayLight(sample)
  const { oneMs: httpMs } = await sayOverHttp(sample)
  const late = lateOf({ networkS: network.seconds, oneMs, lightObjectMs, httpMs, ofObjects: twins.length })
  for (const limit of isBusy ? late : []) say(`not judged, others use ${foreign.toFixed(2)} cores: ${limit}`)
  const faults = [
    ...(farthestS <= MOST_APART_S
      ? []
      : [`edges are up to ${farthestS.toFixed(1)} s apart, at most ${MOST_APART_S} s`]),
    ...(oursOnly + theirsOnly === 0 ? [] : [`${oursOnly} passes are ours alone and ${theirsOnly} the peer's alone`]),
    ...(isBusy ? [] : late),
    ...(peerS > ownS ? [] : ['the peer is quicker']),
  ]
  for (const fault of faults) say(`✗ ${fault}`)
  return faults.length === 0 ? 0 : 1
}

process.exitCode = await main()
