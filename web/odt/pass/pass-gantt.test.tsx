import { type PassPrediction, predictPasses } from '@apsis/contract/odt/pass/passprediction.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { Booking } from './booking.ts'
import { Drawing, lowRowPx } from './pass-gantt.tsx'
import { passesOf } from './pass-query.ts'
import type { Span } from './track.ts'

const examples: unknown = predictPasses.response.element.meta()?.examples
const [example] = examples as readonly [PassPrediction]
const BEGIN_MS = Date.parse('2020-03-01T00:00:00.000Z')
const MINUTE_MS = 60_000
/** The names of the sensors are at the left of the bars, and the numbers of observable passes are at the right. */
const [LEFT_PX, RIGHT_PX] = [64, 68]
/** The drawing has as many pixels as minutes, so a minute is one pixel. */
const MINUTES = 720
const ROW_PX = 30

/** Returns a pass from one minute to another of the drawn time. */
function passOf(fromMin: number, toMin: number, maximumElevation: number) {
  const at = (minute: number) => new Date(BEGIN_MS + minute * MINUTE_MS).toISOString()
  const [start, end] = [at(fromMin), at(toMin)]
  return { ...example.passes[0]!, start, end, maximumElevation, visibilityIntervals: [{ start, end }], reasons: [] }
}

type Passes = PassPrediction['passes']
type GanttMarks = { readonly bookings?: readonly Booking[]; readonly eclipses?: readonly Span[] }

function pageOf(rows: readonly Passes[], { bookings = [], eclipses }: GanttMarks = {}) {
  const predictions = rows.map((passes, row) => ({ ...example, sensorCode: `S${row}`, notSearched: [], passes }))
  return renderToStaticMarkup(
    <Drawing
      predictions={predictions}
      sensors={[]}
      span={{ fromMs: BEGIN_MS, toMs: BEGIN_MS + MINUTES * MINUTE_MS }}
      passes={passesOf(predictions)}
      size={{ width: LEFT_PX + MINUTES + RIGHT_PX, height: 200 }}
      rowPx={ROW_PX}
      bookings={bookings}
      eclipses={eclipses}
      chosen={new Set()}
      onPick={() => undefined}
    />,
  )
}

const attribute = (rect: string, name: string) => Number(new RegExp(` ${name}="([^"]+)"`).exec(rect)?.[1])
const boxesOf = (page: string, look: RegExp) =>
  [...page.matchAll(/<rect [^>]*>/g)]
    .filter(([rect]) => look.test(rect))
    .map(([rect]) => ({
      x: attribute(rect, 'x'),
      y: attribute(rect, 'y'),
      width: attribute(rect, 'width'),
      height: attribute(rect, 'height'),
    }))
const barsOf = (...rows: readonly Passes[]) => boxesOf(pageOf(rows), /fill-(?:ink|accent|none stroke-control)"/)

test('a bar begins and ends at the times of its pass on the axis', () => {
  const [early, late] = barsOf([passOf(60, 75, 50), passOf(700, 720, 50)])
  expect(early).toMatchObject({ x: LEFT_PX + 60, width: 15 })
  expect(late).toMatchObject({ x: LEFT_PX + 700, width: 20 })
})

test('a pass of a few seconds is wide enough to be visible, at its own time', () => {
  const [bar] = barsOf([passOf(100, 100.5, 50)])
  expect(bar?.x).toBe(LEFT_PX + 100)
  expect(bar?.width).toBe(3)
})

test('a pass that had already begun when the drawn time starts is drawn from the edge', () => {
  const [before, after] = barsOf([passOf(-10, 20, 50), passOf(710, 740, 50)])
  expect(before).toMatchObject({ x: LEFT_PX, width: 20 })
  expect(after).toMatchObject({ x: LEFT_PX + 710, width: 10 })
})

test('the height of a bar grows linearly with the highest elevation, and all bars of a row have the same foot', () => {
  const bars = barsOf([passOf(10, 20, 0), passOf(30, 40, 45), passOf(50, 60, 90)])
  const [low, middle, zenith] = bars.map(({ height }) => height) as [number, number, number]
  expect(middle - low).toBeCloseTo(zenith - middle, 9)
  expect(middle).toBeGreaterThan(low)
  expect(new Set(bars.map(({ y, height }) => y + height)).size).toBe(1)
})

test('each pass is in the row of its own sensor, also if passes of other sensors are in between', () => {
  const [first, second, third] = barsOf([passOf(10, 20, 90), passOf(50, 60, 90)], [passOf(30, 40, 90)])
  expect([first?.x, second?.x, third?.x]).toEqual([LEFT_PX + 10, LEFT_PX + 30, LEFT_PX + 50])
  expect(third?.y).toBe(first?.y)
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBe(30)
})

const at = (minute: number) => new Date(BEGIN_MS + minute * MINUTE_MS).toISOString()
/** Returns a booking of the sensor from one minute to another. */
const booked = (fromMin: number, toMin: number, own: Partial<Booking> = {}): Booking => ({
  sensorCode: 'S0',
  start: at(fromMin),
  end: at(toMin),
  status: 'PENDING',
  slewRate: null,
  objectName: 'OTHER 1',
  isSame: true,
  ...own,
})
const CROSS = /<path d="M([\d.]+) ([\d.]+)l8 8m0 -8l-8 8" class="[^"]*conflict/

