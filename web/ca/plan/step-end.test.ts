import { expect, test } from 'vitest'
import { ApiProblem, STALE_STATUS } from '../../api/problem.ts'
import type { NoticeContent } from '../../notifications/notice.ts'
import { endsOf } from './step-end.ts'

/** Returns the notices and closings after a step whose dialog is open, or was closed before the answer. */
function answered(isOpen: boolean) {
  const told: NoticeContent[] = []
  let closed = 0
  const ends = endsOf({
    plan: { name: 'PLAN 7' },
    to: 'SCREENED',
    isOpen: () => isOpen,
    onClose: () => {
      closed += 1
    },
    tell: (notice) => told.push(notice),
  })
  return { ...ends, told, closed: () => closed }
}
const refusal = new ApiProblem({ code: 503, title: 'Service Unavailable', message: 'The database is away.' })

test('a step that is refused after its dialog was closed is shown as a notice; before that, the dialog shows the refusal', () => {
  const [open, closed] = [answered(true), answered(false)]
  open.refused(refusal)
  closed.refused(refusal)
  expect(open.told).toEqual([])
  expect(closed.told).toEqual([{ code: 503, title: 'Screen: PLAN 7', message: 'The database is away.' }])
  closed.refused(new ApiProblem({ code: STALE_STATUS, title: 'Precondition Failed', message: 'Another version.' }))
  expect(closed.told.at(-1)?.message).toBe('The plan has changed meanwhile. Look again.')
})

test('a step that is taken is shown as a notice, and closes only its own dialog', () => {
  const [open, closed] = [answered(true), answered(false)]
  for (const one of [open, closed]) one.taken({ name: 'PLAN 7', state: 'SCREENED' })
  expect([open.told.length, closed.told.length]).toEqual([1, 1])
  expect([open.closed(), closed.closed()]).toEqual([1, 0])
})
