import { type Conjunction, listConjunctions, updateDecision } from '@apsis/contract/ca/event/conjunction.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryClient } from '../../../../api/queries.ts'
import { openSession } from '../../../../session/session.ts'
import { comeBack, openSite, type Site, sendJson } from '../../../../session/testing/site.ts'
import { openBrowser } from '../../../../ui/testing/browser.ts'
import { useDecide } from './decide.ts'
import { Decided } from './decided.tsx'

const [DECISION] = (updateDecision.response.meta()?.examples ?? []) as readonly object[]
const [EXAMPLES] = (listConjunctions.response.meta()?.examples ?? []) as readonly (readonly Conjunction[])[]
const EVENT = EXAMPLES?.[0] as Conjunction

let site: Site
/** The event on the server. */
let now: Conjunction
beforeAll(async () => {
  site = await openSite()
  comeBack(openBrowser(site.origin), site)
  await openSession()
  site.does.api = ({ method, headers }, response) => {
    if (method !== 'PUT') return sendJson(response, [now])
    if (headers['if-match'] !== `"${now.version}"`)
      return void response.writeHead(412, { 'content-type': 'text/plain' }).end('moved')
    sendJson(response, { ...DECISION, version: now.version + 1 }, { etag: `"${now.version + 1}"` })
  }
})
afterAll(() => site.close())

function decide(read: Conjunction): Promise<unknown> {
  let done: Promise<unknown> = Promise.resolve()
  function Button() {
    const { mutateAsync } = useDecide(read.conjunctionId)
    done = mutateAsync({ body: { action: 'NOTE', why: 'Seen.' }, read, pair: 'A × B' })
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Button />
    </QueryClientProvider>,
  )
  return done
}

test('useDecide saves on the later version by itself if no change matters for the decision', async () => {
  now = { ...EVENT, version: 7 }
  await decide({ ...EVENT, version: 5 })
  const sent = site.calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match'])
  expect(sent).toEqual(['"5"', '"7"'])
})

test('useDecide asks the user again if the level, Pc or action has changed', async () => {
  const level = EVENT.conjunctionData.riskLevel === 'CRITICAL' ? 'LOW' : 'CRITICAL'
  now = { ...EVENT, version: 8, conjunctionData: { ...EVENT.conjunctionData, riskLevel: level } }
  await expect(decide({ ...EVENT, version: 7 })).rejects.toMatchObject({ status: 412 })
})

test('the decision of an event that was reopened is not shown as one that holds', () => {
  const shownIn = (state: Conjunction['decision']['state']) => {
    const decision = {
      ...EVENT.decision,
      state,
      decision: 'MONITOR',
      by: 'demo',
      at: '2026-11-20T10:00:00.000Z',
    } as const
    return renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Decided conjunction={{ ...EVENT, decision }} decision={undefined} onAsk={() => undefined} />
      </QueryClientProvider>,
    )
  }
  expect(shownIn('DECIDED')).not.toContain('No decision recorded.')
  expect(shownIn('ACKNOWLEDGED')).toContain('No decision recorded.')
})
