import { expect, test } from 'vitest'
import { inOrder } from '../../event/messages.ts'
import { cdmWith } from '../../event/testing/event.ts'
import { planeScales } from './plane-scene.ts'
import { extentOf, extentWithTrail, type PlaneView, planeViewOf, zoomOf } from './plane-view.ts'

const BOX = { widthPx: 600, heightPx: 400 }
const VIEW: PlaneView = {
  id: 'a',
  number: 1,
  missM: [300, -100],
  combined: { xx: 100 ** 2, yx: 0, yy: 20 ** 2 },
  first: { xx: 30 ** 2, yx: 0, yy: 10 ** 2 },
  second: undefined,
  radiusM: 5,
}
const width = ([from, to]: readonly [number, number]) => to - from

test('planeViewOf takes the miss vector, the covariances and the radius from the message, with object 1 at the origin', () => {
  const [one] = inOrder([cdmWith({ number: 1, created: '2026-11-18T13:00:00.000Z' })])
  expect(one && planeViewOf(one)).toMatchObject({
    missM: [160, -70],
    combined: { xx: 5000, yx: 0, yy: 800 },
    first: { xx: 2500, yx: 0, yy: 400 },
    radiusM: 5,
  })
})

test('extentOf: a metre has the same length in both directions, whatever the box', () => {
  for (const px of [BOX, { widthPx: 300, heightPx: 700 }]) {
    const { x, y } = extentOf([VIEW], '3', px)
    expect(width(x) / px.widthPx).toBeCloseTo(width(y) / px.heightPx, 12)
  }
})

test('extentOf 3σ shows object 1 and the complete ellipse: from −30 m to 300 + 3 × 100 m, plus a margin of a tenth', () => {
  const { x } = extentOf([VIEW], '3', { widthPx: 1000, heightPx: 10 ** 6 })
  expect(x[0]).toBeCloseTo(-30 - 63, 9)
  expect(x[1]).toBeCloseTo(600 + 63, 9)
})

test("extentOf 'body' is four radii to each side of object 1; without a radius it is the extent of 1σ", () => {
  expect(extentOf([VIEW], 'body', { widthPx: 400, heightPx: 400 })).toEqual({ x: [-20, 20], y: [-20, 20] })
  const { radiusM: _, ...rest } = VIEW
  const without = { ...rest, radiusM: undefined }
  expect(extentOf([without], 'body', BOX)).toEqual(extentOf([without], '1', BOX))
})

test('extentWithTrail includes earlier messages, but not one that is far away', () => {
  const plain = extentWithTrail(VIEW, [], { zoom: '3', ...BOX })
  const near = extentWithTrail(VIEW, [[700, -100]], { zoom: '3', ...BOX })
  expect(near.x[1]).toBeGreaterThan(700)
  expect(extentWithTrail(VIEW, [[90_000, 0]], { zoom: '3', ...BOX })).toEqual(plain)
})

test("planeScales: the hard body's area in pixels agrees with the scale", () => {
  const { x, y, pxPerM } = planeScales((px) => extentOf([VIEW], 'body', px), { width: 632, height: 436 })
  const radiusPx = 5 * pxPerM
  expect(x(5) - x(0)).toBeCloseTo(radiusPx, 9)
  expect(y(0) - y(5)).toBeCloseTo(radiusPx, 9)
  // 40 m are 400 px.
  expect(Math.PI * radiusPx ** 2).toBeCloseTo(Math.PI * 50 ** 2, 6)
})

test('zoomOf an unknown word is 3σ', () => {
  expect([zoomOf('body'), zoomOf('1'), zoomOf(undefined), zoomOf('7')]).toEqual(['body', '1', '3', '3'])
})

test('extentOf 3σ includes the vertical extent: from −100 − 3 × 20 m to the 10 m of object 1, plus a margin of a tenth of the longer side', () => {
  // The content is 63 m wide and 170 m high, and the plot is so wide that the height of the content sets the scale.
  const { y } = extentOf([{ ...VIEW, missM: [30, -100], combined: { xx: 1, yx: 0, yy: 20 ** 2 } }], '3', {
    widthPx: 10 ** 6,
    heightPx: 1000,
  })
  expect(y[0]).toBeCloseTo(-160 - 17, 9)
  expect(y[1]).toBeCloseTo(10 + 17, 9)
})

