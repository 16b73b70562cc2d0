import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  askConfirmation,
  type Channel,
  listChannels,
  resumeChannel,
  rotateChannelSecret,
  testChannel,
} from '@apsis/contract/notifications/channel.ts'
import { type Delivery, listDeliveries, replayDelivery } from '@apsis/contract/notifications/delivery.ts'
import { listMails } from '@apsis/contract/notifications/mail.ts'
import { sendSituationReport } from '@apsis/contract/notifications/situation-report.ts'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call, callVersioned } from '../../api/call.ts'
import { now } from '../../clock/clock.ts'
import { heldFor } from './standing.ts'

export const CHANNELS = ['channel']
export const DELIVERIES = ['delivery']
const MAILS = ['mail']
export const DELIVERY_WRITES = [CHANNELS, DELIVERIES, MAILS]

/** The interval of reading while a message is being sent, and the interval at other times. */
const SOON_MS = 1_500
const LATER_MS = 15_000
/** A message that was given up counts as a current error for this number of days. */
export const LATELY_D = 7
const LISTED_DELIVERIES = 20

export const channelsQuery = (isSoon: boolean) =>
  queryOptions({
    queryKey: CHANNELS,
    refetchInterval: isSoon ? SOON_MS : LATER_MS,
    queryFn: ({ signal }) => call(listChannels, {}, signal),
  })

export const deliveriesQuery = () =>
  queryOptions({
    queryKey: DELIVERIES,
    queryFn: ({ signal }): Promise<Delivery[]> => call(listDeliveries, { query: { limit: LISTED_DELIVERIES } }, signal),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? SOON_MS : LATER_MS),
  })

/** Returns the IDs of the channels to which a test is being sent. */
export function useUnderTest(): ReadonlySet<string> {
  const { data = [] } = useQuery(deliveriesQuery())
  const tests = data.filter(({ kind, state }) => kind === 'test' && state === 'waiting')
  return new Set(tests.map(({ channelId }) => channelId))
}

/** The choice of deliveries that the log shows. */
export type LogChoice = {
  readonly state: 'all' | 'waiting' | 'dead'
  readonly page: number
  /**
   * The time of the newest entry on the first page; it stays while the user moves between pages, so that later entries do not shift them.
   */
  readonly until?: string | undefined
}
export const LOG_STATES = ['all', 'waiting', 'dead'] as const

/** Reads a page of the log, newest first, with the number of entries; the previous page is shown until the next is read. */
export const logQuery = ({ state, page, until }: LogChoice) =>
  queryOptions({
    queryKey: [...DELIVERIES, 'log', state, page, until],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = {
        page,
        limit: LISTED_DELIVERIES,
        ...(state !== 'all' && { state }),
        ...(until !== undefined && { until }),
      }
      const { answer, total } = await callVersioned(listDeliveries, { query }, { signal })
      return { deliveries: answer, pages: Math.max(1, Math.ceil((total ?? answer.length) / LISTED_DELIVERIES)) }
    },
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.deliveries) ? SOON_MS : LATER_MS),
  })

export type DeliveryTotals = {
  readonly all: number
  /** The number of delivered messages; simulated messages are excluded, because nobody received them. */
  readonly delivered: number
  readonly simulated: number
  readonly waiting: number
  readonly dead: number
  /** The number of messages of the last days that were given up. */
  readonly deadLately: number
  /** The newest message that was sent; undefined if none was. */
  readonly last: Delivery | undefined
}

