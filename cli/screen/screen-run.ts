import { addSeconds } from '@apsis/astro/time/epoch.ts'
import type { ThreadGroup } from '@apsis/engine/thread-group.ts'
import type { ExitCode, Terminal } from '../terminal/command.ts'
import type { RowForm } from '../terminal/print.ts'
import { openAnswer } from './screen-answer.ts'
import type { Unscreened } from './screen-objects.ts'
import { readParticipants, type WantedFiles } from './screen-participants.ts'
import { type Asked, screenInRounds } from './screen-rounds.ts'

/** What a command line asks for. */
export interface Request extends Pick<Asked, 'start' | 'durationS' | 'volume'> {
  readonly wanted: WantedFiles
  readonly radiusM: number
  /** Objects that stay together are counted, and not listed. */
  readonly isWithoutEpisodes: boolean
  readonly form: RowForm
}

/** Reads the files, screens on these threads and writes the answer. */
export async function screenWith(
  threadGroup: ThreadGroup,
  { wanted, start, durationS, volume, radiusM, isWithoutEpisodes, form }: Request,
  terminal: Terminal,
): Promise<ExitCode> {
  const { objects, primaries, unread, hasFaults } = await readParticipants(terminal, wanted)
  const begun = terminal.now()
  const asked: Asked = { objects, primaries, start, durationS, volume }
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
  const lost = notScreened.map(({ place, reason, untilS }): Unscreened => {
    const since = untilS === undefined ? 'at the beginning' : `after ${Math.round(untilS)} s`
    return { objectId: objects[place]?.id ?? '', reason: `${reason}, ${since}` }
  })
  const elapsedS = (terminal.now().getTime() - begun.getTime()) / 1000
  const together = { episodes: episodes.size, minima }
  await answer.end({ notScreened: [...unread, ...lost], together, elapsedS })
  const isLost = notScreened.some(({ place }) => !wanted.all && primaries.has(place))
  return isLost || hasFaults ? 1 : 0
}