test('extentOf 1σ includes one sigma of the combined covariance, and for a message without a miss it shows object 1 alone', () => {
  const box = { widthPx: 1000, heightPx: 10 ** 6 }
  const one = extentOf([VIEW], '1', box)
  expect(one.x[0]).toBeCloseTo(-30 - 43, 9)
  expect(one.x[1]).toBeCloseTo(400 + 43, 9)
  const bare = extentOf([{ ...VIEW, missM: undefined }], '3', box)
  expect(bare.x[0]).toBeCloseTo(-30 - 6, 9)
  expect(bare.x[1]).toBeCloseTo(30 + 6, 9)
  // Nothing has a size here, so one metre is shown with a margin of a tenth: 0.1 m to either side.
  const point = extentOf([{ ...VIEW, missM: [0, 0], combined: undefined, first: undefined }], '3', box)
  expect(point.x[0]).toBeCloseTo(-0.1, 12)
  expect(point.x[1]).toBeCloseTo(0.1, 12)
})

test('extentOf the hard body follows the newest message', () => {
  const square = { widthPx: 400, heightPx: 400 }
  expect(extentOf([{ ...VIEW, radiusM: 50 }, VIEW], 'body', square)).toEqual({ x: [-20, 20], y: [-20, 20] })
})

test('extentWithTrail adds earlier messages from the newest back, until one would enlarge the extent by more than half', () => {
  const px = { zoom: '3' as const, widthPx: 1000, heightPx: 10 ** 6 }
  // The 3σ extent alone is 630 m wide, from −30 to 600: the picture may grow to 945 m, up to x = 915 m.
  const most = extentWithTrail(VIEW, [[915, 0]], px)
  expect(most.x[1]).toBeCloseTo(915 + 94.5, 9)
  const plain = extentWithTrail(VIEW, [], px)
  expect(extentWithTrail(VIEW, [[915.01, 0]], px)).toEqual(plain)
  // The search stops at the first message that is too far away; older messages are not considered.
  expect(
    extentWithTrail(
      VIEW,
      [
        [700, 0],
        [90_000, 0],
      ],
      px,
    ),
  ).toEqual(plain)
  expect(
    extentWithTrail(
      VIEW,
      [
        [90_000, 0],
        [700, 0],
      ],
      px,
    ).x[1],
  ).toBeCloseTo(700 + 73, 9)
  // Only the zoom 3σ makes room for earlier messages.
  expect(extentWithTrail(VIEW, [[700, 0]], { ...px, zoom: '1' })).toEqual(extentOf([VIEW], '1', px))
})

test('planeViewOf treats a covariance of zeros, or an incomplete one, as missing', () => {
  const [one] = inOrder([cdmWith({ number: 1, created: '2026-11-18T13:00:00.000Z' })])
  const { cdm, number } = one!
  const viewOf = (data: Partial<typeof cdm.conjunctionData>) =>
    planeViewOf({ number, atMs: 0, cdm: { ...cdm, conjunctionData: { ...cdm.conjunctionData, ...data } } })
  const zeros = { combinedPlaneCovarianceXX: 0, combinedPlaneCovarianceYX: 0, combinedPlaneCovarianceYY: 0 }
  expect(viewOf(zeros).combined).toBeUndefined()
  expect(viewOf({ combinedPlaneCovarianceYX: undefined }).combined).toBeUndefined()
  expect(viewOf({ ...zeros, combinedPlaneCovarianceYY: 1 }).combined).toEqual({ xx: 0, yx: 0, yy: 1 })
  expect(viewOf({ combinedPlaneX: undefined }).missM).toBeUndefined()
  expect(viewOf({ combinedPlaneY: undefined }).missM).toBeUndefined()
})

test('planeScales leave 16 px at the sides, 6 above and 30 below, with y upwards', () => {
  const { area, x, y } = planeScales(() => ({ x: [-10, 10], y: [-5, 5] }), { width: 632, height: 436 })
  expect(area).toEqual({ left: 16, right: 616, top: 6, bottom: 406 })
  expect([x(-10), x(10), y(-5), y(5)]).toEqual([16, 616, 406, 6])
})
