import { expect, test } from 'vitest'
import { inOrder } from './messages.ts'
import { planeScales } from './plane-scene.ts'
import { extentOf, extentWithTrail, type PlaneView, planeViewOf, zoomOf } from './plane-view.ts'
import { cdmWith } from './testing/event.ts'

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

test('planeViewOf takes object 1 as the origin and the sum as the miss vector', () => {
  const [one] = inOrder([cdmWith({ number: 1, created: '2026-11-18T13:00:00.000Z' })])
  expect(one && planeViewOf(one)).toMatchObject({
    missM: [160, -70],
    combined: { xx: 5000, yx: 0, yy: 800 },
    first: { xx: 2500, yx: 0, yy: 400 },
    radiusM: 5,
  })
})

test('extentOf: a metre is equally long both ways, whatever the box', () => {
  for (const px of [BOX, { widthPx: 300, heightPx: 700 }]) {
    const { x, y } = extentOf([VIEW], '3', px)
    expect(width(x) / px.widthPx).toBeCloseTo(width(y) / px.heightPx, 12)
  }
})

test('extentOf 3σ shows object 1 and the whole ellipse: from −30 m to 300 + 3 × 100 m, a tenth around', () => {
  const { x } = extentOf([VIEW], '3', { widthPx: 1000, heightPx: 10 ** 6 })
  expect(x[0]).toBeCloseTo(-30 - 63, 9)
  expect(x[1]).toBeCloseTo(600 + 63, 9)
})

test('extentOf the hard body is four radii either way around object 1, and of 1σ without a radius', () => {
  expect(extentOf([VIEW], 'body', { widthPx: 400, heightPx: 400 })).toEqual({ x: [-20, 20], y: [-20, 20] })
  const { radiusM: _, ...rest } = VIEW
  const without = { ...rest, radiusM: undefined }
  expect(extentOf([without], 'body', BOX)).toEqual(extentOf([without], '1', BOX))
})

test('extentWithTrail makes room for earlier messages, but not for one far away', () => {
  const plain = extentWithTrail(VIEW, [], { zoom: '3', ...BOX })
  const near = extentWithTrail(VIEW, [[700, -100]], { zoom: '3', ...BOX })
  expect(near.x[1]).toBeGreaterThan(700)
  expect(extentWithTrail(VIEW, [[90_000, 0]], { zoom: '3', ...BOX })).toEqual(plain)
})

test('planeScales: the area of the hard body in pixels is that of its scale', () => {
  const { x, y, pxPerM } = planeScales((px) => extentOf([VIEW], 'body', px), { width: 632, height: 436 })
  const radiusPx = 5 * pxPerM
  expect(x(5) - x(0)).toBeCloseTo(radiusPx, 9)
  expect(y(0) - y(5)).toBeCloseTo(radiusPx, 9)
  // 400 px for 40 m.
  expect(Math.PI * radiusPx ** 2).toBeCloseTo(Math.PI * 50 ** 2, 6)
})

test('zoomOf an unknown word is 3σ', () => {
  expect([zoomOf('body'), zoomOf('1'), zoomOf(undefined), zoomOf('7')]).toEqual(['body', '1', '3', '3'])
})
