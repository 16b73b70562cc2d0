import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import type { ThreadGroup } from '@apsis/engine/thread-group.ts'
import { type ExitCode, type Terminal, UsageError } from '../terminal/command.ts'
import type { RowForm } from '../terminal/print.ts'
import { openAnswer } from './screen-answer.ts'
import type { UnscreenedObject } from './screen-objects.ts'
import { type Participants, readParticipants, type WantedFiles } from './screen-participants.ts'
import { type ScreeningQuestion, screenInRounds } from './screen-rounds.ts'

/** Burns of the primary: from the command line, and from files. */
export interface BurnsAsked {
  readonly typed: readonly string[]
  readonly files: readonly string[]
}

/** The requests of a command line. */
export interface Request extends Pick<ScreeningQuestion, 'start' | 'durationS' | 'volume'> {
  readonly wanted: WantedFiles
  readonly radiusM: number
  readonly burns: BurnsAsked
  /** True to count objects that stay together, and not to list them. */
  readonly isWithoutEpisodes: boolean
  readonly form: RowForm
}

/** Reads the files, screens on these threads and writes the answer. */
export async function screenWith(
  threadGroup: ThreadGroup,
  { wanted, start, durationS, volume, radiusM, burns, isWithoutEpisodes, form }: Request,
  terminal: Terminal,
): Promise<ExitCode> {
  const { objects: known, primaries, unread, hasFaults } = await readParticipants(terminal, wanted)
  const objects = await burning(terminal, { objects: known, primaries }, { burns, span: { start, durationS }, form })
  const begun = terminal.now()
  const asked: ScreeningQuestion = { objects, primaries, start, durationS, volume }
  const answer = await openAnswer(form, terminal, {
    asked,
    flights: objects,
    end: addSeconds(start, durationS),
    radiusM,
    isWithoutEpisodes,
  })
  const episodes = new Set<number>()
  let minima = 0
  terminal.progress(`screening ${objects.length} objects`)
  const notScreened = await screenInRounds(asked, {
    threadGroup,
    onProgress: (done, total) => terminal.progress(`screening: ${done} of ${total}`),
    onEncounters: (found) => {
      const apart = found.filter(({ episode }) => episode === undefined)
      minima += found.length - apart.length
      for (const { episode } of found) if (episode !== undefined) episodes.add(episode)
      return answer.write(isWithoutEpisodes ? apart : found)
    },
  })
  const lost = notScreened.map(({ place, reason, untilS }): UnscreenedObject => {
    const since = untilS === undefined ? 'at the beginning' : `after ${Math.round(untilS)} s`
    return { objectId: objects[place]?.id ?? '', reason: `${reason}, ${since}` }
  })
  const elapsedS = (terminal.now().getTime() - begun.getTime()) / 1000
  const together = { episodes: episodes.size, minima }
  await answer.end({ notScreened: [...unread, ...lost], together, elapsedS })
  const isLost = notScreened.some(({ place }) => !wanted.all && primaries.has(place))
  return isLost || hasFaults ? 1 : 0
}

type Burning = {
  readonly burns: BurnsAsked
  readonly span: { readonly start: Epoch; readonly durationS: number }
  readonly form: RowForm
}

/** Returns the same objects, with the burns of the one primary. */
async function burning(
  terminal: Terminal,
  { objects, primaries }: Pick<Participants, 'objects' | 'primaries'>,
  { burns: { typed, files }, span, form }: Burning,
): Promise<Participants['objects']> {
  if (typed.length === 0 && files.length === 0) return objects
  const [place, ...others] = primaries
  if (place === undefined || others.length > 0)
    throw new UsageError('--burn and --burns are of one primary: name one object')
  const { parseBurn, readBurns, sayBurns, withBurns } = await import('./screen-burns.ts')
  const burns = typed.map(parseBurn)
  for (const file of files) burns.push(...(await readBurns(terminal, file)))
  const primary = objects[place]
  if (primary === undefined) return objects
  const flown = withBurns(primary, burns, span)
  if (form === 'text') await terminal.write(`${sayBurns(primary, burns)}\n`)
  return objects.map((one, at) => (at === place ? flown : one))
}