test('the part of a pass in shadow is hatched at its foot, exactly during the eclipse and not beyond the pass', () => {
  const pass = passOf(100, 120, 90)
  const span = (fromMin: number, toMin: number) => ({
    fromMs: BEGIN_MS + fromMin * MINUTE_MS,
    toMs: BEGIN_MS + toMin * MINUTE_MS,
  })
  const shadowOf = (eclipse: Span) => boxesOf(pageOf([[pass]], { eclipses: [eclipse] }), /class="[^"]*shadow/)
  const [bar] = barsOf([pass])
  const [inside] = shadowOf(span(105, 112))
  expect(inside).toMatchObject({ x: LEFT_PX + 105, width: 7 })
  expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBe((bar?.y ?? 0) + (bar?.height ?? 0))
  expect(shadowOf(span(50, 104))).toMatchObject([{ x: LEFT_PX + 100, width: 4 }])
  expect(shadowOf(span(115, 300))).toMatchObject([{ x: LEFT_PX + 115, width: 5 }])
  expect(shadowOf(span(0, 99))).toEqual([])
  expect(boxesOf(pageOf([[pass]]), /class="[^"]*shadow/)).toEqual([])
})

test('a pass whose sensor must observe another object at that time is crossed out in its middle, and no other pass is', () => {
  const passes = [passOf(100, 110, 80), passOf(300, 310, 80)]
  const crossOf = (...bookings: Booking[]) => CROSS.exec(pageOf([passes], { bookings }))
  const [, x] = crossOf(booked(304, 306, { isSame: false })) ?? []
  expect(Number(x) + 4).toBe(LEFT_PX + 305)
  expect(crossOf(booked(304, 306, { isSame: false, sensorCode: 'S1' }))).toBeNull()
  expect(crossOf(booked(304, 306, { isSame: false, status: 'CANCELLED' }))).toBeNull()
  // A booking for the object itself is not a conflict.
  expect(crossOf(booked(304, 306))).toBeNull()
})

test("the status of a pass's booking is drawn at its end, in the shape of its level", () => {
  const passes = [passOf(100, 110, 80), passOf(300, 310, 80)]
  const withStatus = (status: Booking['status']) => pageOf([passes], { bookings: [booked(304, 306, { status })] })
  const [pending, bar] = [withStatus('PENDING'), barsOf(passes)[1]]
  const [, x, y] = /<g transform="translate\(([\d.]+) ([\d.]+)\)"><svg/.exec(pending) ?? []
  // The symbol is 12 px wide and high, and its centre is at the upper end of the bar.
  expect([Number(x) + 6, Number(y) + 6]).toEqual([(bar?.x ?? 0) + (bar?.width ?? 0), bar?.y])
  expect(pending.match(/<svg/g)).toHaveLength(1)
  const shapes = [
    ['PENDING', 'pending'],
    ['SUCCESSFUL', 'ok'],
    ['UNSUCCESSFUL', 'serious'],
    ['CANCELLED', 'inactive'],
  ] as const
  for (const [status, level] of shapes)
    expect(withStatus(status)).toContain(renderToStaticMarkup(<StatusSymbol level={level} />))
  expect(pageOf([passes])).not.toContain('<svg')
})

test('rows that share the screen stay legible, and are higher on a high screen', () => {
  expect([lowRowPx(1, false), lowRowPx(8, false), lowRowPx(40, false)]).toEqual([44, 17, 17])
  expect([lowRowPx(1, true), lowRowPx(8, true), lowRowPx(40, true)]).toEqual([60, 55, 17])
})