/** Reads the number of messages sent to the caller, and how many of them arrived or were given up. */
export const deliveryTotalsQuery = queryOptions({
  queryKey: [...DELIVERIES, 'totals'],
  refetchInterval: LATER_MS,
  queryFn: async ({ signal }): Promise<DeliveryTotals> => {
    type DeliveryFilter = {
      readonly state?: Delivery['state']
      readonly reason?: 'sent-to-nobody'
      readonly until?: string
    }
    const newestOf = async (query: DeliveryFilter) => {
      const { answer, total } = await callVersioned(listDeliveries, { query: { ...query, limit: 1 } }, { signal })
      return { newest: answer[0], total: total ?? answer.length }
    }
    const until = new Date(now() - LATELY_D * DAY_MS).toISOString()
    const [all, delivered, simulated, waiting, dead, deadBefore] = await Promise.all([
      newestOf({}),
      newestOf({ state: 'delivered' }),
      newestOf({ state: 'delivered', reason: 'sent-to-nobody' }),
      newestOf({ state: 'waiting' }),
      newestOf({ state: 'dead' }),
      newestOf({ state: 'dead', until }),
    ])
    return {
      all: all.total,
      delivered: delivered.total - simulated.total,
      simulated: simulated.total,
      waiting: waiting.total,
      dead: dead.total,
      deadLately: dead.total - deadBefore.total,
      last: delivered.newest,
    }
  },
})

export const mailsQuery = (isSoon: boolean) =>
  queryOptions({
    queryKey: MAILS,
    refetchInterval: isSoon ? SOON_MS : LATER_MS,
    queryFn: ({ signal }) => call(listMails, {}, signal),
  })

/** True if an answer is expected soon. */
export const isUnderWay = (deliveries: readonly Pick<Delivery, 'state' | 'reason' | 'tries'>[] | undefined): boolean =>
  deliveries?.some((one) => one.state === 'waiting' && one.tries < FEW_TRIES && heldFor(one) === undefined) ?? false
/** The number of tries that follow each other within seconds. */
const FEW_TRIES = 2

const of = (endpoint: { readonly method: string; readonly path: string }) => ({
  method: endpoint.method,
  path: endpoint.path,
})
export const channelsCall = of(listChannels)
export const deliveriesCall = of(listDeliveries)
export const mailsCall = of(listMails)

const params = (channel: Channel) => ({ params: { 'channel-id': channel.channelId } })

export function useTest() {
  return useMutation({
    meta: { silent: 'manage-channel', writes: DELIVERY_WRITES },
    mutationFn: (channel: Channel) => call(testChannel, params(channel)),
  })
}

/**
 * Tests the channels one after the other; a test that cannot be requested does not stop the others, and is reported after all were tried.
 */
export function useTestAll() {
  return useMutation({
    meta: { silent: 'manage-channel', writes: DELIVERY_WRITES },
    mutationFn: async (channels: readonly Channel[]) => {
      const faults: unknown[] = []
      for (const channel of channels) {
        const [asked] = await Promise.allSettled([call(testChannel, params(channel))])
        if (asked.status === 'rejected') faults.push(asked.reason)
      }
      if (faults.length > 0) throw faults[0]
    },
  })
}

/** Sends the caller a situation report at once. */
export function useSendReport() {
  return useMutation({
    meta: { silent: 'manage-channel', writes: DELIVERY_WRITES },
    mutationFn: () => call(sendSituationReport, {}),
  })
}

export function useAskAgain() {
  return useMutation({
    meta: { silent: 'manage-channel', writes: DELIVERY_WRITES },
    mutationFn: (channel: Channel) => call(askConfirmation, params(channel)),
  })
}

export function useResume() {
  return useMutation({
    meta: { silent: 'manage-channel', writes: DELIVERY_WRITES },
    mutationFn: (channel: Channel) => call(resumeChannel, params(channel)),
  })
}

/** If two secrets are valid, a new one ends both at once; otherwise the previous one stays valid for as long as the server states. */
export const oldSecretQuery = (oldSecretEndsAt: string | null) =>
  oldSecretEndsAt === null ? {} : { 'old-secret-hours': 0 }

/** The answer contains the secret, so it is discarded with the dialog. */
export function useRotate() {
  return useMutation({
    gcTime: 0,
    meta: { silent: 'manage-channel', writes: DELIVERY_WRITES },
    mutationFn: (channel: Channel) =>
      call(rotateChannelSecret, { ...params(channel), query: oldSecretQuery(channel.oldSecretEndsAt) }),
  })
}

export function useReplay() {
  return useMutation({
    meta: { writes: DELIVERY_WRITES },
    mutationFn: (id: string) => call(replayDelivery, { params: { 'delivery-id': id } }),
  })
}
