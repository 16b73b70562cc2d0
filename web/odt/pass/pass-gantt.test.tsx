import { type PassPrediction, predictPasses } from '@apsis/contract/odt/passprediction.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Drawing } from './pass-gantt.tsx'
import { passesOf } from './pass-query.ts'

const examples: unknown = predictPasses.response.element.meta()?.examples
const [example] = examples as readonly [PassPrediction]
const BEGIN_MS = Date.parse('2020-03-01T00:00:00.000Z')
const MINUTE_MS = 60_000
/** The sensors stand left of the bars, and how many passes can be observed stands right of them. */
const [LEFT_PX, RIGHT_PX] = [64, 68]
/** So many pixels for as many minutes: a minute is a pixel. */
const MINUTES = 720

/** A pass from minute to minute of the time that is drawn. */
function passOf(fromMin: number, toMin: number, maximumElevation: number) {
  const at = (minute: number) => new Date(BEGIN_MS + minute * MINUTE_MS).toISOString()
  const [start, end] = [at(fromMin), at(toMin)]
  return { ...example.passes[0]!, start, end, maximumElevation, visibilityIntervals: [{ start, end }], reasons: [] }
}

type Passes = PassPrediction['passes']
function barsOf(...rows: readonly Passes[]) {
  const predictions = rows.map((passes, row) => ({ ...example, sensorCode: `S${row}`, notSearched: [], passes }))
  const page = renderToStaticMarkup(
    <Drawing
      predictions={predictions}
      sensors={[]}
      span={{ fromMs: BEGIN_MS, toMs: BEGIN_MS + MINUTES * MINUTE_MS }}
      passes={passesOf(predictions)}
      size={{ width: LEFT_PX + MINUTES + RIGHT_PX, height: 200 }}
      bookings={[]}
      chosen={new Set()}
      onPick={() => undefined}
    />,
  )
  const attribute = (rect: string, name: string) => Number(new RegExp(` ${name}="([^"]+)"`).exec(rect)?.[1])
  return [...page.matchAll(/<rect [^>]*able[^>]*>/g)].map(([rect]) => ({
    x: attribute(rect, 'x'),
    y: attribute(rect, 'y'),
    width: attribute(rect, 'width'),
    height: attribute(rect, 'height'),
  }))
}

test('a bar begins and ends where the times of its pass stand on the axis', () => {
  const [early, late] = barsOf([passOf(60, 75, 50), passOf(700, 720, 50)])
  expect(early).toMatchObject({ x: LEFT_PX + 60, width: 15 })
  expect(late).toMatchObject({ x: LEFT_PX + 700, width: 20 })
})

test('a pass of seconds is still wide enough to be seen, at its own time', () => {
  const [bar] = barsOf([passOf(100, 100.5, 50)])
  expect(bar?.x).toBe(LEFT_PX + 100)
  expect(bar?.width).toBe(3)
})

test('a pass that was under way when the drawn time began starts at its edge', () => {
  const [before, after] = barsOf([passOf(-10, 20, 50), passOf(710, 740, 50)])
  expect(before).toMatchObject({ x: LEFT_PX, width: 20 })
  expect(after).toMatchObject({ x: LEFT_PX + 710, width: 10 })
})

test('the height of a bar grows evenly with the highest elevation, and all bars of a row stand on one line', () => {
  const bars = barsOf([passOf(10, 20, 0), passOf(30, 40, 45), passOf(50, 60, 90)])
  const [low, middle, zenith] = bars.map(({ height }) => height) as [number, number, number]
  expect(middle - low).toBeCloseTo(zenith - middle, 9)
  expect(middle).toBeGreaterThan(low)
  expect(new Set(bars.map(({ y, height }) => y + height)).size).toBe(1)
})

test('each pass stands in the row of its own sensor, also where the passes of others come between', () => {
  const [first, second, third] = barsOf([passOf(10, 20, 90), passOf(50, 60, 90)], [passOf(30, 40, 90)])
  expect([first?.x, second?.x, third?.x]).toEqual([LEFT_PX + 10, LEFT_PX + 30, LEFT_PX + 50])
  expect(third?.y).toBe(first?.y)
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBe(30)
})
