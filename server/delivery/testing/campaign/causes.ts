/** Creates the causes of a campaign's notices: organisations with a receiver for each way to fail, and messages about close approaches. */
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import type { TestPerson } from '../../../platform/testing/test-issuer.ts'
import type { Stage } from './stage.ts'
import { channelOf, type Receivers, WAYS } from './ways.ts'

const NORAD_ID = 43_617
const FIRST_SECONDARY = 700_000
/** The number of subjects whose messages are in one upload: few enough that the upload ends between two kills, even on a slow machine. */
const BATCH = 5
/** The number of organisations with a running upload, limited for the same reason. */
const RAISED_AT_ONCE = 4
/** One of this many subjects becomes CRITICAL. */
const CRITICAL_EVERY = 10
const TCA_HOURS = 120
/** The confirmation question to an address is one of two hundred mails, and nothing is judged yet: on a busy machine it takes minutes. */
const MAIL_LIMIT_MS = 600_000

/**
 * Messages about one subject. Each is given by the 1σ of both objects; the miss distance is 200 m and the combined radius 10 m. For a round
 * covariance of σ₁² + σ₂² and a small object, Pc = R²/(2σ²) exp(-d²/(2σ²)) (Alfriend et al. 1999): 1.2e-5, 8.8e-5 and 1.8e-4. The thresholds are 1e-5
 * and 1e-4; growth by more than a factor of 5 raises a notice; a fall counts when two messages confirm it.
 */
const HIGH = { missM: 200, sigmaM: 37 }
const GROWN = { missM: 200, sigmaM: 45 }
const CRITICAL = { missM: 200, sigmaM: 50 }
const HARMLESS = { missM: 5_000, sigmaM: 37 }

type Series = { readonly steps: readonly (typeof HIGH)[]; readonly codes: readonly string[] }
const USUAL: Series = {
  steps: [HIGH, GROWN, HARMLESS, HARMLESS],
  codes: ['risk-raised', 'risk-grew', 'risk-lowered'],
}
const RISING: Series = {
  steps: [HIGH, CRITICAL, HARMLESS, HARMLESS],
  codes: ['risk-raised', 'risk-raised', 'risk-lowered'],
}
export const NOTICES_OF_A_SUBJECT = USUAL.codes.length

/** A subject of the campaign, and the notices expected about it, in this order. */
export type Subject = { readonly organisation: string; readonly designator: string; readonly codes: readonly string[] }

/** The content of a message of a campaign; the miss distance along R and the 1σ of both objects are in metres. */
export type Message = {
  readonly messageId: string
  readonly createdAt: string
  readonly tca: string
  readonly objects: readonly [string, string]
  readonly hbrM: number
  readonly missM: number
  readonly sigmaM: number
}

export type Cast = {
  readonly subjects: readonly Subject[]
  /** Sends every message and resolves when the API has acknowledged all of them. */
  raise(): Promise<void>
  /** Resumes suspended channels, as their owner does. */
  resume(): Promise<void>
}

type Casting = {
  readonly stage: Stage
  readonly receivers: Receivers
  readonly organisations: number
  readonly subjects: number
  /** Returns a message in KVN. */
  readonly write: (message: Message) => string
}

const personOf = (organisation: string): TestPerson => ({
  subject: `ada-${organisation}`,
  organisation,
  roles: ['ca:user'],
  lifeS: 3_600,
})

export async function openCast({ stage, receivers, organisations, subjects: count, write }: Casting): Promise<Cast> {
  const names = Array.from({ length: organisations }, (_, place) => `o${place}`)
  for (const organisation of names) await furnish(stage, receivers, organisation)
  const subjects = Array.from({ length: count }, (_, place) => ({
    organisation: names[place % organisations] ?? '',
    designator: String(FIRST_SECONDARY + place),
    ...(place % CRITICAL_EVERY === 0 ? RISING : USUAL),
  }))
  const baseMs = Date.now()
  const raiseIn = async (organisation: string) => {
    const own = subjects.filter((one) => one.organisation === organisation)
    for (let from = 0; from < own.length; from += BATCH)
      for (const step of USUAL.steps.keys())
        await upload(
          stage,
          organisation,
          own
            .slice(from, from + BATCH)
            .map((one) => write(messageOf(one, step, baseMs)))
            .join(''),
        )
  }
  return {
    subjects,
    async raise() {
      const left = [...names]
      const raiseNext = async () => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) await raiseIn(name)
      }
      await Promise.all(Array.from({ length: RAISED_AT_ONCE }, raiseNext))
    },
    async resume() {
      await Promise.all(names.map((organisation) => resumeIn(stage, organisation)))
    },
  }
}

