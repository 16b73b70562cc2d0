import { type DutyPlan, getDutyPlan } from '@apsis/contract/duty/plan.ts'
import { personName } from '@apsis/contract/person-name.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Session } from '../../session/session.ts'
import { dutyPlanQuery } from './on-call.ts'
import { namingOf, peopleOf, useNaming } from './people.ts'

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

test('peopleOf lists the signed-in user once, and knows them by their token before the chain is read', () => {
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

test('namingOf: pages show people by name, records by name and account; an unknown person is shown by the account', () => {
  const { nameOf, nameOfSubject, signed, accountOf } = namingOf([
    { subject: 'id-1', name: 'demo', fullName: 'Kim Weber' },
    { subject: 'id-2', name: 'ada', fullName: null },
  ])
  expect(['demo', 'ada', 'eve'].map(nameOf)).toEqual(['Kim Weber', 'ada', 'eve'])
  expect(['id-1', 'id-2', 'id-3'].map(nameOfSubject)).toEqual(['Kim Weber', 'ada', 'id-3'])
  expect(['demo', 'ada', 'eve'].map(signed)).toEqual(['Kim Weber (demo)', 'ada', 'eve'])
  expect(['Kim Weber', 'Kim Weber (demo)', 'demo', 'Eve'].map(accountOf)).toEqual(['demo', 'demo', 'demo', 'Eve'])
})

test('useNaming returns the account until the people are known, and the name after that', () => {
  const client = new QueryClient()
  const Name = () => <b>{useNaming().nameOf('demo')}</b>
  const drawn = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Name />
      </QueryClientProvider>,
    )
  expect(drawn()).toBe('<b>demo</b>')
  const [answer] = getDutyPlan.response.meta()!.examples as [DutyPlan]
  client.setQueryData(dutyPlanQuery.queryKey, { answer, version: undefined })
  expect(drawn()).toBe('<b>Kim Weber</b>')
})
