import { type Conjunction, listConjunctions, updateDecision } from '@apsis/contract/ca/event/conjunction.ts'
import { PRODUCT } from '@apsis/contract/ca/event/reopening.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../api/queries.ts'
import { actionOf, currentNotices, forgetNotices } from '../../notifications/notifications.ts'
import { openSession } from '../../session/session.ts'
import { comeBack, openSite, type Site, sendJson } from '../../session/testing/site.ts'
import { openBrowser } from '../../ui/testing/browser.ts'
import { isNew, isOnlySeen, useAcknowledge } from './acknowledge.ts'

const [DECISION] = (updateDecision.response.meta()?.examples ?? []) as readonly object[]
const [EXAMPLES] = (listConjunctions.response.meta()?.examples ?? []) as readonly (readonly Conjunction[])[]
const EXAMPLE = EXAMPLES?.[0] as Conjunction
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

let site: Site
/** The version of each event on the server, and the events that another user changes before our action. */
const versions = new Map<string, number>()
const refused = new Set<string>()
let movedBy = 0

beforeAll(async () => {
  site = await openSite()
  comeBack(openBrowser(site.origin), site)
  await openSession()
  site.does.api = ({ method, url }, response) => {
    if (method !== 'PUT') return sendJson(response, [])
    const id = url.split('/')[5] ?? ''
    if (refused.has(id)) return void response.writeHead(412, { 'content-type': 'text/plain' }).end('moved')
    const version = (versions.get(id) ?? 0) + 1 + movedBy
    versions.set(id, version)
    sendJson(response, { ...DECISION, conjunctionId: id, version }, { etag: `"${version}"` })
  }
})
afterEach(() => {
  queryClient.clear()
  forgetNotices()
  refused.clear()
  site.calls.length = 0
  movedBy = 0
})
afterAll(() => site.close())

function event(number: number, version: number): Conjunction {
  versions.set(idOf(number), version)
  // The same text is not announced twice within a second, so each event has its own name.
  const object1 = { ...EXAMPLE.object1, name: `SAT-${number}` }
  return { ...EXAMPLE, conjunctionId: idOf(number), version, object1 }
}

/** Acknowledges these events as a button of a page does. */
function acknowledge(events: readonly Conjunction[]): Promise<unknown> {
  let done: Promise<unknown> = Promise.resolve()
  function Button() {
    const { mutateAsync } = useAcknowledge()
    done = mutateAsync(events)
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Button />
    </QueryClientProvider>,
  )
  return done
}

/** Returns the actions that reached the server, each with the version that it names. */
const steps = () =>
  site.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body, headers }) => [(JSON.parse(body) as { action: string }).action, headers['if-match']])
const titles = () => currentNotices().map(({ title }) => title)

test('an acknowledgement names the version that the reader has seen: after their own action the new one, before the row shows it', async () => {
  const row = event(1, 7)
  await acknowledge([row])
  expect(titles()).toEqual(['Acknowledged'])
  const undo = actionOf(currentNotices()[0]?.id ?? '')
  expect(undo?.label).toBe('Undo')
  undo?.onAction()
  await expect.poll(steps).toEqual([
    ['ACKNOWLEDGE', '"7"'],
    ['UNACKNOWLEDGE', undefined],
  ])
  await expect.poll(titles).toContain('Acknowledgement taken back')
  // The row still has version 7, but both actions were made here, so the reader knows version 9.
  await acknowledge([row])
  expect(steps().at(-1)).toEqual(['ACKNOWLEDGE', '"9"'])
  // If the row is newer than our last action, the row's version counts.
  await acknowledge([event(1, 20)])
  expect(steps().at(-1)).toEqual(['ACKNOWLEDGE', '"20"'])
})

test('if another user has changed the event before our action, the next action names the version of the row', async () => {
  const row = event(2, 3)
  await acknowledge([row])
  movedBy = 1
  actionOf(currentNotices()[0]?.id ?? '')?.onAction()
  await expect.poll(titles).toContain('Acknowledgement taken back')
  // Our own actions would have given version 5, but the event is at 6: the action names the version of the row, and the server refuses it.
  await acknowledge([row])
  expect(steps().at(-1)).toEqual(['ACKNOWLEDGE', '"3"'])
})

test('the notice counts the refused events of several, and undo takes back those that were not refused', async () => {
  refused.add(idOf(4))
  await acknowledge([event(3, 1), event(4, 1), event(5, 1)])
  expect(titles()).toEqual(['2 of 3 acknowledged'])
  refused.add(idOf(5))
  actionOf(currentNotices()[0]?.id ?? '')?.onAction()
  await expect.poll(titles).toContain('1 of 2 taken back')
  expect(site.calls.filter(({ body }) => body.includes('UNACK')).map(({ url }) => url.split('/')[5])).toEqual([
    ...[idOf(3), idOf(5)],
  ])
})

test('if all are refused there is no undo, and without events no notice is shown', async () => {
  refused.add(idOf(6))
  await acknowledge([event(6, 1)])
  expect(titles()).toEqual(['0 of 1 acknowledged'])
  expect(actionOf(currentNotices()[0]?.id ?? '')).toBeUndefined()
  forgetNotices()
  await acknowledge([])
  expect(titles()).toEqual([])
})

test('an acknowledgement by a person can be taken back, and an event that the product opened again counts as new', () => {
  const as = (state: Conjunction['decision']['state'], by: string | null) => {
    const one = { decision: { ...EXAMPLE.decision, state, by } }
    return { isNew: isNew(one), isOnlySeen: isOnlySeen(one) }
  }
  expect(as('NEW', null)).toEqual({ isNew: true, isOnlySeen: false })
  expect(as('ACKNOWLEDGED', 'ann')).toEqual({ isNew: false, isOnlySeen: true })
  expect(as('ACKNOWLEDGED', PRODUCT)).toEqual({ isNew: true, isOnlySeen: false })
  expect(as('DECIDED', 'ann')).toEqual({ isNew: false, isOnlySeen: false })
})
