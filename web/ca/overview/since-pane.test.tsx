import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Plain } from './plain.tsx'
import { Told } from './since-pane.tsx'
import { overviewWords } from './words.data.ts'

const NOTHING = { fresh: [], worse: [], better: [], ended: [] }
const title = overviewWords('unchanged')

test('"nothing has changed" is a good state only if events exist', () => {
  const told = (isEmpty: boolean) => renderToStaticMarkup(<Told changes={NOTHING} isEmpty={isEmpty} />)
  expect(told(false)).toBe(renderToStaticMarkup(<Plain level="ok" title={title} />))
  expect(told(true)).toBe(renderToStaticMarkup(<Plain level="inactive" title={title} />))
  expect(told(true)).not.toBe(told(false))
})
