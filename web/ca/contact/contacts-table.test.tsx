import type { SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactsTable } from './contacts-table.tsx'

const CONTACT = {
  contactId: null,
  from: '2026-11-20T06:12:00.000Z',
  to: '2026-11-20T06:22:00.000Z',
  station: 'SIM North',
  canCommand: true,
  source: 'COMPUTED',
  maximumElevation: 41.3,
} as const

test('computed contacts have no buttons, so the table is scrolled by keys', () => {
  const known: SatelliteContacts = { basis: 'COMPUTED', orbit: null, contacts: [CONTACT] }
  const page = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ContactsTable known={known} />
    </QueryClientProvider>,
  )
  expect(page).not.toContain('<button')
  expect(page).toMatch(/<div class="[^"]*rows[^"]*" tabindex="0"><table/)
})
