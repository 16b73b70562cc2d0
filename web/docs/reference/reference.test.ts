import { openApi } from '@apsis/contract/api/openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from '@apsis/contract/api/services.ts'
import { SERVICES } from '@apsis/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { type Document, groupsOfEndpoints, notShown } from './reference.ts'
import { requirementsInWords } from './requirement.ts'

const documentOf = (service: (typeof SERVICES)[number]) =>
  openApi(serviceInfo(service, '0.3.4'), SERVICE_ENDPOINTS[service]) as unknown as Document

test.each(SERVICES)(
  'the reference of %s shows get, post and put, and nothing that is tagged admin (spec §2)',
  (service) => {
    const document = documentOf(service)
    const shown = groupsOfEndpoints(document).flatMap(({ operations }) => operations)
    const expected = Object.entries(SERVICE_ENDPOINTS[service]).filter(
      ([, e]) => ['GET', 'POST', 'PUT'].includes(e.method) && !e.tags.includes('admin'),
    )
    expect(shown.map(({ id }) => id).sort()).toEqual(expected.map(([id]) => id).sort())
    expect(shown.length + notShown(document).length).toBe(
      Object.values(SERVICE_ENDPOINTS[service]).filter((e) => !e.tags.includes('admin')).length,
    )
  },
)

test('an administrator’s document contains the admin call, but the reference hides it', () => {
  const document = documentOf('userconfig')
  expect(JSON.stringify(document)).toContain('backchannel-logout')
  expect(JSON.stringify([groupsOfEndpoints(document), notShown(document)])).not.toContain('backchannel-logout')
})

test('groupsOf groups by the first tag and keeps the input and answer of a call', () => {
  const groups = groupsOfEndpoints(documentOf('userconfig'))
  expect(groups.map(({ tag }) => tag)).toEqual([
    'userconfig',
    'notifications',
    'connections',
    'duty',
    'events',
    'status',
    'session',
    'service accounts',
    'openapi',
  ])
  const save = groups[0]?.operations.find(({ id }) => id === 'updateUserconfig')
  expect(save).toMatchObject({ method: 'PUT', path: '/api/v1/userconfig/{config-id}', requires: [], isStream: false })
  expect(save?.body).toEqual({ $ref: expect.stringMatching(/OdtUserconfig/) })
  expect(save?.replies.find(({ status }) => status === '412')?.description).toContain('`version-stale`')
  expect(groups.find(({ tag }) => tag === 'events')?.operations[0]?.isStream).toBe(true)
})

test('notShown names the existing calls that are not shown', () => {
  expect(notShown(documentOf('ca')).toSorted()).toEqual([
    'DELETE /api/v1/ca/burn-notices/{notice-id}',
    'DELETE /api/v1/ca/calendar',
    'DELETE /api/v1/ca/contacts/{contact-id}',
    'DELETE /api/v1/ca/demo',
    'DELETE /api/v1/ca/ephemeris/{id}',
    'DELETE /api/v1/ca/find/watches/{watch-id}',
    'DELETE /api/v1/ca/ground-stations/{station-id}',
    'DELETE /api/v1/ca/imports/{import-id}',
    'DELETE /api/v1/ca/object-sizes/{norad-id}',
    'DELETE /api/v1/ca/satellites/{satellite-id}',
    'DELETE /api/v1/ca/screenings/{screening-id}',
    'DELETE /api/v1/ca/statistics/history',
    'DELETE /api/v1/ca/userconfig/{user-config-id}',
    'PATCH /api/v1/ca/find/watches/{watch-id}',
    'PATCH /api/v1/ca/manoeuvres/{manoeuvre-id}',
  ])
  expect(notShown(documentOf('odt')).toSorted()).toEqual([
    'DELETE /api/v1/odt/analyst-objects/{catalogue-id}',
    'DELETE /api/v1/odt/observations/file/{file-id}',
    'DELETE /api/v1/odt/requests',
  ])
})

test.each([
  [[], 'For everybody signed in.'],
  [undefined, 'Without a token: a link, form or signature says who asks.'],
  [['ca:admin'], 'Needs the role admin of collision avoidance.'],
  [['ca:user,ca:testuser,ca:admin'], 'Needs the role user, testuser or admin of collision avoidance.'],
  [
    ['ca:user,ca:admin', 'odt:admin'],
    'Needs the role user or admin of collision avoidance, and admin of on-demand tracking.',
  ],
  [
    ['ca:user,ca:admin,odt:user,odt:admin'],
    'Needs the role user or admin of collision avoidance or on-demand tracking.',
  ],
])('requirementsInWords describes %j', (requires, words) => {
  expect(requirementsInWords(requires)).toBe(words)
})
