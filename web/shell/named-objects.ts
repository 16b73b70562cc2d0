import { listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { listSatellites } from '@apsis/contract/ca/satellite/satellite.ts'
import { allows, CA_USER, ODT_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { callAll } from '../api/call.ts'
import { now } from '../clock/clock.ts'
import { useSession } from '../session/session.ts'
import { paths } from '../site/paths.ts'
import { spaceOfEvent, spaceOfObject } from '../site/space-link.ts'
import { meaningOf } from '../ui/status/status-meaning.ts'
import { hasWords } from '../ui/text/has-words.ts'
import { useWords } from '../ui/text/language.ts'
import { shellWords } from './words.data.ts'

/** Reads the satellites of the organisation, for their names. */
export const satellitesQuery = queryOptions({
  queryKey: ['satellite', 'named'],
  queryFn: ({ signal }) => callAll(listSatellites, { query: { limit: 1_000 } }, signal),
})
const eventsQuery = queryOptions({
  queryKey: ['conjunction', 'named'],
  queryFn: ({ signal }) =>
    callAll(listConjunctions, { query: { 'tca-after': new Date(now()).toISOString(), limit: 10_000 } }, signal),
})

const plansQuery = queryOptions({
  queryKey: ['manoeuvre', 'named'],
  queryFn: async ({ signal }) => {
    // The schema of a plan is large, so it is fetched when the user searches, and not with the frame of every page.
    const { listManoeuvres } = await import('@apsis/contract/ca/plan/manoeuvre.ts')
    const query = { 'ignition-after': new Date(now()).toISOString(), sort: 'ignitionEpoch', limit: 500 } as const
    return callAll(listManoeuvres, { query }, signal)
  },
})

/** Reads the organisation's requests for tracking, for the names of their objects. */
export const namedRequestsQuery = queryOptions({
  queryKey: ['observation', 'named'],
  queryFn: async ({ signal }) => {
    const { listRequests } = await import('@apsis/contract/odt/request/request.ts')
    return callAll(listRequests, { query: { limit: 1_000 } }, signal)
  },
})

// A catalogue number: formerly five digits, now up to nine.
const CATALOGUE_NUMBER = /^\d{1,9}$/

/** The maximum number of listed objects of each kind. */
const MOST_OF_KIND = 6

type NamedObject = { readonly id: string; readonly label: string; readonly run: () => void }

/**
 * Returns the satellites and future events whose name or number contains the text, and the object with that number; nothing for an empty
 * text. Burns are included only in a search for everything: their contract is large, and the Not Found page must appear at once.
 */
export function useNamedObjects(text: string, { hasBurns = false } = {}): readonly NamedObject[] {
  const t = useWords(shellWords)
  const session = useSession()
  const navigate = useNavigate()
  const has = (role: typeof CA_USER | typeof ODT_USER) =>
    text !== '' && session.status === 'signed-in' && allows([role], session.who.roles)
  const enabled = has(CA_USER)
  const isTracking = has(ODT_USER) && hasBurns
  const { data: satellites = [] } = useQuery({ ...satellitesQuery, enabled })
  const { data: events = [] } = useQuery({ ...eventsQuery, enabled })
  const { data: plans = [] } = useQuery({ ...plansQuery, enabled: enabled && hasBurns })
  const { data: requests = [] } = useQuery({ ...namedRequestsQuery, enabled: isTracking })
  if (!enabled && !isTracking) return []
  const fits = (label: string) => hasWords(label, text)
  const inSpace = [
    ...satellites.map(({ satelliteId, name, noradId }) => ({
      id: `space ${satelliteId}`,
      label: t('inSpace', { name: `${name} ${noradId}` }),
      link: linkOptions({ to: paths.space, search: spaceOfObject(noradId) }),
    })),
    ...events.map(({ conjunctionId, object1, object2, conjunctionData }) => ({
      id: `space ${conjunctionId}`,
      label: t('inSpace', { name: `${object1.name} × ${object2.name}` }),
      link: linkOptions({
        to: paths.space,
        search: spaceOfEvent(conjunctionId, Date.parse(conjunctionData.tca)),
      }),
    })),
  ]
  const fleet = satellites.map(({ satelliteId, name, noradId }) => ({
    id: satelliteId,
    label: `${name} ${noradId}`,
    link: linkOptions({ to: paths.satellite, params: { satellite_id: satelliteId } }),
  }))
  const met = events.map(({ conjunctionId, satelliteId, object1, object2, conjunctionData }) => ({
    id: conjunctionId,
    label: `${object1.name} × ${object2.name} ${object2.designator}, ${conjunctionData.tca.slice(5, 16).replace('T', ' ')} Z`,
    link: linkOptions({
      to: paths.conjunction,
      params: { satellite_id: satelliteId ?? object1.designator, conjunction_id: conjunctionId },
    }),
  }))
  const planned = plans.map(({ manoeuvreId, satelliteId, conjunctionId, name }) => ({
    id: manoeuvreId,
    label: t('planNamed', { name }),
    link:
      conjunctionId === null
        ? linkOptions({ to: paths.burns, params: { satellite_id: satelliteId }, search: { plan: manoeuvreId } })
        : linkOptions({
            to: paths.conjunction,
            params: { satellite_id: satelliteId, conjunction_id: conjunctionId },
            search: { tab: 'manoeuvre', plan: manoeuvreId },
          }),
  }))
  const asked = requests.map(({ observationRequestId: id, objectName: name, catalogueId, status }) => ({
    id,
    label: t('requestNamed', { name: `${name} ${catalogueId}`, status: meaningOf('request', status).word }),
    link: linkOptions({
      to: paths.observation,
      params: { observation_request_id: id, observation_file_id: undefined },
    }),
  }))
  const named = [fleet, met, planned, asked, inSpace].flatMap((list) =>
    list
      .filter(({ label }) => fits(label))
      .slice(0, MOST_OF_KIND)
      .map(({ id, label, link }) => ({ id, label, run: () => void navigate(link) })),
  )
  if (!CATALOGUE_NUMBER.test(text) || !enabled) return named
  const find = () => void navigate({ to: paths.find, params: { satellite_id: text } })
  const sets = () => void navigate({ to: paths.elementSets, params: { norad_id: text } })
  const show = () => void navigate({ to: paths.space, search: spaceOfObject(text) })
  const open = () => void navigate({ to: paths.object, params: { number: text } })
  return [
    ...named,
    { id: 'object', label: t('openObject', { number: text }), run: open },
    { id: 'space', label: t('inSpace', { name: text }), run: show },
    { id: 'find', label: t('findObject', { number: text }), run: find },
    { id: 'sets', label: t('elementSetsOf', { number: text }), run: sets },
  ]
}