/** Creates a satellite and a receiver for each way, with confirmed addresses. */
async function furnish(stage: Stage, receivers: Receivers, organisation: string): Promise<void> {
  const who = personOf(organisation)
  const send = (request: string, value: unknown) =>
    stage.call(who, request, { body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
  const thresholds = { acceptedMinimumDistanceM: 0, acceptedRadialDistanceM: 0 }
  const satellite = { name: `SAT ${organisation}`, noradId: NORAD_ID, configuration: { thresholds } }
  requireStatus(await send('POST /api/v1/ca/satellites', satellite), 201)
  const targets = (channel: ReturnType<typeof channelOf>) =>
    WAYS.filter((way) => channelOf(way) === channel).map((way) => receivers.target(way, organisation))
  const settings = {
    email: { addresses: targets('email') },
    webhook: { url: targets('webhook') },
    msteams: { url: targets('msteams') },
    slack: { url: targets('slack') },
    statuses: ['CANCELLED'],
  }
  requireStatus(await send('PUT /api/v1/ca/userconfig', { notifications: { default: settings } }), 200)
  for (const address of targets('email')) {
    const token = await tokenFor(stage, address)
    requireStatus(await send('POST /api/v1/notifications/channels/confirmations', { token }), 200)
  }
}

/** Returns the token of the link with which the owner confirms an address; the lines of a mail are folded. */
async function tokenFor({ smtp }: Stage, address: string): Promise<string> {
  const endMs = performance.now() + MAIL_LIMIT_MS
  for (;;) {
    if (performance.now() > endMs) throw new Error(`${address} was not asked; ${smtp.mails.length} mails came`)
    const mail = smtp.mails.find(({ to }) => to.includes(address))
    const text = mail?.data.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? ''
    const token = /confirm=([\w%.-]+)/.exec(text)?.[1]
    if (token !== undefined) return decodeURIComponent(token)
    await pause(50)
  }
}

function messageOf({ organisation, designator, codes }: Subject, step: number, baseMs: number): Message {
  const { steps } = codes === RISING.codes ? RISING : USUAL
  const at = (ms: number) => new Date(ms).toISOString()
  return {
    messageId: `${organisation}-${designator}-${step}`,
    // The messages of a subject are created in order, the last of them now.
    createdAt: at(baseMs - (steps.length - step) * 60_000),
    tca: at(baseMs + TCA_HOURS * HOUR_MS),
    objects: [String(NORAD_ID), designator],
    hbrM: 10,
    ...(steps[step] ?? HARMLESS),
  }
}

/** Sends messages until the API has accepted all of them. */
async function upload(stage: Stage, organisation: string, body: string): Promise<void> {
  const headers = { 'content-type': 'text/plain' }
  const answer = await stage.call(personOf(organisation), 'POST /api/v1/ca/cdms', { body, headers })
  requireStatus(answer, 200, 201)
  const taken = (await answer.json()) as CdmIntake[]
  const other = taken.find(({ status }) => status !== 'accepted' && status !== 'duplicate')
  if (other !== undefined) throw new Error(`a message was ${other.status}: ${JSON.stringify(other)}`)
}

async function resumeIn(stage: Stage, organisation: string): Promise<void> {
  const who = personOf(organisation)
  const answer = await stage.call(who, 'GET /api/v1/notifications/channels')
  for (const { channelId, suspendedAt } of (await answer.json()) as Channel[])
    if (suspendedAt !== null) await stage.call(who, `POST /api/v1/notifications/channels/${channelId}/resumptions`)
}

function requireStatus(answer: Response, ...wanted: readonly number[]): void {
  if (!wanted.includes(answer.status)) throw new Error(`${answer.url}: ${answer.status}`)
}
