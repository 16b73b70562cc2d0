import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Skeleton } from '../../../ui/page/pane-states.tsx'
import { openMessage } from '../message.ts'
import { MESSAGE } from '../testing/message.data.ts'
import { cdmWords } from '../words.data.ts'
import { CovariancePane } from './side-panes.tsx'

const { lenient } = openMessage(MESSAGE)
const read = lenient.ok ? lenient.message.objects[0]?.covariance.matrix : undefined

const shown = (matrix: typeof read, isPending: boolean) =>
  renderToStaticMarkup(
    <CovariancePane
      number={1}
      name="ION SCV-008"
      matrix={matrix}
      isPending={isPending}
      view="sigma"
      onView={() => undefined}
    />,
  )
const SKELETON = renderToStaticMarkup(<Skeleton rows={7} />)
const UNREADABLE = cdmWords('noCovariance')

test('a message that is still being read is not reported as unreadable', () => {
  expect(shown(undefined, true)).toContain(SKELETON)
  expect(shown(undefined, true)).not.toContain(UNREADABLE)
})

test('a message without a covariance is reported as such, and not shown as loading', () => {
  expect(shown(undefined, false)).toContain(UNREADABLE)
  expect(shown(undefined, false)).not.toContain(SKELETON)
})

test('a covariance that was read is shown without either note', () => {
  const html = shown(read, false)
  expect(html).toContain('<table')
  expect(html).not.toContain(UNREADABLE)
  expect(html).not.toContain(SKELETON)
})
