import { SERVICES } from '@apsis/contract/endpoint.ts'
import { DEFAULT_SETTINGS } from '@apsis/contract/userconfig/userconfig.ts'
import type { Member } from '@apsis/server/platform/testing/crowd.ts'

export type LoadRequest = { readonly method: string; readonly path: string; readonly body?: unknown }

export type Operation = {
  readonly name: string
  /** The share of all requests, in percent. */
  readonly weight: number
  /** Returns the request of this member; `draw` in [0, 1) selects what varies between requests. */
  readonly request: (member: Member, draw: number) => LoadRequest
}

const settings = (draw: number) => ({
  ...DEFAULT_SETTINGS,
  // A webhook and not a mail address, because a person may add only ten mail addresses an hour.
  webhook: { url: [`https://flight-${Math.floor(draw * 1e6)}.operator.example/apsis`] },
})

function moves({ notifications }: Member, draw: number) {
  const first = Math.floor(draw * (notifications.length - 3))
  return notifications.slice(first, first + 3).map((id) => ({ id, state: 'read' }))
}

/** The requests of people who have the page open: four reads for each write. */
export const MIX: readonly Operation[] = [
  {
    name: 'GET userconfig/{id}',
    weight: 20,
    request: ({ subject }) => ({ method: 'GET', path: `/api/v1/userconfig/${subject}` }),
  },
  { name: 'GET ca/userconfig', weight: 15, request: () => ({ method: 'GET', path: '/api/v1/ca/userconfig' }) },
  { name: 'GET notifications', weight: 25, request: () => ({ method: 'GET', path: '/api/v1/notifications?limit=50' }) },
  {
    name: 'GET notifications p.',
    weight: 5,
    request: (_, draw) => ({
      method: 'GET',
      path: `/api/v1/notifications?state=fresh&limit=100&page=${1 + Math.floor(draw * 5)}`,
    }),
  },
  { name: 'GET status', weight: 10, request: () => ({ method: 'GET', path: '/api/v1/status' }) },
  {
    name: 'GET openapi',
    weight: 5,
    request: (_, draw) => ({
      method: 'GET',
      path: `/api/v1/${SERVICES[Math.floor(draw * SERVICES.length)] ?? 'ca'}/openapi/`,
    }),
  },
  {
    name: 'PUT userconfig/{id}',
    weight: 7,
    request: ({ subject }, draw) => ({
      method: 'PUT',
      path: `/api/v1/userconfig/${subject}`,
      body: { notifications: settings(draw) },
    }),
  },
  {
    name: 'PUT ca/userconfig',
    weight: 5,
    request: (_, draw) => ({
      method: 'PUT',
      path: '/api/v1/ca/userconfig',
      body: { notifications: { default: settings(draw) } },
    }),
  },
  {
    name: 'PATCH notifications',
    weight: 8,
    request: (member, draw) => ({ method: 'PATCH', path: '/api/v1/notifications', body: moves(member, draw) }),
  },
]
