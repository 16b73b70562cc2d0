import { SERVICE_ENDPOINTS } from '@apsis/contract/api/services.ts'
import { SERVICES } from '@apsis/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { entriesOf, neighboursOf, offeredPages } from './doc-page.ts'

const ids = (...roles: string[]) => offeredPages(new Set(roles)).map(({ id }) => id)

test('offeredPages offers a service only to those with its user role, and the rest to everybody (spec §2)', () => {
  expect(ids()).toEqual(['platform', 'account'])
  expect(ids('account:view-profile')).toEqual(['platform', 'account'])
  expect(ids('payments:user')).toEqual(['platform', 'account', 'payments'])
  expect(ids('odt:user')).toEqual(['platform', 'account', 'odt', 'tle'])
  expect(ids('ca:testuser')).toEqual(['platform', 'account', 'ca', 'tle'])
  expect(ids('ca:admin', 'odt:admin')).toEqual(['platform', 'account', 'ca', 'odt', 'tle'])
})

test('every service that has calls besides its own description has a reference for some role', () => {
  const shown = offeredPages(new Set(['ca:admin', 'odt:admin', 'payments:admin'])).map(({ service }) => service)
  const built = SERVICES.filter((service) => Object.keys(SERVICE_ENDPOINTS[service]).length > 1)
  expect(built.filter((service) => !shown.includes(service))).toEqual([])
})

const guide = (page: string, file: string) => ({ language: 'en' as const, page, file, title: file, order: 1 })

test('entriesOf lists the guides of a part, then its reference if it has a service', () => {
  const guides = [guide('ca', 'one'), guide('odt', 'other'), guide('ca', 'two')]
  const files = (service?: 'ca') =>
    entriesOf({ id: 'ca', requires: [], ...(service ? { service } : {}) }, guides).map(({ file }) => file)
  expect(files('ca')).toEqual(['one', 'two', 'reference'])
  expect(files()).toEqual(['one', 'two'])
})

test('neighboursOf works across parts, and returns none beyond the ends or for an entry that is not listed', () => {
  const all = [guide('a', 'one'), guide('a', 'two'), guide('b', 'one')]
  expect(neighboursOf(all, { page: 'a', file: 'two' })).toEqual({ before: all[0], after: all[2] })
  expect(neighboursOf(all, { page: 'a', file: 'one' }).before).toBeUndefined()
  expect(neighboursOf(all, { page: 'b', file: 'one' }).after).toBeUndefined()
  expect(neighboursOf(all, { page: 'c', file: 'one' })).toEqual({ before: undefined, after: undefined })
})

test('neighboursOf the first entry returns the second one', () => {
  const all = [guide('a', 'one'), guide('a', 'two')]
  expect(neighboursOf(all, { page: 'a', file: 'one' })).toEqual({ before: undefined, after: all[1] })
})
