import { personName } from '@apsis/contract/person-name.ts'
import { expect, test } from 'vitest'
import type { Session } from '../../session/session.ts'
import { peopleOf } from './people.ts'

const who: Extract<Session, { status: 'signed-in' }>['who'] = {
  subject: 'id-1',
  userName: 'demo',
  name: 'Kim Weber',
  email: undefined,
  organisation: 'Demo',
  roles: new Set(),
}
const member = (subject: string, name: string, fullName: string | null) => ({
  subject,
  name,
  fullName,
  channels: 0,
  proven: 0,
  seenAt: '2026-11-20T00:00:00.000Z',
})

test('peopleOf: whoever is signed in is known by the own token before the chain is read, and once', () => {
  const session: Session = { status: 'signed-in', who, config: undefined }
  expect(personName('demo', peopleOf(session, undefined))).toBe('Kim Weber')
  const plan = {
    members: [member('id-1', 'demo', null), member('id-2', 'ada', 'Ada King')],
    former: [{ subject: 'id-3', name: 'max', fullName: 'Max Roth' }],
  }
  const people = peopleOf(session, plan)
  expect(people.map(({ name }) => personName(name, people))).toEqual(['Kim Weber', 'Ada King', 'Max Roth'])
  expect(peopleOf({ status: 'signed-out', recovered: false, config: undefined }, undefined)).toEqual([])
})
