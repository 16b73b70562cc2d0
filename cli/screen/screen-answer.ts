import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { classProbability } from '@apsis/astro/screening/class-probability.ts'
import type { DescribedEncounter, Participant } from '@apsis/astro/screening/describe-encounter.ts'
import type { EncounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import { greatestProbability } from '@apsis/astro/screening/greatest-probability.ts'
import { compareEpochs, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { SOCRATES_COLUMNS, socratesRow } from '@apsis/ccsds/message/socrates.ts'
import { formatCsvRow } from '@apsis/ccsds/notation/csv.ts'
import {
  asSentence,
  CATALOGUE_IN_ENGLISH,
  type CatalogueFacts,
  sayAmong,
  sayMissing,
} from '@apsis/contract/notice-text/catalogue-in-words.ts'
import { countKinds, kindOfObject, lacksOf, objectsIn } from '@apsis/contract/tle/object-kind.ts'
import type { Terminal } from '../terminal/command.ts'
import { formatColumns, type RowForm, utc } from '../terminal/print.ts'
import type { NamedFlight } from './screen-elements.ts'
import type { UnscreenedObject } from './screen-objects.ts'
import type { ScreeningQuestion } from './screen-rounds.ts'
import type { Volume } from './screen-volume.ts'

/** A file with fewer objects was selected for a purpose, and is not a catalogue that may lack something. */
const FEWEST = 100

/** The data that are known before a screening. */
export interface Head {
  readonly asked: ScreeningQuestion
  /** The objects by their index in the screening. */
  readonly flights: readonly NamedFlight[]
  readonly end: Epoch
  readonly radiusM: number
  /** True if objects that stay together are counted and not listed. */
  readonly isWithoutEpisodes: boolean
}

/** The data that are known at the end of a screening. */
export interface Tail {
  readonly notScreened: readonly UnscreenedObject[]
  /** The numbers of episodes of objects that stay together, and of their minima. */
  readonly together: { readonly episodes: number; readonly minima: number }
  readonly elapsedS: number
}

/** An answer that is written during the screening. */
export interface Answer {
  /** Writes encounters, in the order of time; resolves when more may be written. */
  write(encounters: readonly DescribedEncounter[]): Promise<void>
  end(tail: Tail): Promise<void>
}

/** Opens the answer in the requested form. */
export async function openAnswer(form: RowForm, terminal: Terminal, head: Head): Promise<Answer> {
  const held = heldAmong(head.flights, head.asked.primaries)
  const warning = warningOf(held)
  if (warning !== undefined && (form === 'csv' || form === 'ndjson')) terminal.note(warning)
  if (form === 'csv') return openCsv(terminal, head)
  if (form === 'text') return openText(terminal, head)
  const describe = toJson(head, await probabilityAmong(head.flights))
  return form === 'json' ? openJson(terminal, { ...head, held }, describe) : openLines(terminal, head, describe)
}

type ProbabilityOf = (encounter: DescribedEncounter, radiusM: number) => Omit<EncounterProbability, 'assessed'>

/** Returns a function for the probability: it uses only the class table, unless an object has an ephemeris, which may have its own covariance. */
async function probabilityAmong(flights: readonly NamedFlight[]): Promise<ProbabilityOf> {
  if (flights.every(({ flight }) => flight.kind === 'elements')) return classProbability
  const { encounterProbability } = await import('@apsis/astro/screening/encounter-probability.ts')
  return (encounter, radiusM) => encounterProbability(encounter, { radiusM })
}

/** Returns an encounter as JSON. */
type ToJson = (encounter: DescribedEncounter) => object

/** Opens an answer in JSON with one line for each encounter, because a day of a catalogue has tens of thousands of them. */
function openJson(
  terminal: Terminal,
  { asked, end, held, isWithoutEpisodes }: Head & { readonly held: CatalogueFacts },
  describe: ToJson,
): Answer {
  const among = heldForPrograms(held)
  const about = { from: utc(asked.start), to: utc(end), objects: asked.objects.length, catalogue: among }
  let text = `${JSON.stringify(about).slice(0, -1)},\n"encounters": [`
  let count = 0
  return {
    async write(encounters) {
      for (const one of encounters) {
        text += `${count === 0 ? '\n' : ',\n'}${JSON.stringify(describe(one))}`
        count += 1
      }
      await terminal.write(text)
      text = ''
    },
    async end({ notScreened, together, elapsedS }) {
      const leftOut = isWithoutEpisodes ? `,\n"leftOut": ${JSON.stringify(together)}` : ''
      const lost = notScreened.map((one) => `\n${JSON.stringify(one)}`).join(',')
      const close = (list: boolean) => (list ? '\n]' : ']')
      await terminal.write(
        `${text}${close(count > 0)}${leftOut},\n"notScreened": [${lost}${close(notScreened.length > 0)},\n"elapsedS": ${elapsedS}}\n`,
      )
    },
  }
}

/** Opens an answer in NDJSON: each encounter is a line, which is written as soon as it is found. */
function openLines(terminal: Terminal, head: Head, describe: ToJson): Answer {
  return {
    write: (encounters) => terminal.write(encounters.map((one) => `${JSON.stringify(describe(one))}\n`).join('')),
    end: async (tail) => noteTail(terminal, head, tail),
  }
}

/** Writes the unscreened objects and the objects that stay together to standard error, for forms that have no place for them. */
function noteTail(terminal: Terminal, { isWithoutEpisodes }: Head, { notScreened, together }: Tail): void {
  noteUnscreened(terminal, notScreened)
  if (together.minima === 0) return
  const counted = inWords(together)
  terminal.note(
    isWithoutEpisodes
      ? `left out: ${counted}`
      : `${together.minima === 1 ? 'one row is' : `${together.minima} rows are`} of ${counted}; --without-episodes leaves them out`,
  )
}

function inWords({ episodes, minima }: Tail['together']): string {
  return `${count(episodes, 'episode')} of objects that stay together (${minima} minima)`
}

/** Writes the unscreened objects to standard error, for forms that have no place for them. */
function noteUnscreened(terminal: Terminal, notScreened: readonly UnscreenedObject[]): void {
  for (const { objectId, reason } of notScreened) terminal.note(`not screened: ${`${objectId} `.trimStart()}${reason}`)
}

function toJson({ flights, radiusM }: Head, probabilityOf: ProbabilityOf): ToJson {
  return (encounter) => {
    const probability = probabilityOf(encounter, radiusM)
    const { primary, secondary, kind } = encounter
    return {
      primary: primary.object.id,
      primaryName: flights[primary.place]?.name ?? '',
      secondary: secondary.object.id,
      secondaryName: flights[secondary.place]?.name ?? '',
      tca: utc(encounter.tca),
      missM: encounter.missM,
      relativeSpeedMps: encounter.relativeSpeedMps,
      missRtnM: encounter.missRtnM,
      relativeVelocityRtnMps: encounter.velocityRtnMps,
      primaryAgeS: primary.ageS ?? null,
      secondaryAgeS: secondary.ageS ?? null,
      regime: primary.regime,
      boundary: kind === 'minimum' ? null : kind,
      episode: encounter.episode ?? null,
      probability: probability.probability,
      reason: probability.reason,
      isReliable: probability.isReliable,
      covarianceFrom: probability.covarianceFrom,
      maximumProbability: probability.maximumProbability,
      dilutionM: probability.dilutionM,
      hardBodyRadiusM: probability.radiusM,
    }
  }
}

/** Opens an answer with the rows of CelesTrak's SOCRATES. */
function openCsv(terminal: Terminal, head: Head): Answer {
  const { flights, radiusM } = head
  const object = ({ object: { id }, place, ageS }: Participant) => {
    const daysSinceEpoch = ageS === undefined ? undefined : ageS / SECONDS_PER_DAY
    return { id, name: flights[place]?.name ?? '', daysSinceEpoch }
  }
  let text = `${formatCsvRow(SOCRATES_COLUMNS)}\n`
  return {
    async write(encounters) {
      for (const { primary, secondary, tca, missM, relativeSpeedMps } of encounters) {
        const greatest = greatestProbability(primary, secondary, { missM, radiusM })
        const { probability: maximumProbability, sigmaMinorM: dilutionM } = greatest
        const row = { tca: formatTime(tca, { digits: 3 }), missM, relativeSpeedMps, maximumProbability, dilutionM }
        text += `${formatCsvRow(socratesRow({ objects: [object(primary), object(secondary)], ...row }))}\n`
      }
      await terminal.write(text)
      text = ''
    },
    async end(tail) {
      await terminal.write(text)
      noteTail(terminal, head, tail)
    },
  }
}

/** Opens an answer as text: a sentence, a table with one line for each passing encounter and each episode, and the unscreened objects. */
function openText(terminal: Terminal, head: Head): Answer {
  const all: DescribedEncounter[] = []
  return {
    async write(encounters) {
      for (const one of encounters) all.push(one)
    },
    async end({ notScreened, together }) {
      const rows = linesOf(all)
      const among = saidAmong(heldAmong(head.flights, head.asked.primaries))
      const found = [count(all.filter(({ episode }) => episode === undefined).length, 'encounter')]
      if (together.episodes > 0) found.push(`${head.isWithoutEpisodes ? 'without ' : ''}${inWords(together)}`)
      const parts = [`${headline(head)}: ${found.join(', ')}.\n${among}`]
      if (rows.length > 0) {
        const titles = [
          'TCA (UTC)',
          'primary',
          'secondary',
          'miss (m)',
          'R',
          'T',
          'N',
          'speed (m/s)',
          'max. Pc',
          'remarks',
        ]
        parts.push(formatColumns([titles, ...rows.map((row) => toCells(row, head))]), caution(all, head.radiusM))
      }
      if (notScreened.length > 0) {
        const lines = notScreened.map(({ objectId, reason }) => `  ${`${objectId} `.trimStart()}${reason}`)
        parts.push(`Not screened:\n${lines.join('\n')}`)
      }
      await terminal.write(`${parts.join('\n\n')}\n`)
    },
  }
}

/** One row of the table: a single encounter, or the nearest encounter of an episode together with the other encounters of the episode. */
interface Line {
  readonly nearest: DescribedEncounter
  readonly all: readonly DescribedEncounter[]
}

function linesOf(encounters: readonly DescribedEncounter[]): Line[] {
  const groups = Map.groupBy(encounters, (one) => one.episode ?? one)
  return [...groups.values()].flatMap((all): Line[] => {
    const [first] = all
    if (first === undefined) return []
    return [{ all, nearest: all.reduce((best, one) => (one.missM < best.missM ? one : best), first) }]
  })
}

function headline({ asked, flights, end }: Head): string {
  const { objects, primaries, start, volume } = asked
  const named = [...primaries].slice(0, 3).map((place) => nameOf(flights[place]))
  const who =
    primaries.size === objects.length
      ? `${count(objects.length, 'object')} against each other`
      : `${named.join(', ')}${primaries.size > 3 ? ` and ${primaries.size - 3} more` : ''} against ${count(objects.length - primaries.size, 'other object')}`
  const when = `from ${utc(start, 0)} to ${utc(end, 0)}`
  return `${who}, ${when}, ${describeVolume(volume)}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function describeVolume(volume: Volume): string {
  if (volume.kind === 'distance') return `nearer than ${km(volume.distanceM)} km`
  if (volume.kind === 'regime') return 'in the boxes of their regimes'
  const { radialM, transverseM, normalM } = volume.box
  return `in a box of ±${km(radialM)} × ±${km(transverseM)} × ±${km(normalM)} km (R, T, N)`
}

function km(metres: number): string {
  return String(metres / 1000)
}

function nameOf(flight: NamedFlight | undefined): string {
  if (flight === undefined) return ''
  return flight.name === '' ? flight.id : `${flight.name} (${flight.id})`
}

function toCells({ nearest: encounter, all }: Line, { flights, radiusM }: Head): string[] {
  const { primary, secondary, missRtnM, missM } = encounter
  return [
    utc(encounter.tca, 3),
    nameOf(flights[primary.place]),
    nameOf(flights[secondary.place]),
    encounter.missM.toFixed(1),
    ...missRtnM.map((part) => part.toFixed(1)),
    encounter.relativeSpeedMps.toFixed(encounter.relativeSpeedMps < 10 ? 3 : 1),
    greatestProbability(primary, secondary, { missM, radiusM }).probability.toExponential(2),
    remarks(encounter, all),
  ]
}

function remarks({ kind, episode }: DescribedEncounter, all: readonly DescribedEncounter[]): string {
  const [first, last] = [all[0], all.at(-1)]
  if (episode !== undefined && first !== undefined && last !== undefined && all.length > 1) {
    return `together, ${all.length} minima from ${utc(first.tca, 0)} to ${utc(last.tca, 0)}`
  }
  const notes = episode === undefined ? [] : ['together']
  if (kind === 'start') notes.push('at the beginning: may have been nearer before')
  if (kind === 'end') notes.push('at the end: may be nearer afterwards')
  return notes.join(', ')
}

/** Returns a warning for people: a miss distance from element sets is uncertain. */
function caution(encounters: readonly DescribedEncounter[], radiusM: number): string {
  const ages = encounters.flatMap(({ primary, secondary }) => [primary.ageS ?? 0, secondary.ageS ?? 0])
  const oldest = ages.reduce((most, age) => Math.max(most, Math.abs(age)), 0)
  const radius = `The maximum probability is over covariances of ratio 1:3:1, with a hard-body radius of ${radiusM} m.`
  if (oldest === 0) return radius
  return `${radius}\nElement sets here are up to ${(oldest / SECONDS_PER_DAY).toFixed(1)} days from their epoch, and some kilometres wrong after days: a miss is no better known.`
}

/** Counts, by kind, the objects with which primaries are compared; if all objects are primaries, all of them. */
function heldAmong(flights: readonly NamedFlight[], primaries: ReadonlySet<number>): CatalogueFacts {
  const others = primaries.size === flights.length ? flights : flights.filter((_, place) => !primaries.has(place))
  const epochs = others.flatMap(({ flight }) => (flight.kind === 'elements' ? [flight.model.epoch] : []))
  const newest = epochs.reduce<Epoch | undefined>(
    (best, one) => (best === undefined || compareEpochs(one, best) > 0 ? one : best),
    undefined,
  )
  return {
    ...countKinds(others.map(kindOfObject)),
    isWhole: true,
    isSimulated: others.length > 0 && others.every(({ name }) => name.startsWith('SIMULATED ')),
    newestEpoch: newest === undefined ? null : formatTime(newest, { digits: 3, zulu: true }),
  }
}

/**
 * Names the searched objects by kind. It states the newest epoch instead of warning about old element sets, because the tolerable age depends on the
 * purpose.
 */
function saidAmong({ newestEpoch, ...held }: CatalogueFacts): string {
  const among = asSentence(sayAmong(CATALOGUE_IN_ENGLISH, { ...held, newestEpoch: null }, 0))
  return newestEpoch === null ? among : `${among} The newest element set is of ${newestEpoch}.`
}

/** Returns what a catalogue lacks, for forms that have no place for it. */
const warningOf = (held: CatalogueFacts): string | undefined =>
  objectsIn(held) < FEWEST ? undefined : sayMissing(CATALOGUE_IN_ENGLISH, held)

/** Returns, for programs, the numbers of the searched objects by kind, the missing kinds and the newest epoch. */
function heldForPrograms(held: CatalogueFacts) {
  const { payloads, rocketBodies, debris, unknown, newestEpoch } = held
  return { payloads, rocketBodies, debris, unknown, lacks: lacksOf(held), newestEpoch }
}
