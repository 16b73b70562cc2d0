/** Opens event streams, like those of people who keep the page open, and measures how long after an answer its event arrives. */
import type { Member } from '@apsis/server/platform/testing/crowd.ts'
import { followEvents } from '@apsis/server/platform/testing/event-follower.ts'
import type { Answer } from './generator.ts'
import type { Due } from './schedule.ts'

export type Streams = {
  /** Reports an answer, so that the stream waits for the event of that save. */
  answered(due: Due, answer: Answer): void
  readonly received: () => number
  /** Returns the saves of listening members whose event has not arrived. */
  readonly missing: () => readonly string[]
  /** The time from the answer to the event; 0 if the event arrived before the answer. */
  readonly delaysMs: readonly number[]
  readonly connections: () => number
  close(): void
}

/** Opens a stream for each of these members. */
export function openStreams(origin: string, members: readonly Member[], tokens: ReadonlyMap<string, string>): Streams {
  const listening = new Set(members.map(({ subject }) => subject))
  const answeredAt = new Map<string, number>()
  const heardAt = new Map<string, number>()
  const delaysMs: number[] = []
  let received = 0
  const settle = (key: string) => {
    const [answer, event] = [answeredAt.get(key), heardAt.get(key)]
    if (answer !== undefined && event !== undefined) delaysMs.push(Math.max(0, event - answer))
  }
  const followers = members.map(({ subject }) =>
    followEvents({
      origin: () => origin,
      token: async () => tokens.get(subject) ?? '',
      onEvent({ type, data }) {
        received += 1
        if (type !== 'userconfig') return
        const key = `${subject} ${data.service} ${data.version}`
        heardAt.set(key, performance.now())
        settle(key)
      },
    }),
  )
  return {
    answered({ operation, member }, { outcome, etag }) {
      if (!operation.name.startsWith('PUT') || outcome !== '200' || !listening.has(member.subject)) return
      const service = operation.name.includes('ca/') ? 'ca' : 'odt'
      const key = `${member.subject} ${service} ${etag?.replaceAll('"', '')}`
      answeredAt.set(key, performance.now())
      settle(key)
    },
    received: () => received,
    missing: () => [...answeredAt.keys()].filter((key) => !heardAt.has(key)),
    delaysMs,
    connections: () => followers.reduce((sum, { connections }) => sum + connections(), 0),
    close() {
      for (const follower of followers) follower.close()
    },
  }
}
